// run: SDK calls that throw, what they are handed and what comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp, stopOf } from './client.mjs';
import { retriage } from './installed.mjs';

const { verdictOf } = retriage;

/** An error as the OpenAI SDK makes it. */
class APIError extends Error {
  constructor(status, error, headers = {}) {
    super(`${status} ${error?.message ?? ''}`);
    this.status = status;
    this.headers = new Headers(headers);
    this.error = error;
    this.code = error?.code;
    this.type = error?.type;
  }
}
class RateLimitError extends APIError {}
class APIConnectionError extends APIError {
  constructor(cause) {
    super(undefined, undefined, {});
    this.message = 'Connection error.';
    this.cause = cause;
  }
}
const coded = (code) => Object.assign(new Error(code), { code });

/** Throws each of these in turn, then returns. */
function failing(...errors) {
  let next = 0;
  const work = () => {
    if (next < errors.length) throw errors[next++];
    return 'done';
  };
  return work;
}

test('what the function returns is returned, and it runs once', async () => {
  const { run, runtime } = setUp([]);
  const value = { id: 1 };
  let ran = 0;
  assert.equal((await run(() => { ran += 1; return value; })).value, value);
  assert.equal((await run(async () => value)).value, value);
  assert.equal((await run(() => undefined)).value, undefined);
  assert.equal(ran, 1);
  assert.deepEqual(runtime.sleeps, []);
});

test('the function is told the attempt, its signal and its time', async () => {
  const { run } = setUp([], { attemptTimeoutMs: 30_000, deadlineMs: 33_000 });
  const seen = [];
  const error = new RateLimitError(429, { message: 'slow down' }, { 'retry-after': '5' });
  await run((given) => {
    seen.push(given);
    if (seen.length === 1) throw error;
  });
  assert.deepEqual(seen.map(({ attempt, timeoutMs }) => [attempt, timeoutMs]), [[1, 30_000], [2, 33_000 - 6_000]]);
  assert.ok(seen.every(({ signal }) => signal instanceof AbortSignal && !signal.aborted));
  assert.deepEqual(Object.keys(seen[0]), ['attempt', 'signal', 'timeoutMs']);
});

test('without any bound the time is endless', async () => {
  const { run, runtime } = setUp([], { deadlineMs: Infinity });
  await run(({ timeoutMs }) => assert.equal(timeoutMs, Infinity));
  assert.equal(runtime.pending, 0);
});

/** Errors of SDKs, what becomes of them, and how often the function runs. */
const THROWN = [
  ['a rate limit of OpenAI', new RateLimitError(429, { type: 'tokens', code: 'rate_limit_exceeded', message: 'Rate limit reached for gpt-5 on tokens per min (TPM). Please try again in 3.035s.' }), 'attempts', 5],
  ['an empty balance at OpenAI', new RateLimitError(429, { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded your current quota' }), 'exhausted', 1],
  ['an overload at Anthropic', new APIError(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, { 'request-id': 'req_1' }), 'attempts', 5],
  ['an empty balance at Anthropic', new APIError(400, { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' } }), 'exhausted', 1],
  ['a wrong key', new APIError(401, { message: 'Incorrect API key provided', code: 'invalid_api_key' }), 'permanent', 1],
  ['a connection never made', new APIConnectionError(Object.assign(new TypeError('fetch failed'), { cause: coded('ECONNREFUSED') })), 'attempts', 5],
  ['a connection that broke', new APIConnectionError(Object.assign(new TypeError('fetch failed'), { cause: coded('ECONNRESET') })), 'unsafe', 1],
  ['a server error', new APIError(500, { message: 'Internal' }), 'unsafe', 1],
  ['a refusal to be tried again', new APIError(429, { message: 'no' }, { 'x-should-retry': 'false' }), 'not_retryable', 1],
  ['an error of the function itself', new RangeError('index'), 'unknown', 1],
];

for (const [what, error, stop, times] of THROWN) {
  test(`${what} ends with ${stop} after ${times}, and is rethrown as it was`, async () => {
    const { run } = setUp([]);
    let ran = 0;
    const keys = Object.keys(error);
    const ended = await run(() => { ran += 1; throw error; });
    assert.equal(ended.error, error);
    assert.equal(stopOf(ended), stop);
    assert.equal(verdictOf(error).attempts, times);
    assert.equal(ran, times);
    assert.deepEqual(Object.keys(error), keys);
  });
}

test('a wait that an SDK\'s error states is kept to', async () => {
  const { run, runtime } = setUp([]);
  const error = new RateLimitError(429, { message: 'x' }, { 'retry-after': '3' });
  assert.equal((await run(failing(error))).value, 'done');
  assert.deepEqual(runtime.sleeps, [3_800]);
});

test('repeatIsSafe lets a failure be repeated after which the server may have acted', async () => {
  const { run } = setUp([]);
  assert.equal((await run(failing(new APIError(500), coded('ECONNRESET')), { repeatIsSafe: true })).value, 'done');
  assert.equal((await run(failing(new APIError(500)))).error.status, 500);
});

test('a rejection counts as a throw', async () => {
  const { run } = setUp([]);
  let ran = 0;
  const busy = new APIError(429);
  const { value } = await run(() => { ran += 1; return ran === 1 ? Promise.reject(busy) : ran; });
  assert.equal(value, 2);
});

test('a thrown primitive is rethrown as it is', async () => {
  for (const odd of ['429 Too Many Requests', 'text', 0, '', null, undefined, false, 7n]) {
    const { run } = setUp([], { attempts: 2 });
    const ended = await run(() => { throw odd; });
    assert.ok('error' in ended);
    assert.equal(ended.error, odd);
  }
});

test('a thrown text is judged: one that says to wait is waited for', async () => {
  const { run, runtime } = setUp([]);
  assert.equal((await run(failing('Rate limit reached. Please try again in 2s'))).value, 'done');
  assert.deepEqual(runtime.sleeps, [2_750]);
});

test('a function that takes too long is cut, and its signal aborted', async () => {
  const { run } = setUp([], { attemptTimeoutMs: 1_000 });
  let inner;
  const { error } = await run(({ signal }) => { inner = signal; return new Promise(() => {}); });
  assert.deepEqual([error.name, error.code], ['RetriageError', 'timeout']);
  assert.equal(inner.reason.name, 'TimeoutError');
});

test('a Response that the function returns is a value like any other', async () => {
  const { run } = setUp([]);
  const response = new Response('x', { status: 503 });
  assert.equal((await run(() => response)).value, response);
});

test('misuse of run is a TypeError that says what it takes', async () => {
  const { client } = setUp([]);
  for (const [args, message] of [
    [[], 'run takes a function, got undefined'],
    [[{}], 'run takes a function, got an object'],
    [[() => 1, { attempt: 3 }], "unknown option \"attempt\"; did you mean 'attempts'?"],
    [[() => 1, { repeatIsSafe: 1 }], "option 'repeatIsSafe' must be true or false, got 1"],
  ]) {
    await assert.rejects(client.run(...args), { name: 'TypeError', message });
  }
  assert.equal(await client.run(() => 1, null), 1);
});
