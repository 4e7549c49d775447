// Four nights of a batch, in virtual time, one item at a time, beside the loop that most people write. docs/batches.md has
// the figures.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createTestRuntime, retriage, root } from './installed.mjs';

const { createClient } = retriage;
const LATENCY_MS = 30;
const page = readFileSync(`${root}docs/batches.md`, 'utf8');
const list = (count) => Array.from({ length: count }, (_, i) => i);
const url = (host, item) => `https://${host}.example/v1/items/${item}`;

/** A world in which each host answers as `answers[host](atMs, nth)` says. */
function world(answers) {
  const counts = {};
  const refused = {};
  const runtime = createTestRuntime({
    random: () => 0.5,
    script({ url: address, atMs }) {
      const host = new URL(address).hostname.split('.')[0];
      counts[host] = (counts[host] ?? 0) + 1;
      const answer = answers[host](atMs, counts[host]);
      if (answer.status >= 400) refused[host] = (refused[host] ?? 0) + 1;
      return { delayMs: LATENCY_MS, ...answer };
    },
  });
  return { runtime, counts, refused };
}

const ok = { status: 200, body: { ok: true } };

/** Five attempts with exponential backoff, then the next provider; whatever says "billing" ends the whole run. */
async function naive(runtime, items, hosts) {
  let done = 0;
  for (const item of items) {
    provider: for (const host of hosts) {
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const response = await runtime.fetch(url(host, item));
        if (response.ok) {
          done += 1;
          break provider;
        }
        if (/billing/i.test(await response.text())) return done;
        if (attempt < 5) await runtime.sleep(1_000 * 2 ** (attempt - 1));
      }
    }
  }
  return done;
}

/** Runs both, prints both beside the page, and gives ours with its world. */
async function story(name, count, answers, hosts) {
  const theirs = world(answers());
  const theirDone = await theirs.runtime.run(naive(theirs.runtime, list(count), hosts));
  const ours = world(answers());
  const client = createClient({ runtime: ours.runtime });
  const chain = client.fallback(hosts.map((host) => ({ name: host, prepare: (item) => url(host, item) })));
  const result = await ours.runtime.run(hosts.length > 1
    ? client.batch(list(count), async (item, { chain: served }) => (await served(item)).value, { concurrency: 1, chain })
    : client.batch(list(count), (item, { fetch }) => fetch(url(hosts[0], item)), { concurrency: 1 }));
  const figures = ({ runtime }, done) => `${done} of ${count} done, ${runtime.calls.length === 1 ? '1 call' : `${runtime.calls.length} calls`}, ${(runtime.monotonic() / 1000).toFixed(1)} s`;
  const row = `| ${name} | ${figures(ours, result.done.length)} | ${figures(theirs, theirDone)} |`;
  console.log(row);
  assert.ok(page.includes(`\n${row}\n`), `docs/batches.md says otherwise than\n${row}`);
  assert.equal(ours.runtime.pending, 0);
  return { result, ...ours, theirs };
}

test('25 items on a retired model: one call, and under a second', async () => {
  const gone = { status: 404, body: { error: { message: 'The model `text-davinci-003` is no longer available.', code: 'model_not_found' } } };
  const { result, runtime, theirs } = await story('25 items on a retired model', 25, () => ({ api: () => gone }), ['api']);
  assert.equal(runtime.calls.length, 1);
  assert.ok(runtime.monotonic() < 1_000);
  assert.equal(result.stopped.why, 'persists');
  assert.equal(result.stopped.verdict.reason, 'model_not_found');
  assert.deepEqual(result.notStarted.map(({ index, tries }) => [index, tries]), list(25).map((index) => [index, index === 0 ? 1 : 0]));
  assert.deepEqual([result.done, result.failed], [[], []]);
  assert.equal(theirs.runtime.calls.length, 125);
});

test('a throttled primary whose window reopens in 9 s, with a fallback that is out of money: all 13 are done', async () => {
  const answers = () => ({
    // Six in a window of 9 s, counted from its first call.
    primary: windowed(6, 9_000),
    fallback: () => ({ status: 429, body: { error: { message: 'Your project has exceeded its monthly spending cap.' } } }),
  });
  const { result, counts, refused, theirs } = await story('13 items, a throttled primary, and a fallback that is out of money', 13, answers, ['primary', 'fallback']);
  assert.equal(result.done.length, 13);
  assert.ok(result.done.every(({ provider }) => provider === 'primary'));
  assert.equal(result.stopped, null);
  assert.equal(counts.fallback, 1, 'the cap was met once, and then left alone');
  assert.ok(refused.primary <= 2);
  assert.ok(theirs.counts.fallback > 1 || theirs.counts.primary > counts.primary);
});

function windowed(most, windowMs) {
  let since = -Infinity;
  let used = 0;
  return (atMs) => {
    if (atMs >= since + windowMs) [since, used] = [atMs, 0];
    used += 1;
    if (used <= most) return ok;
    const seconds = Math.ceil((since + windowMs - atMs) / 1_000);
    return { status: 429, headers: { 'retry-after': `${seconds}` }, body: { error: { code: 'rate_limit_exceeded' } } };
  };
}

test('a daily cap at item 5 of 21: four done, 17 kept for the next run, one refused call', async () => {
  const cap = { status: 429, body: { error: { message: 'Rate limit reached on tokens per day (TPD): Limit 100000. Please try again in 7h12m0s.', code: 'rate_limit_exceeded' } } };
  const { result, runtime, refused, theirs } = await story('21 items, a daily cap at the fifth', 21, () => ({ api: (_, nth) => (nth <= 4 ? ok : cap) }), ['api']);
  assert.equal(result.done.length, 4);
  assert.deepEqual(result.notStarted.map(({ index }) => index), list(21).slice(4), 'the refused one among them');
  assert.equal(result.notStarted.length, 17);
  assert.equal(result.notStarted[0].tries, 1);
  assert.equal(refused.api, 1);
  assert.equal(result.stopped.verdict.reason, 'daily_quota');
  assert.equal(result.resumeAt, runtime.now() + (7 * 60 + 12) * 60_000);
  assert.equal(theirs.refused.api, 17 * 5);

  // The next night: what was kept is done, and nothing else.
  const next = world({ api: () => ok });
  const again = await next.runtime.run(createClient({ runtime: next.runtime })
    .batch(list(21), (item, { fetch }) => fetch(url('api', item)), { concurrency: 1, resume: JSON.parse(JSON.stringify(result)) }));
  assert.equal(next.runtime.calls.length, 17);
  assert.deepEqual(again.done.map(({ index }) => index), list(21));
});

test('a primary whose advert says "billing": all 21 are done', async () => {
  const advert = {
    status: 429,
    body: { error: { message: 'Rate limit reached on tokens per minute (TPM): Limit 12000, Used 9841, Requested 4000. Please try again in 3.035s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.example/settings/billing', type: 'tokens', code: 'rate_limit_exceeded' } },
  };
  const answers = () => ({ api: (_, nth) => (nth % 4 === 0 ? advert : ok) });
  const { result, theirs } = await story('21 items, refusals whose advert says "billing"', 21, answers, ['api']);
  assert.equal(result.done.length, 21);
  assert.equal(result.stopped, null);
  assert.ok(theirs.runtime.calls.length === 4, 'the loop gave up at the first advert');
});
