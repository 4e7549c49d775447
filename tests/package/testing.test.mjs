// retriage/testing: the runtime that tests share.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createTestRuntime, folder, fresh, retriage } from './installed.mjs';

const URL_OF = 'https://api.example/v1/items';

test('the example in the types does what its comments say', () => {
  const [, example] = readFileSync(`${folder}testing.d.ts`, 'utf8').match(/```js\n([^]*?)```/);
  const source = example.replace(/^ \* ?/gm, '');
  // `expression; // value` becomes an assertion.
  const checked = source.replace(/^(.+);\s+\/\/ (.+)$/gm, (_, expression, value) => `assert.deepEqual(${expression}, ${value});`);
  assert.equal(checked.match(/assert\./g).length, 4);
  const { status, stderr } = fresh(`import assert from 'node:assert/strict';\n${checked}`);
  assert.equal(status, 0, stderr);
});

test('the clock moves only when it is told to, and fires each thing at its own time', async () => {
  const runtime = createTestRuntime({ now: 5_000 });
  const fired = [];
  const cancel = runtime.timer(30, () => fired.push('never'));
  runtime.timer(20, () => fired.push(`late ${runtime.monotonic()}`));
  runtime.timer(10, () => {
    fired.push(`early ${runtime.monotonic()}`);
    runtime.timer(5, () => fired.push(`between ${runtime.monotonic()}`));
  });
  cancel();
  assert.equal(runtime.pending, 2);
  await runtime.advance(19);
  assert.deepEqual(fired, ['early 10', 'between 15']);
  assert.equal(runtime.now(), 5_019);
  await runtime.advance(1);
  assert.deepEqual(fired, ['early 10', 'between 15', 'late 20']);
  assert.equal(runtime.pending, 0);
});

test('a sleep is recorded, and its signal ends it and takes its timer along', async () => {
  const runtime = createTestRuntime();
  const controller = new AbortController();
  const sleep = runtime.sleep(1_000, controller.signal);
  assert.equal(runtime.pending, 1);
  controller.abort('enough');
  await assert.rejects(sleep, (reason) => reason === 'enough');
  await assert.rejects(runtime.sleep(5, controller.signal), (reason) => reason === 'enough');
  assert.equal(runtime.pending, 0);
  assert.deepEqual(runtime.sleeps, [1_000, 5]);
});

test('chance is the same for the same seed, even, and from 0 up to 1', () => {
  const draws = (seed) => Array.from({ length: 1_000 }, createTestRuntime({ seed }).random);
  assert.deepEqual(draws(7), draws(7));
  assert.notDeepEqual(draws(7), draws(8));
  assert.ok(draws(7).every((chance) => chance >= 0 && chance < 1));
  const mean = draws(7).reduce((sum, chance) => sum + chance) / 1_000;
  assert.ok(mean > 0.45 && mean < 0.55, `${mean}`);
  assert.equal(createTestRuntime({ random: () => 0.25 }).random(), 0.25);
});

test('fetch answers with what the script says, in its order', async () => {
  const given = new Response('as it is', { status: 418 });
  const broken = new TypeError('fetch failed');
  const runtime = createTestRuntime({
    script: [204, { status: 201, statusText: 'Made', headers: { a: 'b' }, body: { c: [1] } }, given, broken, (call) => ({ body: call.method })],
  });
  const next = () => runtime.run(runtime.fetch(URL_OF, { method: 'DELETE' }));
  assert.equal((await next()).status, 204);
  const made = await next();
  assert.deepEqual([made.status, made.statusText, made.url, made.headers.get('a')], [201, 'Made', URL_OF, 'b']);
  assert.equal(made.headers.get('content-type'), 'application/json');
  assert.deepEqual(await made.json(), { c: [1] });
  assert.equal(await next(), given);
  await assert.rejects(next(), (error) => error === broken);
  assert.equal(await (await next()).text(), 'DELETE');
  await assert.rejects(next(), /^Error: the script has no answer for call 6$/);
  runtime.script(200);
  assert.equal((await next()).status, 200);
});

test('one function answers every call', async () => {
  const runtime = createTestRuntime({ script: ({ url }) => ({ body: url }) });
  for (const url of ['https://a.example/', 'https://b.example/']) {
    assert.equal(await (await runtime.run(runtime.fetch(url))).text(), url);
  }
});

test('fetch records what it was given, the body as text', async () => {
  const runtime = createTestRuntime({ script: () => 200 });
  await runtime.advance(40);
  const init = { method: 'post', body: new URLSearchParams({ a: 'b' }), headers: { 'X-Name': 'c' }, dispatcher: undefined };
  await runtime.run(runtime.fetch(new URL(URL_OF), init));
  const [call] = runtime.calls;
  assert.deepEqual([call.url, call.method, call.body, call.atMs], [URL_OF, 'POST', 'a=b', 40]);
  assert.equal(call.headers['x-name'], 'c');
  assert.equal(call.headers['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8');
  assert.equal(call.init, init);
  await assert.rejects(runtime.fetch('not an address'), TypeError);
});

test('fetch consumes a body, as the platform does', async () => {
  const runtime = createTestRuntime({ script: () => 200 });
  const request = new Request(URL_OF, { method: 'POST', body: 'once' });
  await runtime.run(runtime.fetch(request));
  assert.equal(request.bodyUsed, true);
  await assert.rejects(runtime.run(runtime.fetch(request)), TypeError);
});

test('the signal ends a call whose headers are late, and one that was aborted before', async () => {
  const runtime = createTestRuntime({ script: () => ({ delayMs: Infinity }) });
  const controller = new AbortController();
  const flight = runtime.fetch(URL_OF, { signal: controller.signal });
  await runtime.advance(1_000_000);
  assert.equal(runtime.pending, 1);
  controller.abort(new RangeError('mine'));
  await assert.rejects(flight, RangeError);
  await assert.rejects(runtime.fetch(URL_OF, { signal: controller.signal }), RangeError);
  await assert.rejects(runtime.fetch(new Request(URL_OF, { signal: controller.signal })), RangeError);
  assert.equal(runtime.pending, 0);
});

test('a body comes in pieces, with pauses and a break', async () => {
  const runtime = createTestRuntime({ script: [{ chunks: ['a', 500, new TextEncoder().encode('b'), 500, 'c'] }, { chunks: ['a', new Error('cut')] }] });
  const whole = await runtime.run(runtime.fetch(URL_OF));
  assert.equal(await runtime.run(whole.text()), 'abc');
  assert.equal(runtime.monotonic(), 1_000);
  const cut = await runtime.run(runtime.fetch(URL_OF));
  await assert.rejects(runtime.run(cut.text()), /cut/);
});

test('a body that stalls or never ends is ended by the signal, or by who cancels it', async () => {
  function* endless() {
    for (;;) yield 'x';
  }
  const controller = new AbortController();
  const runtime = createTestRuntime({ script: [{ chunks: ['a', Infinity] }, { chunks: endless() }, { chunks: ['a', 9_000, 'b'] }] });
  const stalled = await runtime.run(runtime.fetch(URL_OF, { signal: controller.signal }));
  const reading = stalled.text();
  await runtime.advance(0);
  controller.abort('enough');
  await assert.rejects(reading, (reason) => reason === 'enough');
  const without = await runtime.run(runtime.fetch(URL_OF));
  await without.body.cancel();
  const slow = (await runtime.run(runtime.fetch(URL_OF))).body.getReader();
  await slow.read();
  const pending = slow.read();
  await runtime.advance(0);
  assert.equal(runtime.pending, 1);
  await slow.cancel();
  assert.equal((await pending).done, true);
  assert.equal(runtime.pending, 0);
});

test('run says so where nothing is left to wake a promise', async () => {
  const runtime = createTestRuntime({ script: () => ({ delayMs: Infinity }) });
  await assert.rejects(runtime.run(new Promise(() => {})), {
    message: 'nothing is left to wake this promise: no timer will fire after 0 calls and 0 sleeps',
  });
  await assert.rejects(runtime.run(runtime.fetch(URL_OF)), /no timer will fire after 1 calls and 0 sleeps/);
});

test('run gives the value or the very error, and waits for what needs turns of the event loop', async () => {
  const runtime = createTestRuntime();
  assert.equal(await runtime.run(7), 7);
  const error = new RangeError('x');
  await assert.rejects(runtime.run(Promise.reject(error)), (thrown) => thrown === error);
  assert.equal(await runtime.run(new Blob(['blob']).text()), 'blob');
  const digest = await runtime.run(crypto.subtle.digest('SHA-256', new Uint8Array(1_000_000)));
  assert.equal(digest.byteLength, 32);
});

test('an hour of virtual time takes no real time, whatever became of the timers', async () => {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = () => {
    throw new Error('a real timer');
  };
  try {
    const runtime = createTestRuntime({ script: Array(4).fill({ status: 429, headers: { 'retry-after': '900' } }).concat(200) });
    const client = retriage.createClient({ runtime, maxServerWaitMs: 1e6, retryForMs: 1e7, deadlineMs: 1e7 });
    assert.equal((await runtime.run(client.fetch(URL_OF))).status, 200);
    assert.ok(runtime.monotonic() > 3_600_000);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
});
