// Clients inside clients, and SDKs between them: whoever is inside has done what can be done, and nothing multiplies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, setUp, stopOf } from './client.mjs';
import { createTestRuntime, require, retriage } from './installed.mjs';

const { createClient, verdictOf } = retriage;
const refused = () => Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });

/** Layers of clients over one scripted fetch, the outermost last. */
function layers(count, script, options = {}) {
  const runtime = createTestRuntime({ script, random: () => 0.5 });
  let { fetch } = runtime;
  let client;
  for (let i = 0; i < count; i += 1) {
    client = createClient({ ...options, attempts: 3, runtime: { ...runtime, fetch } });
    fetch = client.fetch;
  }
  return { runtime, client };
}

for (const [what, answer, options] of [
  ['a failing service', { status: 503 }],
  ['a failing service whose answers are not marked', { status: 503 }, { markResponses: false }],
  ['a service that is not there', refused()],
  ['new errors each time', () => { throw refused(); }],
  ['a service that does not answer', { delayMs: Infinity }, { attemptTimeoutMs: 1_000 }],
]) {
  test(`three clients around one another call ${what} as often as one`, async () => {
    const { runtime, client } = layers(3, () => (typeof answer === 'function' ? answer() : answer), options);
    const ended = await runtime.run(client.fetch(ADDRESS)).then((response) => ({ response }), (error) => ({ error }));
    assert.equal(runtime.calls.length, 3);
    assert.equal(runtime.sleeps.length, 2);
    assert.equal(runtime.pending, 0);
    assert.ok(['attempts', 'nested', 'not_retryable'].includes(stopOf(ended)), stopOf(ended));
  });
}

/** As the OpenAI and Anthropic SDKs do it: their own retries, then an error class around status and headers or the cause. */
function sdk(fetch, maxRetries, sleep) {
  class APIError extends Error {}
  return async function create({ signal }) {
    for (let left = maxRetries; ; left -= 1) {
      let response;
      try {
        response = await fetch(ADDRESS, { method: 'POST', body: '{}', signal });
      } catch (cause) {
        if (left === 0) throw new APIError('Connection error.', { cause });
        await sleep(500, signal);
        continue;
      }
      if (response.ok) return response.json();
      const marked = response.headers.get('x-should-retry');
      if (marked !== 'false' && left > 0) {
        await sleep(500, signal);
        continue;
      }
      const body = await response.json().catch(() => undefined);
      throw Object.assign(new APIError(`${response.status} ${JSON.stringify(body)}`), {
        status: response.status, headers: response.headers, error: body?.error,
      });
    }
  };
}

test('an SDK that heeds the marker, between two clients, makes as many calls as one client', async () => {
  const { runtime, client } = layers(1, () => ({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } }));
  const outer = createClient({ runtime, attempts: 5 });
  const create = sdk(client.fetch, 2, runtime.sleep);
  await assert.rejects(runtime.run(outer.run(create)), (error) => error.status === 429 && verdictOf(error).stop === 'not_retryable');
  assert.equal(runtime.calls.length, 3);
});

test('what a client threw is known behind the error that an SDK wraps around it', async () => {
  const { runtime, client } = layers(1, () => refused());
  const outer = createClient({ runtime, attempts: 5 });
  const create = sdk(client.fetch, 0, runtime.sleep);
  await assert.rejects(runtime.run(outer.run(create)), (error) => error.message === 'Connection error.' && verdictOf(error).stop === 'nested');
  assert.equal(runtime.calls.length, 3);
});

test('the inner verdict stays with an error that passes through an outer client', async () => {
  const { runtime, client } = layers(2, () => refused());
  await assert.rejects(runtime.run(client.fetch(ADDRESS)), (error) => verdictOf(error).stop === 'attempts' && verdictOf(error).attempts === 3);
});

test('an error object that is thrown by one call after another is retried in each', async () => {
  const same = refused();
  for (const count of [1, 2]) {
    const { runtime, client } = layers(1, () => same);
    await assert.rejects(runtime.run(client.fetch(ADDRESS)), (error) => error === same);
    assert.equal(runtime.calls.length, 3, `call ${count}`);
    assert.equal(verdictOf(same).attempts, 3);
  }
});

test('a brand from another copy of the package counts', async () => {
  const other = require('retriage').createClient;
  const runtime = createTestRuntime({ script: () => refused(), random: () => 0.5 });
  const inner = other({ runtime, attempts: 3 });
  const outer = createClient({ runtime: { ...runtime, fetch: inner.fetch }, attempts: 3 });
  await assert.rejects(runtime.run(outer.fetch(ADDRESS)));
  assert.equal(runtime.calls.length, 3);
});

test('a hostile cause is no trouble', async () => {
  const hostile = refused();
  Object.defineProperty(hostile, 'cause', { get() { throw new Error('no'); } });
  const circular = refused();
  circular.cause.cause = circular;
  for (const error of [hostile, circular]) {
    const { fetch } = setUp(() => error);
    assert.equal((await fetch()).error, error);
  }
});
