// Calls whose streams are watched: what is kept back and for how long, what is sent again, slots, aborts, records.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, setUp, stopOf, watchRejections } from './client.mjs';
import { createTestRuntime, retriage } from './installed.mjs';
import { ERRORS, EVENTS, FORMS, encode, readAll, streamed } from './streams.mjs';

const { createClient, verdictOf } = retriage;
const POST = { method: 'POST', body: '{"stream":true}' };
const form = FORMS.Anthropic;
const opening = form.opening();
const content = form.content(['a']);
const whole = opening + content + form.closing();
const [, overloaded] = ERRORS.find(([, , reason]) => reason === 'overloaded');
const [, failed] = ERRORS.find(([name, , reason]) => name === 'Anthropic' && reason === 'server_error');
const events = (...chunks) => ({ headers: EVENTS, chunks });
const steps = (records) => records.map(({ decision, why, outcome }) => outcome ?? why ?? decision);

/** A client that watches streams, and a call of it whose response is at hand, timers and all. */
function watching(script, options, given) {
  const set = setUp(script, { sse: true, ...options }, given);
  return { ...set, call: (init = POST) => set.runtime.run(set.client.fetch(ADDRESS, init)), read: (response) => set.runtime.run(readAll(response)) };
}

test('an error before content is waited out and sent again, and nothing of the first answer reaches the caller', async () => {
  const { call, read, runtime, records } = watching([events(opening, overloaded), events(': thinking\n\n', opening, 3_000, content, form.closing())]);
  const response = await call();
  assert.equal(runtime.calls.length, 2);
  assert.equal(runtime.sleeps.length, 1);
  assert.equal(`${(await read(response)).bytes}`, `: thinking\n\n${whole}`);
  assert.equal(verdictOf(response), undefined);
  assert.deepEqual(steps(records), ['send', 'backoff', 'send', 'deliver', 'return']);
  assert.deepEqual(records.map(({ partial }) => partial), [false, false, false, false, false]);
  assert.equal(records[1].reason, 'overloaded');
});

test('an error before content that waiting does not mend comes back in its stream, whole', async () => {
  const capped = `data: ${JSON.stringify({ error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded your current quota.' } })}\n\n`;
  const { call, read, runtime } = watching([events(opening, capped, 'data: [DONE]\n\n')]);
  const response = await call();
  assert.deepEqual([runtime.calls.length, response.status, response.url, response.headers.has('x-should-retry')], [1, 200, ADDRESS, false]);
  const { class: kind, stop, partial, bodyCut } = verdictOf(response);
  assert.deepEqual([kind, stop, partial, bodyCut], ['exhausted', 'exhausted', undefined, false]);
  assert.equal(`${(await read(response)).bytes}`, `${opening}${capped}data: [DONE]\n\n`);
});

test('the last of all attempts comes back whole', async () => {
  const { call, read, runtime } = watching(() => events(opening, overloaded, ': more\n\n'), { attempts: 3 });
  const response = await call();
  assert.equal(runtime.calls.length, 3);
  assert.equal(stopOf({ response }), 'attempts');
  assert.equal(`${(await read(response)).bytes}`, `${opening}${overloaded}: more\n\n`);
});

test('what the server may have acted on is sent again only where that is safe', async () => {
  for (const [init, sends] of [[POST, 1], [{}, 2], [{ ...POST, headers: { 'idempotency-key': 'k' } }, 2]]) {
    const { call, runtime } = watching([events(opening, failed), events(whole)]);
    await call(init);
    assert.equal(runtime.calls.length, sends);
  }
});

test('a stream that breaks off or ends before content is an attempt that failed', async () => {
  const broken = Object.assign(new TypeError('terminated'), { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) });
  for (const [chunk, code] of [[[opening, broken], undefined], [[opening], 'truncated']]) {
    const again = watching([events(...chunk), events(whole)]);
    assert.equal(`${(await again.read(await again.call({}))).bytes}`, whole);
    assert.equal(again.runtime.calls.length, 2);
    assert.equal(again.records[1].reason, 'network');

    const once = watching([events(...chunk)]);
    const error = await once.call().catch((thrown) => thrown);
    assert.equal(error.code, code);
    if (code === undefined) assert.equal(error, broken);
    else assert.deepEqual([error.partial, error.verdict.reason], [false, 'network']);
    assert.deepEqual([verdictOf(error).stop, verdictOf(error).reason], ['unsafe', 'network']);
  }
});

test('a stream that ends well before content is handed out as it is', async () => {
  for (const chunks of [[], [': nothing\n\n'], [FORMS.Groq.opening()]]) {
    const { call, read, records } = watching([events(...chunks)]);
    const { bytes, error } = await read(await call());
    assert.deepEqual([`${bytes}`, error], [chunks.join(''), undefined]);
    assert.deepEqual(steps(records), ['send', 'return']);
  }
});

test('shouldRetry is asked, and what it is not asked for is not sent', async () => {
  const asked = [];
  const { call, runtime } = watching([events(opening, overloaded)], { shouldRetry: (verdict, { attempt }) => { asked.push([verdict.reason, attempt]); return false; } });
  assert.equal(stopOf({ response: await call() }), 'should_retry');
  assert.deepEqual([asked, runtime.calls.length], [[['overloaded', 1]], 1]);
});

test('no more than 64 KiB are kept back', async () => {
  const comment = `:${'x'.repeat(1022)}\n`;
  let made = 0;
  function* endless() {
    for (;;) {
      made += 1;
      yield comment;
    }
  }
  const { call } = watching([{ headers: EVENTS, chunks: endless() }]);
  const response = await call();
  assert.equal(made, 65);
  const reader = response.body.getReader();
  for (let i = 0; i < 100; i += 1) assert.equal((await reader.read()).value.length, 1024);
  assert.equal(made, 100);
  await reader.cancel();
});

test('nothing is kept back longer than deadlineMs, and no timeout ends a stream', async () => {
  const { call, read, runtime } = watching([events(opening, 60_000, content, 60_000, form.closing())], { deadlineMs: 5_000, attemptTimeoutMs: 100 });
  const response = await call();
  assert.equal(runtime.monotonic(), 5_000);
  assert.equal(`${(await read(response)).bytes}`, whole);
  assert.equal(runtime.monotonic(), 120_000);
});

test('only streams of events are watched, and without sse none is', async () => {
  const plain = () => new Response('{"error":{"code":1}}', { headers: { 'content-type': 'application/json' } });
  for (const [given, options] of [[plain(), {}], [streamed([encode(overloaded)]), { sse: false }], [new Response(null, { headers: EVENTS }), {}]]) {
    const { fetch, runtime } = setUp([given], { sse: true, ...options });
    assert.equal((await fetch()).response, given);
    assert.equal(runtime.calls.length, 1);
  }
});

test('a failed response is judged as ever', async () => {
  const { call } = watching([{ status: 404, headers: EVENTS, body: 'data: no such thing\n\n' }]);
  const response = await call();
  assert.deepEqual([response.status, response.headers.get('x-should-retry'), stopOf({ response })], [404, 'false', 'permanent']);
});

test('sse may be said for one call', async () => {
  const set = setUp([events(opening, overloaded), events(whole), events(overloaded)]);
  await set.runtime.run(set.client.fetch(ADDRESS, { ...POST, retriage: { sse: true } }));
  assert.equal(set.runtime.calls.length, 2);
  await set.runtime.run(set.client.fetch(ADDRESS, POST));
  assert.equal(set.runtime.calls.length, 3);
});

test('an abort ends the call while the stream is kept back, and the stream once it is handed out, with its reason', async (t) => {
  const noRejections = watchRejections(t);
  for (const chunks of [[opening, Infinity], [opening, content, Infinity], [opening + content, content, Infinity]]) {
    // Of a platform that does not end the body by itself.
    const source = {};
    const controller = new AbortController();
    const { client, runtime, records } = watching([streamed([...chunks.slice(0, -1).map(encode), () => new Promise(() => {})], ADDRESS, source)], { concurrency: 1 });
    const ended = client.fetch(ADDRESS, { ...POST, signal: controller.signal }).then(readAll).catch((error) => ({ error }));
    await runtime.advance(1_000);
    controller.abort('enough');
    const { error, bytes } = await ended;
    assert.equal(error, 'enough');
    if (chunks.length > 2 || bytes) assert.equal(`${bytes}`, chunks.slice(0, -1).join(''));
    assert.equal(source.cancelled.reason, chunks.length > 2 ? 'enough' : undefined);
    assert.equal(runtime.pending, 0, 'a timer is left');
    assert.deepEqual([records.at(-1).outcome, records.at(-1).partial], ['abort', false]);
  }
  await noRejections();
});

test('after an abort nothing more is delivered, of what was kept either', async () => {
  const controller = new AbortController();
  const { client, runtime } = watching([streamed([opening, content, content].map(encode))]);
  const response = await runtime.run(client.fetch(ADDRESS, { ...POST, signal: controller.signal }));
  controller.abort('enough');
  const { error, bytes } = await readAll(response);
  assert.deepEqual([error, bytes.length], ['enough', 0]);
});

test('no listener is held on the caller\'s signal between two chunks', async () => {
  const { signal } = new AbortController();
  let held = 0;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  signal.addEventListener = (type, listener, options) => { held += 1; addEventListener.call(signal, type, listener, options); };
  signal.removeEventListener = (type, listener, options) => { held -= 1; removeEventListener.call(signal, type, listener, options); };
  const { client, runtime } = watching([events(opening, content, form.closing())]);
  const response = await runtime.run(client.fetch(ADDRESS, { ...POST, signal }));
  assert.equal(held, 0);
  const reader = response.body.getReader();
  while (!(await reader.read()).done) assert.equal(held, 0);
});

for (const [how, end, chunks] of [
  ['ends', (reader) => reader.read().then(() => reader.read()), [content, 25_000, form.closing()]],
  ['fails', (reader) => reader.read().catch(() => {}), [content, 25_000, failed]],
  ['breaks off', (reader) => reader.read().catch(() => {}), [content, 25_000, new Error('cut')]],
  ['is cancelled', (reader) => reader.cancel(), [content, 25_000, form.closing()]],
]) {
  test(`a slot is held until the stream ${how}, however long that takes`, async () => {
    const set = watching(() => events(opening, ...chunks), { concurrency: 1, breaker: false });
    const { client, runtime } = set;
    const response = await set.call();
    const reader = response.body.getReader();
    await reader.read();
    await reader.read();
    let second;
    client.fetch(ADDRESS, POST).then(() => { second = runtime.monotonic(); });
    const ended = how === 'is cancelled' ? runtime.advance(25_000).then(() => end(reader)) : end(reader);
    await runtime.advance(24_999);
    assert.equal(second, undefined, 'the lease is renewed');
    await runtime.advance(1);
    await ended;
    await runtime.advance(500);
    assert.ok(second >= 25_000, `${second}`);
  });
}

test('guardStream takes the slot of its call again until the stream is over', async () => {
  const set = setUp(() => events(content, 25_000, form.closing()), { concurrency: 1 });
  const { client, runtime } = set;
  const reader = client.guardStream(await runtime.run(client.fetch(ADDRESS, POST))).body.getReader();
  await reader.read();
  let second;
  client.fetch(ADDRESS, POST).then(() => { second = runtime.monotonic(); });
  const ended = reader.read();
  await runtime.advance(24_999);
  assert.equal(second, undefined);
  await runtime.advance(1);
  await ended;
  await reader.read();
  await runtime.advance(500);
  assert.ok(second >= 25_000, `${second}`);
});

test('a slot is held while the opening is kept back, and given back with the failed attempt', async () => {
  const set = watching([events(opening, 25_000, overloaded), events(whole), 200], { concurrency: 1 }, { random: () => 1 });
  const first = set.client.fetch(ADDRESS, POST);
  await set.runtime.advance(0);
  let second;
  set.client.fetch(ADDRESS, { retriage: { sse: false } }).then(() => { second = set.runtime.monotonic(); });
  await set.runtime.advance(24_999);
  assert.equal(set.runtime.calls.length, 1);
  await set.runtime.run(first);
  assert.ok(second >= 25_000 && second < 26_000, `${second}`);
});

test('an error in a stream holds other calls as any refusal does', async () => {
  const limited = `event: error\ndata: ${JSON.stringify({ error: { code: 'rate_limit_exceeded', message: 'Rate limit reached. Please try again in 20s.' } })}\n\n`;
  const { client, runtime, call, read } = watching([events(content, limited), 200]);
  assert.equal((await read(await call())).error.code, 'stream_error');
  await runtime.run(client.fetch(ADDRESS, POST));
  assert.ok(runtime.calls[1].atMs >= 20_500, `${runtime.calls[1].atMs}`);
});

test('clients inside clients send no more than one, and the error keeps the inner one\'s verdict', async () => {
  const runtime = createTestRuntime({ script: () => events(opening, overloaded), random: () => 0.5 });
  const inner = createClient({ runtime, sse: true, attempts: 3 });
  const outer = createClient({ runtime: { ...runtime, fetch: inner.fetch }, sse: true, attempts: 5 });
  const response = await runtime.run(outer.fetch(ADDRESS, POST));
  assert.deepEqual([runtime.calls.length, stopOf({ response })], [3, 'nested']);

  const late = createTestRuntime({ script: () => events(opening, content, overloaded) });
  const within = createClient({ runtime: late, sse: true });
  const around = createClient({ runtime: { ...late, fetch: within.fetch }, sse: true });
  const { error, bytes } = await readAll(await late.run(around.fetch(ADDRESS, POST)));
  assert.deepEqual([error.code, error.partial, error.verdict.reason, `${bytes}`, late.calls.length], ['stream_error', true, 'overloaded', opening + content, 1]);
});
