// Options: for a client, for its kin, for one call; and the TypeErrors that name what is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, setUp } from './client.mjs';
import { createTestRuntime, retriage } from './installed.mjs';

const { createClient, defaults } = retriage;

const MISUSE = [
  [null, 'options must be an object, got null'],
  ['x', 'options must be an object, got "x"'],
  [{ attempts: 0 }, "option 'attempts' must be an integer, 1 or more, got 0"],
  [{ attempts: 2.5 }, "option 'attempts' must be an integer, 1 or more, got 2.5"],
  [{ attempts: Infinity }, "option 'attempts' must be an integer, 1 or more, got Infinity"],
  [{ retries: 3 }, /^unknown option "retries"; (did you mean|known are) /],
  [{ retryForMs: -1 }, "option 'retryForMs' must be a number of milliseconds, 0 or more, got -1"],
  [{ retryFor: 1 }, "unknown option \"retryFor\"; did you mean 'retryForMs'?"],
  [{ deadlineMs: NaN }, "option 'deadlineMs' must be a number of milliseconds, 0 or more, got NaN"],
  [{ attemptTimeoutMs: '5s' }, "option 'attemptTimeoutMs' must be a number of milliseconds, 0 or more, got \"5s\""],
  [{ baseDelayMs: null }, "option 'baseDelayMs' must be a number of milliseconds, 0 or more, got null"],
  [{ strict: 'yes' }, "option 'strict' must be true or false, got \"yes\""],
  [{ idempotencyKey: 7 }, "option 'idempotencyKey' must be true, false or a key of 1 to 255 visible ASCII characters, got 7"],
  [{ idempotencyKey: '' }, "option 'idempotencyKey' must be true, false or a key of 1 to 255 visible ASCII characters, got \"\""],
  [{ idempotencyKey: 'a\nb' }, "option 'idempotencyKey' must be true, false or a key of 1 to 255 visible ASCII characters, got \"a\\nb\""],
  [{ repeatIsSafe: () => true }, "option 'repeatIsSafe' must be true or false, got a function"],
  [{ failFast: 'reject' }, "option 'failFast' must be 'throw' or 'response', got \"reject\""],
  [{ markResponses: 0 }, "option 'markResponses' must be true or false, got 0"],
  [{ markResponse: true }, "unknown option \"markResponse\"; did you mean 'markResponses'?"],
  [{ inspectOk: [] }, "option 'inspectOk' must be true or false, got an array"],
  [{ prepare: {} }, "option 'prepare' must be a function, got an object"],
  [{ shouldRetry: true }, "option 'shouldRetry' must be a function, got true"],
  [{ orElse: new Response('x') }, "option 'orElse' must be a function, got an object"],
  [{ onEvent: 'log' }, "option 'onEvent' must be a function, got \"log\""],
  [{ onevent: () => {} }, "unknown option \"onevent\"; did you mean 'onEvent'?"],
  [{ runtime: fetch }, "option 'runtime' must be an object of fetch, now, monotonic, sleep, timer, random, got a function"],
  [{ runtime: { now: 5 } }, "option 'runtime.now' must be a function, got 5"],
  [{ runtime: { fetch: 'x' } }, "option 'runtime.fetch' must be a function, got \"x\""],
  [{ rules: [{}] }, "option 'rules[0].id' must be a name, got undefined"],
];

for (const [options, message] of MISUSE) {
  test(`TypeError at createClient: ${message}`, () => assert.throws(() => createClient(options), { name: 'TypeError', message }));
}

test('options for one call are checked as well, and nothing is sent', async () => {
  const { client, runtime } = setUp([200]);
  for (const [retriageOptions, message] of [
    [{ atempts: 1 }, "unknown option \"atempts\"; did you mean 'attempts'?"],
    [{ attempts: 0 }, "option 'attempts' must be an integer, 1 or more, got 0"],
    [7, 'options must be an object, got 7'],
    [{ onEvent: () => {} }, /^unknown option "onEvent"/],
  ]) {
    await assert.rejects(client.fetch(ADDRESS, { retriage: retriageOptions }), { name: 'TypeError', message });
  }
  assert.throws(() => client.with({ runtime: {} }), { name: 'TypeError', message: /^unknown option "runtime"/ });
  assert.throws(() => client.with(), { name: 'TypeError', message: 'options must be an object, got undefined' });
  assert.throws(() => client.on(), { name: 'TypeError', message: 'on takes a function, got undefined' });
  assert.equal(runtime.calls.length, 0);
});

test('every default stands in defaults, which can be handed in, and cannot be changed', () => {
  assert.ok(Object.isFrozen(defaults));
  assert.deepEqual({ ...defaults }, {
    attempts: 5, retryForMs: 120_000, deadlineMs: 600_000, baseDelayMs: 1_000, maxDelayMs: 60_000, maxServerWaitMs: 60_000,
    strict: false, idempotencyKey: false, repeatIsSafe: false, failFast: 'throw', markResponses: true, inspectOk: false, sse: false,
    breaker: true, retryBudget: true, exhaustedProbeMs: 300_000, pace: true, priority: 'interactive',
    switchAfterMs: 5_000, stopAfterSame: 5,
  });
  createClient(defaults).close();
  createClient({ ...defaults, attempts: undefined }).close();
});

test('options for one call hold for that call', async () => {
  const { fetch, runtime } = setUp(() => 503);
  await fetch(ADDRESS, { retriage: { attempts: 2 } });
  assert.equal(runtime.calls.length, 2);
  await fetch();
  assert.equal(runtime.calls.length, 7);
  await fetch(ADDRESS, { retriage: {} });
  assert.equal(runtime.calls.length, 12);
});

test('a client made by with differs in what it is given and shares the rest', async () => {
  const { client, runtime, records } = setUp(() => 503, { attempts: 3, markResponses: false });
  const other = client.with({ attempts: 2 });
  const response = await runtime.run(other.fetch(ADDRESS));
  assert.equal(runtime.calls.length, 2);
  assert.equal(response.headers.has('x-should-retry'), false);
  assert.equal(records.at(-1).stop, 'attempts');
  await runtime.run(client.fetch(ADDRESS));
  assert.equal(runtime.calls.length, 5);
});

test('rules of the caller\'s own decide first, in with and in one call too', async () => {
  const rule = (status) => ({ rules: [{ id: `mine-${status}`, status, class: 'permanent', reason: 'bad_request' }] });
  const { client, fetch, runtime } = setUp(() => 503, rule(503));
  assert.equal(retriage.verdictOf((await fetch()).response).rule, 'mine-503');
  const other = client.with(rule(500));
  await runtime.run(other.fetch(ADDRESS));
  assert.equal(runtime.calls.length, 6);
  const { response } = await fetch(ADDRESS, { retriage: { attempts: 2 } });
  assert.equal(retriage.verdictOf(response).rule, 'mine-503');
});

test('a closed client says so, and a call under way goes on', async () => {
  const { client, runtime } = setUp([503, 200]);
  const kin = client.with({});
  const flight = client.fetch(ADDRESS);
  client.close();
  client.close();
  assert.equal((await runtime.run(flight)).status, 200);
  for (const one of [client, kin]) {
    await assert.rejects(one.fetch(ADDRESS), { name: 'TypeError', message: 'this client is closed' });
    await assert.rejects(one.run(() => 1), { name: 'TypeError', message: 'this client is closed' });
  }
});

test('a client can be disposed of, where the language knows how', () => {
  const { client } = setUp([]);
  if (Symbol.dispose) assert.equal(client[Symbol.dispose], client.close);
});

test('a runtime may be an object of a class, and what it lacks is the platform\'s', async (t) => {
  class Platform {
    #answers = [new Response('', { status: 503 }), new Response('ok')];
    fetch() { return Promise.resolve(this.#answers.shift()); }
    sleep() { return Promise.resolve(this.#answers.length); }
  }
  assert.equal(await (await createClient({ runtime: new Platform() }).fetch(ADDRESS)).text(), 'ok');

  const { fetch } = globalThis;
  t.after(() => { globalThis.fetch = fetch; });
  const client = createClient();
  globalThis.fetch = async () => new Response('later');
  assert.equal(await (await client.fetch(ADDRESS)).text(), 'later');
});

test('a clock that is given alone is the monotonic one too, and never goes back', async () => {
  let now = 1_000_000;
  const { sleep, timer, fetch, sleeps, run } = createTestRuntime({ script: [503, 503, 503, 200] });
  const runtime = { fetch, sleep, timer, now: () => (now -= 60_000), random: () => 0.5 };
  assert.equal((await run(createClient({ runtime }).fetch(ADDRESS))).status, 200);
  assert.deepEqual(sleeps, [1_000, 2_000, 4_000]);
});

test('making a client touches nothing of the platform', () => {
  const runtime = Object.fromEntries(['fetch', 'now', 'monotonic', 'sleep', 'timer', 'random'].map((name) => [name, () => assert.fail(name)]));
  createClient({ runtime }).close();
});
