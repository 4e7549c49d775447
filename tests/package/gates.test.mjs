// Many calls of one client: what one is told, the others heed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestRuntime } from '../../pkg/src/testing.js';
import { retriage } from './installed.mjs';

const { classifyResponse, createClient, isRetriageError, suggestConcurrency, tokenCost, verdictOf } = retriage;
const HERE = 'https://api.example.com/v1/things';
const CAP = { status: 429, body: 'Your project has exceeded its monthly spending cap.' };
/** A day's limit of one model. */
const USED_UP = JSON.stringify({ error: { code: 'rate_limit_exceeded', message: 'Rate limit reached for model `small` on requests per day (RPD): Limit 10, Used 10.' } });

function setUp(script, options) {
  const runtime = createTestRuntime({ script });
  const records = [];
  return { runtime, records, client: createClient({ runtime, onEvent: (record) => records.push(record), ...options }) };
}

/** The codes and statuses of so many calls, one after another. */
async function calls(count, call) {
  const ends = [];
  for (let i = 0; i < count; i += 1) ends.push(await call().then(({ status }) => status, (error) => error.code));
  return ends;
}

test('after a spend cap nobody asks again, one alert is raised, and a probe goes every five minutes', async () => {
  const { client, runtime, records } = setUp(() => CAP);
  assert.deepEqual(await calls(4, () => client.fetch(HERE)), [429, 'exhausted', 'exhausted', 'exhausted']);
  assert.equal(runtime.calls.length, 1);
  await runtime.advance(300_000);
  assert.deepEqual(await calls(3, () => client.fetch(HERE)), [429, 'exhausted', 'exhausted']);
  assert.equal(runtime.calls.length, 2);
  assert.equal(records.filter(({ alert }) => alert).length, 1);
});

test('a clock that differs from the server\'s makes nobody come back late or early', async () => {
  for (const skew of [-3_600_000, 0, 3_600_000]) {
    const { client, runtime } = setUp(() => ({ status: 429, headers: { date: new Date(runtime.now() + skew).toUTCString(), 'retry-after': '300' } }));
    assert.deepEqual(await calls(2, () => client.fetch(HERE)), [429, 'exhausted']);
    await runtime.advance(299_000);
    assert.deepEqual(await calls(1, () => client.fetch(HERE)), ['exhausted']);
    await runtime.advance(1_000);
    assert.deepEqual(await calls(1, () => client.fetch(HERE)), [429]);
  }
});

test('the error of a call that was never sent says why, carries the verdict, and shows neither', async () => {
  const { client } = setUp(() => CAP);
  await client.fetch(HERE);
  const error = await client.fetch(HERE).catch((thrown) => thrown);
  assert.ok(isRetriageError(error));
  assert.equal(error.message, 'not sent: A spending limit is reached. Stop: whoever owns the billing must raise the limit; most such limits reset on the 1st of the month.');
  assert.equal(error.verdict.reason, 'spend_cap');
  assert.equal(verdictOf(error).stop, 'exhausted');
  assert.deepEqual(Object.keys(error), ['name', 'code']);
});

test('orElse answers in its place, and failFast makes a response of it', async () => {
  const { client } = setUp(() => CAP);
  await client.fetch(HERE);
  assert.equal(await client.with({ orElse: ({ error, verdict }) => `${error.code} ${verdict.reason}` }).fetch(HERE), 'exhausted spend_cap');
  const response = await client.with({ failFast: 'response' }).fetch(HERE);
  assert.equal(response.status, 429);
  assert.equal(response.headers.get('x-should-retry'), 'false');
  const { error } = await response.json();
  assert.deepEqual([error.type, error.code], ['retriage', 'exhausted']);
});

test('the response of a call that was never sent has the status of the failure that holds it back', async () => {
  for (const status of [402, 403, 429]) {
    const { client } = setUp(() => ({ ...CAP, status }), { failFast: 'response' });
    assert.deepEqual(await calls(2, () => client.fetch(HERE)), [status, status]);
  }
  const { client, runtime } = setUp(() => 529, { failFast: 'response', attempts: 1 });
  assert.deepEqual(await calls(6, () => client.fetch(HERE)), Array(6).fill(529));
  assert.equal(runtime.calls.length, 5);
});

test('the response of a call that was never sent names the time that is left, so that it is judged like the failure', async () => {
  const reset = { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 0, 1, 0, 30) / 1000) };
  const github = { status: 403, headers: reset, body: { message: 'API rate limit exceeded for user ID 1.' } };
  const { client, runtime } = setUp(() => github, { failFast: 'response' });
  await client.fetch(HERE);
  await runtime.advance(60_000);
  const response = await client.fetch(HERE);
  assert.equal(runtime.calls.length, 1);
  assert.equal(response.headers.get('retry-after'), '1740');
  const { class: judged, reason, retryAt } = await classifyResponse(response, { now: runtime.now() });
  assert.deepEqual([judged, reason, retryAt], ['exhausted', 'long_wait', verdictOf(response).retryAt]);
});

test('another credential is another account, and reset opens them', async () => {
  const { client, runtime } = setUp(() => CAP);
  const as = (key) => () => client.fetch(HERE, { headers: { Authorization: `Bearer ${key}` } });
  assert.deepEqual(await calls(2, as('one')), [429, 'exhausted']);
  assert.deepEqual(await calls(2, as('two')), [429, 'exhausted']);
  client.reset('https://api.example.com');
  assert.deepEqual(await calls(2, as('one')), [429, 'exhausted']);
  client.reset();
  assert.deepEqual(await calls(2, as('two')), [429, 'exhausted']);
  assert.equal(runtime.calls.length, 4);
});

test('a key names the account, in fetch and in run, and opens by its name', async () => {
  const { client } = setUp(() => CAP);
  const named = (key) => () => client.fetch(HERE, { retriage: { key } });
  assert.deepEqual(await calls(2, named('ours')), [429, 'exhausted']);
  assert.deepEqual(await calls(1, named(() => 'theirs')), [429]);
  client.reset('ours');
  assert.deepEqual(await calls(1, named('ours')), [429]);
  const failing = () => Promise.reject(Object.assign(new Error(CAP.body), { status: 429 }));
  assert.deepEqual(await calls(2, () => client.run(failing, { key: 'a tool' })), [undefined, 'exhausted']);
  assert.deepEqual(await calls(2, () => client.run(failing)), [undefined, undefined]);
});

test("a model's limit holds that model alone", async () => {
  const { client, runtime } = setUp(() => 200);
  const runs = { ...runtime, fetch: async (_, { body }) => (body.includes('small') ? new Response(USED_UP, { status: 429 }) : new Response('ok')) };
  const one = createClient({ runtime: runs });
  const ask = (model) => () => one.fetch(HERE, { method: 'POST', body: JSON.stringify({ model, input: 'x' }) });
  assert.deepEqual(await calls(2, ask('small')), [429, 'exhausted']);
  assert.deepEqual(await calls(1, ask('large')), [200]);
  client.close();
});

test('one refusal holds the calls that come after it, and none is sent early', async () => {
  const runtime = createTestRuntime();
  const start = runtime.now();
  const client = createClient({ runtime: { ...runtime, fetch: (input, init) => (runtime.now() - start < 3_000 ? refusal() : answer()) } });
  const sent = [];
  const refusal = async () => { sent.push(runtime.now() - start); return new Response('', { status: 429, headers: { 'retry-after': '3' } }); };
  const answer = async () => { sent.push(runtime.now() - start); return new Response('ok'); };
  await runtime.run(Promise.all(Array.from({ length: 30 }, async (_, i) => {
    await runtime.sleep(i * 10);
    assert.equal((await client.fetch(HERE)).status, 200);
  })));
  assert.equal(sent.length, 31);
  assert.ok(sent.slice(1).every((at) => at >= 3_500), `${sent}`);
});

test('five calls in a row that the service failed open the circuit, also for others', async () => {
  const { client, runtime } = setUp(() => 503, { attempts: 1 });
  assert.deepEqual(await calls(7, () => client.fetch(HERE)), [503, 503, 503, 503, 503, 'circuit_open', 'circuit_open']);
  await runtime.advance(30_000);
  assert.deepEqual(await calls(2, () => client.fetch(HERE)), [503, 'circuit_open']);
  assert.deepEqual(await calls(7, () => client.with({ breaker: false }).fetch(HERE)), Array(7).fill(503));
});

test('meters that are used up hold the next call until they are full', async () => {
  const headers = { 'x-ratelimit-limit-requests': '2', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '7s' };
  const { client, runtime } = setUp(() => ({ status: 200, headers }));
  await client.fetch(HERE);
  await runtime.run(client.fetch(HERE));
  assert.deepEqual(runtime.sleeps, [8_000]);
  await runtime.run(client.with({ pace: false }).fetch(HERE));
  assert.equal(runtime.sleeps.length, 1);
});

test('no more calls are under way than concurrency allows, and an aborted one gives its place back', async () => {
  const { client, runtime } = setUp(() => ({ delayMs: 30_000 }), { concurrency: 2 });
  const controller = new AbortController();
  const stuck = [1, 2].map(() => client.fetch(HERE, { signal: controller.signal }).catch((error) => error));
  const third = client.fetch(HERE);
  await runtime.advance(12_000);
  assert.equal(runtime.calls.length, 2, 'a call that lives keeps its slot');
  controller.abort(new Error('enough'));
  await Promise.all(stuck);
  await runtime.advance(1_000);
  assert.equal(runtime.calls.length, 3);
  assert.equal((await runtime.run(third)).status, 200);
});

test('what holds a call longer than it may wait ends it now, with the reason', async () => {
  const { client } = setUp(() => ({ status: 200, headers: { 'x-ratelimit-limit-requests': '2', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '600s' } }));
  assert.deepEqual(await calls(2, () => client.fetch(HERE)), [200, 'queue_timeout']);
});

test('the retry budget ends what would multiply an outage', async () => {
  const { client, runtime } = setUp(() => 503, { breaker: false });
  const ends = await runtime.run(Promise.all(Array.from({ length: 40 }, () => client.fetch(HERE))));
  const stops = ends.map((response) => verdictOf(response).stop);
  assert.ok(stops.filter((stop) => stop === 'retry_budget').length >= 30, `${stops}`);
  assert.ok(runtime.calls.length <= 40 + 12, `${runtime.calls.length}`);
});

test('the credential and the address never reach a record', async () => {
  const { client, records } = setUp(() => CAP);
  await client.fetch(`${HERE}?key=AIzaSecretKey`, { headers: { authorization: 'Bearer sk-live-secret' } });
  await client.fetch(`${HERE}?key=AIzaSecretKey`, { headers: { authorization: 'Bearer sk-live-secret' } }).catch(() => {});
  assert.doesNotMatch(JSON.stringify(records), /AIza|sk-live/);
});

test('costs are counted as the providers count them', () => {
  const request = (body) => ({ input: HERE, init: { body: JSON.stringify(body) } });
  assert.equal(tokenCost.openai(request({ max_output_tokens: 4_000, input: 'x'.repeat(400) })), 4_000);
  assert.equal(tokenCost.openai(request({ max_tokens: 16, messages: ['x'.repeat(396)] })), 100);
  const cached = { type: 'text', text: 'x'.repeat(9_000), cache_control: { type: 'ephemeral' } };
  const fresh = { role: 'user', content: 'x'.repeat(396) };
  assert.equal(tokenCost.anthropic(request({ max_tokens: 4_000, system: [cached], messages: [fresh] })), 100);
  assert.equal(tokenCost.openai({ input: HERE, init: { body: new Uint8Array(1) } }), undefined);
});

test('a suggested concurrency is as many calls as begin while one runs', () => {
  assert.equal(suggestConcurrency(60, 5_000), 5);
  assert.equal(suggestConcurrency(600, 800), 8);
  assert.equal(suggestConcurrency(10, 100), 1);
  assert.throws(() => suggestConcurrency(NaN, 1), { name: 'TypeError', message: 'requestsPerMinute must be a finite number, 0 or more, got NaN' });
});
