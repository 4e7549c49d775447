// How a call ends, each way that the design knows, and how long it waits before that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neverSent } from '../../pkg/src/errors.js';
import { ADDRESS, setUp, stopOf } from './client.mjs';
import { createTestRuntime, retriage } from './installed.mjs';

const { createClient, isRetriageError, verdictOf } = retriage;
const SLOW_DOWN = { status: 429, body: { error: { type: 'slow_down', code: 'slow_down', message: 'Slow down.' } } };
const late = { delayMs: Infinity };
const within = (value, low, high) => value >= low && value <= high;

test('the waits after 429 with retry-after 3, 529 and slow_down lie in their intervals, for a thousand seeds', async () => {
  const drawn = [[], [], []];
  for (let seed = 0; seed < 1_000; seed += 1) {
    const script = [{ status: 429, headers: { 'retry-after': '3' } }, 529, SLOW_DOWN, 200];
    const waited = [];
    const runtime = createTestRuntime({ script, seed });
    const client = createClient({ runtime, onEvent: ({ delayMs }) => delayMs !== null && waited.push(delayMs) });
    assert.equal((await runtime.run(client.fetch(ADDRESS))).status, 200);
    const { sleeps } = runtime;
    assert.equal(sleeps.length, 3);
    assert.ok(within(sleeps[0], 3_500, 4_100) && within(sleeps[1], 0, 2_000) && within(sleeps[2], 0, 2_000), `seed ${seed}: ${sleeps}`);
    assert.deepEqual(waited, sleeps, 'each sleep is the one that was decided');
    assert.equal(runtime.calls[3].atMs, sleeps[0] + sleeps[1] + sleeps[2]);
    sleeps.forEach((ms, i) => drawn[i].push(ms));
    client.close();
  }
  // And they fill them.
  for (const [all, low, high] of [[drawn[0], 3_500, 4_100], [drawn[1], 0, 2_000], [drawn[2], 0, 2_000]]) {
    const span = high - low;
    assert.ok(Math.min(...all) < low + span / 50 && Math.max(...all) > high - span / 50);
    const mean = all.reduce((sum, ms) => sum + ms) / all.length;
    assert.ok(within(mean, low + span * 0.45, low + span * 0.55), `${mean}`);
  }
});

test('(a) a success is the platform\'s object, and costs no wait', async () => {
  const given = new Response('ok');
  const { fetch, runtime } = setUp([given]);
  assert.equal((await fetch()).response, given);
  assert.deepEqual(runtime.sleeps, []);
});

/** Every stop that a call can end with while a response is in hand. */
const STOPS = [
  ['permanent', [404], {}],
  ['exhausted', [{ status: 429, body: { error: { code: 'insufficient_quota' } } }], {}],
  ['unknown', [{ status: 429, headers: {}, body: '' }], { rules: [{ id: 'mine', status: 429, class: 'unknown', reason: 'unknown' }] }],
  ['not_retryable', [{ status: 503, headers: { 'x-should-retry': 'false' } }], {}],
  ['not_retryable', [503], { strict: true }],
  ['attempts', [503, 503, 503, 503, 503], {}],
  ['attempts', [503], { attempts: 1 }],
  ['retry_for', [{ status: 429, headers: { 'retry-after': '30' } }], { retryForMs: 30_000 }],
  ['malformed_wait', [{ status: 429, headers: { 'retry-after': '61.5' } }], {}],
  ['deadline', [{ status: 429, headers: { 'retry-after': '30' } }], { deadlineMs: 20_000 }],
  ['unsafe', [500], {}, { method: 'POST' }],
  ['should_retry', [503], { shouldRetry: () => false }],
  ['should_retry', [503], { shouldRetry: async () => false }],
];

for (const [stop, script, options, init] of STOPS) {
  test(`(b) the last response comes back, and verdictOf says ${stop}, after ${script.length} with ${JSON.stringify(options)}`, async () => {
    const { fetch, runtime } = setUp(script, options);
    const { response } = await fetch(ADDRESS, init);
    assert.equal(response.status, script.at(-1).status ?? script.at(-1));
    const verdict = verdictOf(response);
    assert.equal(verdict.stop, stop);
    assert.equal(verdict.attempts, script.length);
    assert.equal(verdict.bodyCut, false);
    assert.equal(runtime.calls.length, script.length);
    assert.equal(runtime.sleeps.length, script.length - 1);
  });
}

test('(b) the response of an earlier attempt comes back where a later one left nothing', async () => {
  const ended = await setUp([{ status: 503, body: 'first' }, late], { attempts: 2, attemptTimeoutMs: 100 }).fetch();
  assert.equal(await ended.response.text(), 'first');
  assert.equal(verdictOf(ended.response).reason, 'overloaded');
  assert.equal(stopOf(ended), 'attempts');
});

test('(b) the verdict is all that classify says, and points into the body', async () => {
  const body = '{"error":{"code":"insufficient_quota"}}';
  const { response } = await setUp([{ status: 429, body }]).fetch();
  const { stop, attempts, bodyCut, ...verdict } = verdictOf(response);
  assert.deepEqual([stop, attempts, bodyCut], ['exhausted', 1, false]);
  assert.deepEqual(Object.keys(verdict), Object.keys(retriage.classify('x')));
  assert.equal(body.slice(...verdict.evidence[0].span), 'insufficient_quota');
});

test('(c) what the platform threw is rethrown as it was, with its verdict', async () => {
  const reset = Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
  const frozen = Object.freeze(new RangeError('odd'));
  for (const [error, script, stop] of [[reset, [429, reset], 'unsafe'], [frozen, [frozen], 'unknown']]) {
    const ended = await setUp(script, {}).fetch(ADDRESS, { method: 'POST' });
    assert.equal(ended.error, error);
    assert.equal(stopOf(ended), stop);
    assert.ok(!('verdict' in error));
  }
});

/** The parts of a call that was never sent, by the unit: nothing holds a call back as yet. */
const held = (stop, more) => ({ stop, class: 'transient', explain: 'The service is failing.', ...more });

test('(d) a call that was never sent is an error that says so', async () => {
  for (const [outcome, code, message] of [
    [held('circuit_open'), 'circuit_open', 'not sent: The service is failing.'],
    [held('queue_timeout'), 'queue_timeout', 'not sent: The service is failing.'],
    [held('exhausted', { class: 'exhausted' }), 'exhausted', 'not sent: The service is failing.'],
    [undefined, 'exhausted', 'not sent: the service is held back'],
  ]) {
    await assert.rejects(neverSent(outcome, null, { failFast: 'throw' }), (error) => {
      assert.deepEqual([error.name, error.code, error.message, error.verdict], ['RetriageError', code, message, outcome]);
      return isRetriageError(error);
    });
  }
});

test('(d) with failFast response it is a response of ours, and orElse comes before both', async () => {
  const outcome = held('circuit_open');
  const response = await neverSent(outcome, null, { failFast: 'response' });
  assert.equal(response.status, 503);
  assert.equal((await neverSent(held('exhausted', { class: 'exhausted' }), 429, { failFast: 'response' })).status, 429);
  assert.deepEqual(Object.fromEntries(response.headers), { 'content-type': 'application/json', 'x-should-retry': 'false' });
  assert.deepEqual(await response.json(), { error: { type: 'retriage', code: 'circuit_open', message: 'not sent: The service is failing.' } });
  assert.equal(await neverSent(outcome, null, { failFast: 'throw', orElse: ({ error, verdict }) => `${error.code} ${verdict.stop}` }), 'circuit_open circuit_open');
});

for (const [why, options, init, attempts] of [
  ['every attempt is used up', { attempts: 2, attemptTimeoutMs: 100 }, {}, 2],
  ['every attempt is used up', { attempts: 1, attemptTimeoutMs: 100 }, {}, 1],
  ['deadlineMs is over', { deadlineMs: 100 }, {}, 1],
  ['the next attempt would begin after retryForMs', { attemptTimeoutMs: 100, retryForMs: 100 }, {}, 1],
  ['the server may have acted on it, and a repeat might count twice', { attemptTimeoutMs: 100 }, { method: 'POST' }, 1],
  ['shouldRetry said no', { attemptTimeoutMs: 100, shouldRetry: () => false }, {}, 1],
]) {
  test(`(e) cut by our own time, with nothing in hand: ${why} (${attempts})`, async () => {
    const { fetch, runtime } = setUp(() => late, options);
    const { error } = await fetch(ADDRESS, init);
    assert.ok(isRetriageError(error));
    assert.equal(error.code, 'timeout');
    assert.equal(error.message, `no answer in time, after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}: ${why}`);
    assert.equal(verdictOf(error).reason, 'timeout');
    assert.equal(verdictOf(error).attempts, attempts);
    assert.equal(runtime.calls.length, attempts);
  });
}

test('an attempt that is cut is aborted with a TimeoutError, and its late answer is let go', async () => {
  const reasons = [];
  const { fetch } = setUp(({ init }) => {
    init.signal.addEventListener('abort', () => reasons.push(init.signal.reason.name));
    return late;
  }, { attempts: 2, attemptTimeoutMs: 100 });
  await fetch();
  assert.deepEqual(reasons, ['TimeoutError', 'TimeoutError']);
});

test('(g) misuse is a TypeError at createClient', () => {
  assert.throws(() => createClient({ atempts: 3 }), { name: 'TypeError', message: "unknown option \"atempts\"; did you mean 'attempts'?" });
});

test('the bounds count the first attempt, and five is the default', async () => {
  for (const [options, sends] of [[{}, 5], [{ attempts: 1 }, 1], [{ attempts: 2 }, 2], [{ attempts: 50, retryForMs: 1e9, deadlineMs: Infinity }, 50]]) {
    const { fetch, runtime } = setUp(() => 503, options);
    assert.equal((await fetch()).response.status, 503);
    assert.equal(runtime.calls.length, sends);
  }
});

test('no wait ends past retryForMs, whatever the chance', async () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const { fetch, runtime } = setUp(() => ({ status: 429, headers: { 'retry-after': '7' } }), { attempts: 100, retryForMs: 60_000 }, { random: undefined, seed });
    await fetch();
    assert.ok(runtime.monotonic() <= 60_000 && runtime.monotonic() > 50_000);
  }
});

test('attempts that take their time count against retryForMs', async () => {
  const { fetch, sentAt } = setUp(() => ({ status: 503, delayMs: 50_000 }), { attempts: 100 });
  assert.equal((await fetch()).response.status, 503);
  assert.equal(sentAt().length, 3);
});

test('deadlineMs ends a flight, and gives a later attempt what is left', async () => {
  const { fetch, runtime } = setUp([{ status: 503, delayMs: 3_000 }, late], { deadlineMs: 10_000 });
  const ended = await fetch();
  assert.equal(ended.response.status, 503);
  assert.equal(stopOf(ended), 'deadline');
  assert.equal(runtime.monotonic(), 10_000);
});

test('a time of 0 ends a call before it is sent', async () => {
  const { fetch, runtime } = setUp([200], { deadlineMs: 0 });
  assert.equal((await fetch()).error.code, 'queue_timeout');
  assert.equal(runtime.calls.length, 0);
});

test('the exponent grows only when guessing', async () => {
  const { fetch, runtime } = setUp([{ status: 429, headers: { 'retry-after': '1' } }, 500, { status: 429, headers: { 'retry-after': '1' } }, 500, 200], {}, { random: () => 1 });
  await fetch();
  assert.deepEqual(runtime.sleeps, [2_000, 1_000, 2_000, 2_000]);
});

test('baseDelayMs and maxDelayMs shape a guessed delay and leave a stated wait alone', async () => {
  const { fetch, runtime } = setUp([500, 500, { status: 429, headers: { 'retry-after': '20' } }, 200], { baseDelayMs: 3_000, maxDelayMs: 4_000 }, { random: () => 1 });
  await fetch();
  assert.deepEqual(runtime.sleeps, [3_000, 4_000, 24_500]);
});

test('a sleep that comes back early is counted in full, and a clock that stands still ends no call late', async () => {
  const slept = [];
  const runtime = { ...createTestRuntime(), sleep: async (ms) => { slept.push(ms); }, now: () => 0, monotonic: () => 0, random: () => 1, fetch: async () => new Response('', { status: 503 }) };
  const response = await createClient({ runtime, attempts: 100, retryForMs: 10_000 }).fetch(ADDRESS);
  assert.equal(verdictOf(response).stop, 'retry_for');
  assert.deepEqual(slept, [2_000, 4_000]);
});

test('shouldRetry is asked before each wait, with the verdict, and cannot force a repeat', async () => {
  const seen = [];
  const shouldRetry = (verdict, context) => { seen.push([verdict.reason, context.attempt, context.delayMs, context.response?.status, context.error]); };
  const reset = Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' });
  const { fetch, runtime } = setUp([503, reset, late, 404], { shouldRetry, attemptTimeoutMs: 100 });
  assert.equal((await fetch()).response.status, 404);
  assert.deepEqual(seen.map(([reason]) => reason), ['overloaded', 'network', 'timeout']);
  assert.deepEqual(seen[0].slice(1), [1, runtime.sleeps[0], 503, undefined]);
  assert.deepEqual(seen[1].slice(1), [2, runtime.sleeps[1], undefined, reset]);

  const forced = setUp([404], { shouldRetry: () => true });
  assert.equal((await forced.fetch()).response.status, 404);
  assert.equal(forced.runtime.calls.length, 1);
});

test('shouldRetry is asked after a timeout too', async () => {
  const seen = [];
  const { fetch } = setUp([late, 200], { attemptTimeoutMs: 100, shouldRetry: (verdict, context) => { seen.push([verdict.reason, Object.keys(context)]); } });
  assert.equal((await fetch()).response.status, 200);
  assert.deepEqual(seen, [['timeout', ['attempt', 'delayMs', 'error', 'response']]]);
});

test('what shouldRetry throws ends the call, and the body that it leaves is cancelled', async () => {
  const mine = new RangeError('mine');
  let cancelled = 0;
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(70_000)), cancel: () => { cancelled += 1; } });
  const { fetch } = setUp([new Response(body, { status: 503 })], { shouldRetry: () => { throw mine; } });
  assert.equal((await fetch()).error, mine);
  assert.equal(cancelled, 1);
});

test('verdictOf knows nothing of what no client has ended with', () => {
  for (const odd of [undefined, null, 7, 'x', {}, new Error('x'), new Response('x'), new Proxy({}, { get() { throw new Error('no'); } })]) {
    assert.equal(verdictOf(odd), undefined);
  }
});
