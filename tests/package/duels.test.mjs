// The inputs on which other libraries go wrong, by the numbers under which they were collected, each with what is wanted.
// `429` for ever unless an answer says otherwise; times are seconds.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { ADDRESS, setUp, stopOf } from './client.mjs';
import { createTestRuntime, installed, retriage } from './installed.mjs';

const { createClient, parseRetryAfter, verdictOf } = retriage;
const NOW = Date.UTC(2026, 10, 29, 12, 0, 0);
const DAY = 86_400_000;

const tooMany = (headers = {}, body = '') => ({ status: 429, headers, body });
const openai = (message, more) => tooMany({ 'content-type': 'application/json' }, { error: { message, ...more } });
const gemini = (message) => ({ status: 429, body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message } } });

/** A call that is answered so once (`times` times), then with 200. */
async function duel(answer, { times = 1, options, init, given } = {}) {
  const set = setUp([...Array(times).fill(answer), 200], { attempts: 3, ...options }, { now: NOW, ...given });
  const ended = await set.fetch(ADDRESS, init);
  return { ...set, ...ended, stop: stopOf(ended), verdict: verdictOf(ended.response ?? ended.error), sleeps: set.runtime.sleeps };
}

/** The wait of this many seconds was kept to: not less, and not much more. */
async function waits(seconds, answer, more) {
  const { response, sleeps } = await duel(answer, more);
  assert.equal(response.status, 200);
  assert.equal(sleeps.length, 1);
  const over = sleeps[0] - seconds * 1000;
  assert.ok(over >= 500 && over <= 5_500, `slept ${sleeps[0]}`);
}

/** The call ended at once. */
async function ends(answer, wanted, more) {
  const { verdict, sentAt, stop } = await duel(answer, more);
  assert.deepEqual(sentAt(), [0]);
  for (const [name, value] of Object.entries(wanted)) assert.equal(name === 'stop' ? stop : verdict[name], value, name);
  return verdict;
}

/** Nothing was stated, so the delay is a guess with full jitter. */
async function guesses(answer, more) {
  const { sleeps, response } = await duel(answer, { ...more, given: { random: () => 1 } });
  assert.equal(response.status, 200);
  assert.deepEqual(sleeps, [1_000]);
}

const imf = (ms) => new Date(ms).toUTCString();
const asctime = (ms) => {
  const [, day, date, month, year, time] = imf(ms).match(/^(\w+), (\d+) (\w+) (\d+) ([\d:]+) GMT$/);
  return `${day} ${month} ${date.replace(/^0/, ' ')} ${time} ${year}`;
};

test('D1: insufficient_quota costs one call', () => ends(
  openai('You exceeded your current quota, please check your plan and billing details.', { type: 'insufficient_quota', code: 'insufficient_quota' }),
  { class: 'exhausted', stop: 'exhausted' },
));

test('D2: a limit of a minute is waited for although its text advertises billing', () => waits(20, openai(
  'Rate limit reached for gpt-4 in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s. '
  + 'Visit https://platform.openai.com/account/billing to add a payment method.',
  { type: 'requests', code: 'rate_limit_exceeded' },
)));

test('D3: a limit of a minute that calls itself a quota is waited for', async () => {
  const answer = gemini('You exceeded your current quota, please check your plan and billing details. '
    + '* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_requests_per_minute, limit: 5\nPlease retry in 36.5s.');
  await waits(36.5, answer);
  await waits(36.5, { ...answer, headers: { 'retry-after': '36' } });
});

test('D4: durations of several units are read whole', async () => {
  const options = { maxServerWaitMs: 1e6, retryForMs: 1e7 };
  for (const [text, seconds] of [['6m0s', 360], ['1m26.4s', 86.4], ['2m59.56s', 179.56]]) {
    await waits(seconds, openai(`Rate limit reached on tokens per min (TPM). Please try again in ${text}.`), { options });
    await ends(openai(`Rate limit reached on tokens per min (TPM). Please try again in ${text}.`), { class: 'exhausted', waitMs: seconds * 1000 });
  }
  await ends(gemini('You exceeded your current quota. Please retry in 15h5m3.5s.'), { class: 'exhausted', retryAt: NOW + 54_303_500 });
});

test('D5: a wait of two minutes is kept to, or ends the call; it is never cut', async () => {
  await ends(tooMany({ 'retry-after': '120' }), { class: 'exhausted', retryAt: NOW + 120_000 });
  await waits(120, tooMany({ 'retry-after': '120' }), { options: { maxServerWaitMs: 120_000, retryForMs: 600_000 } });
});

test('D6: a wait of a day ends the call at once, with the time of the reset', () => ends(
  tooMany({ 'retry-after': '86400' }),
  { class: 'exhausted', retryAt: NOW + DAY, stop: 'exhausted' },
));

test('D7: a wait beyond what timers count ends the call, and one within is slept whole', async () => {
  await ends(tooMany({ 'retry-after': '4000000' }), { class: 'exhausted', retryAt: NOW + 4e9 });
  await waits(4_000_000, tooMany({ 'retry-after': '4000000' }), { options: { maxServerWaitMs: 1e10, retryForMs: 1e10, deadlineMs: 1e11 } });
  await ends(tooMany({ 'retry-after': '9'.repeat(400) }), { class: 'exhausted', retryAt: null });
});

test('D8: an asctime date is in GMT, whatever the zone of the machine', () => {
  const source = `
    import { parseRetryAfter } from 'retriage';
    console.log(parseRetryAfter(${JSON.stringify(asctime(NOW + 30_000))}, ${NOW}), new Date(${NOW}).getTimezoneOffset());`;
  for (const [zone, offset] of [['America/Los_Angeles', 480], ['Asia/Kolkata', -330], ['UTC', 0]]) {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { cwd: installed, encoding: 'utf8', env: { ...process.env, TZ: zone } });
    assert.equal(stdout.trim(), `30000 ${offset}`);
  }
  assert.equal(parseRetryAfter(asctime(NOW + 30_000), NOW), 30_000);
});

test('D9: a wrong clock does no harm, since a date is measured from the server\'s own', async () => {
  const answer = tooMany({ date: imf(NOW), 'retry-after': imf(NOW + 30_000) });
  for (const wrong of [0, 300_000, -300_000]) await waits(30, answer, { given: { now: NOW + wrong } });
});

test('D10: a reset in epoch milliseconds is told from one in seconds', async () => {
  await waits(30, tooMany({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW + 30_000}` }));
  await waits(30, tooMany({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${(NOW + 30_000) / 1000}` }));
});

test('D11: the reset of a meter that has room is no wait', async () => {
  const { sleeps, response } = await duel({ status: 503, headers: { 'x-ratelimit-remaining': '57', 'x-ratelimit-reset': `${NOW / 1000 + 3_600}` } });
  assert.equal(response.status, 200);
  assert.deepEqual(sleeps, [1_000]);
});

test('D12: a reset in the year 2039 ends the call, and overflows nothing', () => ends(
  tooMany({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2200000000' }),
  { class: 'exhausted', retryAt: 2_200_000_000_000 },
));

test('D13: of two hundred clients with the same wait none comes early, and they come spread', async () => {
  let answered = 0;
  const runtime = createTestRuntime({ script: () => ((answered += 1) <= 200 ? tooMany({ 'retry-after': '10' }) : 200), now: NOW });
  const flights = Array.from({ length: 200 }, () => createClient({ runtime }).fetch(ADDRESS));
  await runtime.run(Promise.all(flights));
  const again = runtime.calls.slice(200).map(({ atMs }) => atMs);
  assert.equal(again.length, 200);
  assert.ok(Math.min(...again) >= 10_500);
  const slots = new Map();
  for (const at of again) slots.set(Math.floor(at / 100), (slots.get(Math.floor(at / 100)) ?? 0) + 1);
  assert.ok(Math.max(...slots.values()) <= 40, `${Math.max(...slots.values())} in one slot of 100 ms`);
});

test('D14: an abort one second into a wait of sixty ends the call then, and no call follows', async () => {
  const controller = new AbortController();
  const { fetch, runtime } = setUp(() => tooMany({ 'retry-after': '60' }));
  runtime.timer(1_000, () => controller.abort());
  const { error } = await fetch(ADDRESS, { signal: controller.signal });
  assert.equal(error, controller.signal.reason);
  assert.equal(runtime.monotonic(), 1_000);
  await runtime.advance(1e7);
  assert.equal(runtime.calls.length, 1);
});

test('D15: the default policy is bounded and jittered, for fetch and for run', async () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  const all = await Promise.all(seeds.map(async (seed) => {
    const { fetch, runtime } = setUp(() => tooMany(), {}, { random: undefined, seed });
    await fetch();
    assert.equal(runtime.calls.length, 5);
    return runtime.monotonic();
  }));
  assert.equal(new Set(all).size, seeds.length);
  const { run, runtime } = setUp([], {}, { random: () => 1 });
  await run(() => { throw Object.assign(new Error('busy'), { status: 429 }); });
  assert.deepEqual(runtime.sleeps, [1_000, 2_000, 4_000, 8_000]);
});

test('D16: of nested retriers one owns the retries', async () => {
  const { client, runtime } = setUp(() => ({ status: 503 }), { attempts: 3 });
  const outer = createClient({ runtime: { ...runtime, fetch: client.fetch }, attempts: 5 });
  assert.equal((await runtime.run(outer.fetch(ADDRESS))).status, 503);
  assert.equal(runtime.calls.length, 3);
});

const failed = (code) => Object.assign(new TypeError('fetch failed'), code && { cause: Object.assign(new Error(code), { code }) });

test('D17: a POST whose outcome is not known is sent once, unless a key or proof allows more', async () => {
  const POST = { method: 'POST', body: 'x' };
  for (const code of [undefined, 'ECONNRESET', 'UND_ERR_SOCKET']) {
    const { error, sentAt } = await duel(failed(code), { init: POST });
    assert.equal(error.message, 'fetch failed');
    assert.equal(sentAt().length, 1);
  }
  for (const status of [500, 502, 503, 504]) assert.equal((await duel({ status }, { init: POST })).sentAt().length, 1, status);
  assert.equal((await duel(failed(), { init: { ...POST, headers: { 'idempotency-key': 'k' } } })).response.status, 200);
  assert.equal((await duel(failed('ECONNREFUSED'), { init: POST })).response.status, 200);
});

test('D18: a one-shot stream is sent once, and the 503 comes back', async () => {
  const body = new Blob(['hello world']).stream();
  const { response, runtime, stop } = await duel({ status: 503, body: 'down' }, { init: { method: 'PUT', body, duplex: 'half' } });
  assert.deepEqual(runtime.calls.map((call) => call.body), ['hello world']);
  assert.equal(response.status, 503);
  assert.equal(await response.text(), 'down');
  assert.equal(stop, 'unsafe');
});

test('D23: Retry-After 0 gets the backoff\'s delay', () => guesses(tooMany({ 'retry-after': '0' })));

test('D24: what is no wait is ignored, and the delay is a guess', async () => {
  for (const value of [imf(NOW - 30_000), 'soon', '-5', 'Infinity', '1e400', 'NaN', '']) await guesses(tooMany({ 'retry-after': value }));
});

test('D25: of two values that proxies have joined the larger counts', () => waits(30, tooMany({ 'retry-after': '30, 30' })).then(
  () => waits(30, tooMany({ 'retry-after': '10, 30' })),
));

test('D26: a date in ISO 8601 is read as such, and never as a number', () => waits(30, tooMany({ 'retry-after': new Date(NOW + 30_000).toISOString() })));

test('D27: of retry-after-ms and Retry-After that disagree the longer counts', async () => {
  await waits(30, tooMany({ 'retry-after-ms': '100', 'retry-after': '30' }));
  await waits(30, tooMany({ 'retry-after-ms': '30000', 'retry-after': '1' }));
});

const events = (...chunks) => ({ headers: { 'content-type': 'text/event-stream' }, chunks });
const PING = 'event: ping\ndata: {"type":"ping"}\n\n';
const TEXT = 'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"Hello"}}\n\n';
const OVERLOADED = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';

test('D28: an error in a stream is retried before it has said anything, and typed after', async () => {
  const { fetch, runtime } = setUp([events(PING, OVERLOADED), events(PING, TEXT)], { sse: true });
  assert.equal(await (await fetch()).response.text(), PING + TEXT);
  assert.equal(runtime.calls.length, 2);
  const late = setUp(() => events(PING, TEXT, OVERLOADED), { sse: true });
  const reader = (await late.fetch()).response.body.getReader();
  assert.equal(new TextDecoder().decode((await reader.read()).value), PING);
  assert.equal(new TextDecoder().decode((await reader.read()).value), TEXT);
  await assert.rejects(reader.read(), (error) => error.code === 'stream_error' && error.partial && verdictOf(error).reason === 'overloaded');
  assert.equal(late.runtime.calls.length, 1);
});

test('D28: a stream that is cut before its end does not end as a success', async () => {
  const start = 'data: {"type":"message_start"}\n\n';
  const { response } = await setUp([events(start, TEXT)], { sse: true }).fetch();
  await assert.rejects(response.text(), (error) => error.code === 'truncated' && error.partial);
});

test('D29: rate-limit headers are read: structured fields, durations, RFC 3339', async () => {
  await waits(30, tooMany({ ratelimit: '"default";r=0;t=30' }));
  await ends(tooMany({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }), { waitMs: 360_000, class: 'exhausted' });
  await waits(45, tooMany({ 'anthropic-ratelimit-requests-remaining': '0', 'anthropic-ratelimit-requests-reset': new Date(NOW + 45_000).toISOString() }));
});

for (const status of [501, 505, 511, 526, 413, 422]) {
  test(`D30: ${status} is permanent and costs one call`, () => ends({ status }, { class: 'permanent', stop: 'permanent' }));
}
test('D30: 402 is exhausted and costs one call', () => ends({ status: 402 }, { class: 'exhausted', stop: 'exhausted' }));

test('D31: a wait over the cap, or past the time for retries, ends the call at once', async () => {
  await ends(tooMany({ 'retry-after': '600' }), { class: 'exhausted', stop: 'exhausted' }, { options: { maxServerWaitMs: 10_000 } });
  await ends(tooMany({ 'retry-after': '600' }), { stop: 'retry_for', retryAt: NOW + 600_000 }, { options: { maxServerWaitMs: 1e6, retryForMs: 30_000 } });
});

test('D32: a date with the wrong weekday is no Retry-After, and is waited for all the same', async () => {
  const right = imf(NOW + 30_000);
  const wrong = right.replace(/^\w+/, right.startsWith('Mon') ? 'Tue' : 'Mon');
  assert.equal(parseRetryAfter(wrong, NOW), null);
  await waits(30, tooMany({ 'retry-after': wrong }));
  assert.equal(retriage.classify({ ...tooMany({ 'retry-after': wrong }), now: NOW }).malformed, true);
});
