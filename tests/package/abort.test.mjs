// The caller's abort: wherever the call is, it ends at once with the signal's reason and leaves nothing behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, setUp, watchRejections } from './client.mjs';
import { createTestRuntime, retriage } from './installed.mjs';

const busy = { status: 429, headers: { 'retry-after': '30' }, body: 'busy' };
const reason = new RangeError('the caller has left');

/** A signal that knows how many listeners it holds. */
function watched() {
  const controller = new AbortController();
  const { signal } = controller;
  const held = new Set();
  signal.addEventListener = (type, listener, options) => {
    held.add(listener);
    if (options?.once) AbortSignal.prototype.addEventListener.call(signal, type, () => held.delete(listener), { once: true });
    AbortSignal.prototype.addEventListener.call(signal, type, listener, options);
  };
  signal.removeEventListener = (type, listener, options) => {
    held.delete(listener);
    AbortSignal.prototype.removeEventListener.call(signal, type, listener, options);
  };
  return { controller, signal, held };
}

const never = () => new Promise(() => {});

/** Where the call is when the caller leaves: the script, the options, and how many sends there were by then. */
const POINTS = {
  'in flight': { script: [{ delayMs: Infinity }], sent: 1 },
  'in the flight of a later attempt': { script: [{ status: 429, headers: { 'retry-after': '1' } }, { delayMs: Infinity }], sent: 2 },
  'while the body of a failure is judged': { script: [{ status: 503, chunks: ['a', Infinity] }], sent: 1, at: 500 },
  'while a clone is judged': { script: [{ status: 503, chunks: ['a', Infinity] }], options: { markResponses: false }, sent: 1, at: 500 },
  'while a success is inspected': {
    script: [{ headers: { 'content-type': 'application/json', 'content-length': '9' }, chunks: ['{', Infinity] }],
    options: { inspectOk: true },
    sent: 1,
    at: 500,
  },
  'during a wait': { script: [busy, 200], sent: 1 },
  'in prepare': { script: [200], options: { prepare: never }, sent: 0 },
  'in shouldRetry': { script: [busy, 200], options: { shouldRetry: never }, sent: 1 },
};

for (const [point, { script, options, sent, at = 5_000 }] of Object.entries(POINTS)) {
  test(`an abort ${point} ends the call at once`, async (t) => {
    const noRejections = watchRejections(t);
    const { controller, signal, held } = watched();
    const { fetch, runtime, records } = setUp(script, options);
    runtime.timer(at, () => controller.abort(reason));
    const { error } = await fetch(ADDRESS, { signal });
    assert.equal(error, reason);
    assert.equal(runtime.monotonic(), at);
    assert.equal(held.size, 0, 'a listener is left');
    assert.equal(records.at(-1).outcome, 'abort');
    await runtime.advance(1e7);
    assert.equal(runtime.calls.length, sent);
    assert.equal(runtime.pending, 0);
    await noRejections();
  });
}

test('an abort before the call sends nothing', async () => {
  const { controller, signal, held } = watched();
  controller.abort(reason);
  for (const given of [[ADDRESS, { signal }], [new Request(ADDRESS, { signal })]]) {
    const { fetch, runtime, records } = setUp([200]);
    assert.equal((await fetch(...given)).error, reason);
    assert.equal(runtime.calls.length, 0);
    assert.deepEqual(records, []);
    assert.equal(held.size, 0);
  }
});

test('the signal of a Request counts, and one in init takes its place', async () => {
  const { controller, signal } = watched();
  const { fetch, runtime } = setUp([busy, busy, 200]);
  runtime.timer(1_000, () => controller.abort(reason));
  assert.equal((await fetch(new Request(ADDRESS, { signal }))).error, reason);
  assert.equal((await fetch(new Request(ADDRESS, { signal }), { signal: new AbortController().signal })).response.status, 200);
});

for (const decision of ['send', 'wait']) {
  test(`an abort from a listener that is told of a ${decision} is in time to prevent it`, async () => {
    const { controller, signal, held } = watched();
    const { client, fetch, runtime } = setUp([busy, 200]);
    client.on((record) => record.decision === decision && controller.abort(reason));
    assert.equal((await fetch(ADDRESS, { signal })).error, reason);
    assert.equal(runtime.calls.length, decision === 'send' ? 0 : 1);
    assert.deepEqual(runtime.sleeps, []);
    assert.equal(held.size, 0);
  });
}

test('a caller who leaves in shouldRetry and says yes has left', async () => {
  const { controller, signal } = watched();
  const { fetch, runtime } = setUp([busy, 200], { shouldRetry: () => { controller.abort(reason); return true; } });
  assert.equal((await fetch(ADDRESS, { signal })).error, reason);
  assert.deepEqual(runtime.sleeps, []);
});

test('what prepare is done with after the end is not sent', async () => {
  const { controller, signal } = watched();
  let go;
  const { fetch, runtime } = setUp([200], { prepare: () => new Promise((resolve) => { go = resolve; }) });
  runtime.timer(10, () => controller.abort(reason));
  assert.equal((await fetch(ADDRESS, { signal })).error, reason);
  go();
  await runtime.advance(10);
  assert.equal(runtime.calls.length, 0);
});

/** A response of a platform that pays no heed to signals, and how often its body was cancelled. */
function deaf(status) {
  const cancelled = [];
  const body = new ReadableStream({ pull: never, cancel: (why) => void cancelled.push(why) });
  return { cancelled, response: new Response(body, { status }) };
}

for (const markResponses of [true, false]) {
  test(`an abort while a body is judged cancels it, also where the platform does not (markResponses ${markResponses})`, async () => {
    const { controller, signal } = watched();
    const { cancelled, response } = deaf(500);
    const { fetch, runtime } = setUp([response], { markResponses });
    runtime.timer(10, () => controller.abort(reason));
    assert.equal((await fetch(ADDRESS, { signal })).error, reason);
    await runtime.advance(0);
    assert.equal(cancelled.length, 1);
  });
}

test('an answer that comes after the end is cancelled', async () => {
  const { controller, signal } = watched();
  const { cancelled, response } = deaf(200);
  let arrive;
  const runtime = createTestRuntime();
  const client = retriage.createClient({ runtime: { ...runtime, fetch: () => new Promise((resolve) => { arrive = resolve; }) } });
  const flight = client.fetch(ADDRESS, { signal });
  runtime.timer(10, () => controller.abort(reason));
  await assert.rejects(runtime.run(flight), (error) => error === reason);
  arrive(response);
  await runtime.advance(0);
  assert.equal(cancelled.length, 1);
});

for (const [kind, status] of [['a success', 200], ['a failure', 404]]) {
  test(`an abort after the headers ends the body of ${kind}`, async () => {
    const { controller, signal, held } = watched();
    const { client, runtime } = setUp([{ status, chunks: ['start', 2_000, 'more', Infinity] }]);
    const response = await runtime.run(client.fetch(ADDRESS, { signal }));
    assert.equal(held.size, 0, 'a listener is left');
    const reader = response.body.getReader();
    assert.equal(new TextDecoder().decode((await runtime.run(reader.read())).value), 'start');
    assert.equal(new TextDecoder().decode((await runtime.run(reader.read())).value), 'more');
    const rest = reader.read();
    await runtime.advance(100);
    controller.abort(reason);
    await assert.rejects(rest, (error) => error === reason);
    assert.equal(runtime.pending, 0);
  });
}

test('no time of ours runs on once the headers are here', async () => {
  const { fetch, runtime } = setUp([{ chunks: ['a', 700_000, 'b'] }], { attemptTimeoutMs: 1_000, deadlineMs: 2_000 });
  const { response } = await fetch();
  assert.equal(await runtime.run(response.text()), 'ab');
});

for (const [point, { work, sent, at = 5_000, options }] of Object.entries({
  'while its function works': { work: never, sent: 1 },
  'during a wait': { work: () => { throw Object.assign(new Error('busy'), { status: 429 }); }, sent: 1, at: 100 },
  'in shouldRetry': { work: () => { throw Object.assign(new Error('busy'), { status: 429 }); }, sent: 1, options: { shouldRetry: never } },
})) {
  test(`an abort of run ${point} ends it at once`, async (t) => {
    const noRejections = watchRejections(t);
    const { controller, signal, held } = watched();
    const { run, runtime } = setUp([], options);
    let ran = 0;
    let inner;
    runtime.timer(at, () => controller.abort(reason));
    const { error } = await run((attempt) => { ran += 1; inner = attempt.signal; return work(); }, { signal });
    assert.equal(error, reason);
    assert.equal(runtime.monotonic(), at);
    assert.equal(inner.aborted, true);
    assert.equal(inner.reason, reason);
    await runtime.advance(1e7);
    assert.equal(ran, sent);
    assert.equal(held.size, 0);
    await noRejections();
  });
}

test('a reason that is no Error is handed out as it is', async () => {
  for (const odd of ['text', 0, null]) {
    const controller = new AbortController();
    const { fetch, runtime } = setUp([busy]);
    runtime.timer(10, () => controller.abort(odd));
    assert.equal((await fetch(ADDRESS, { signal: controller.signal })).error, odd);
  }
});
