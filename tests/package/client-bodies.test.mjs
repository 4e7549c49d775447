// Failed responses: read as far as judging needs, handed back as if nobody had.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, setUp, stopOf } from './client.mjs';
import { retriage } from './installed.mjs';

const { verdictOf } = retriage;
const KIB = 1024;
const text = (length) => 'x'.repeat(length);
const bad = (parts) => ({ status: 400, ...parts });

test('a failed response is the same in all that can be seen of it, but for the marker', async () => {
  const given = new Response('{"error":"no"}', { status: 404, statusText: 'Not Here', headers: { 'x-a': 'b', 'content-type': 'application/json' } });
  for (const [name, value] of [['url', 'https://api.example/final'], ['redirected', true], ['type', 'cors']]) {
    Object.defineProperty(given, name, { value });
  }
  const { response } = await setUp([given]).fetch();
  assert.notEqual(response, given);
  assert.ok(response instanceof Response);
  assert.deepEqual(
    [response.status, response.statusText, response.ok, response.url, response.redirected, response.type, response.bodyUsed],
    [404, 'Not Here', false, 'https://api.example/final', true, 'cors', false],
  );
  assert.deepEqual(Object.fromEntries(response.headers), { 'content-type': 'application/json', 'x-a': 'b', 'x-should-retry': 'false' });
  assert.deepEqual(await response.json(), { error: 'no' });
});

test('the marker replaces what the server said', async () => {
  const { response } = await setUp([bad({ headers: { 'x-should-retry': 'true' } })]).fetch();
  assert.equal(response.headers.get('x-should-retry'), 'false');
});

test('markResponses false hands back the platform\'s own object, unread, with its verdict', async () => {
  const given = new Response('{"error":{"code":"insufficient_quota"}}', { status: 429 });
  const { response } = await setUp([given], { markResponses: false }).fetch();
  assert.equal(response, given);
  assert.equal(response.headers.has('x-should-retry'), false);
  assert.equal(response.bodyUsed, false);
  assert.equal(verdictOf(response).reason, 'credit_balance');
  assert.equal(await response.text(), '{"error":{"code":"insufficient_quota"}}');
});

test('a response without a body has no body afterwards, and the marker', async () => {
  for (const marked of [true, false]) {
    const { response } = await setUp([bad({})], { markResponses: marked }).fetch();
    assert.equal(response.body, null);
    assert.equal(response.headers.get('x-should-retry'), marked ? 'false' : null);
    assert.equal(verdictOf(response).bodyCut, false);
  }
});

test('a status that no Response can be made with comes back too', async () => {
  const odd = () => Object.defineProperty(new Response('odd', { status: 500 }), 'status', { value: 999 });
  const { response } = await setUp([odd()]).fetch();
  assert.deepEqual([response.status, response.ok, await response.text()], [999, false, 'odd']);
});

test('a body that somebody has read already is no error of ours', async () => {
  const read = () => {
    const given = new Response('gone', { status: 404 });
    given.text();
    return given;
  };
  for (const markResponses of [true, false]) {
    const { response } = await setUp([read()], { markResponses }).fetch();
    assert.equal(response.status, 404);
    assert.equal(stopOf({ response }), 'permanent');
  }
});

for (const [what, chunks, cut] of [
  ['of one piece', [text(100)], false],
  ['of exactly 64 KiB', [text(64 * KIB)], false],
  ['of 64 KiB in pieces', Array(64).fill(text(KIB)), false],
  ['of more than 64 KiB', [text(40 * KIB), text(40 * KIB), text(40 * KIB)], true],
]) {
  test(`a body ${what} comes back whole at once, and after a wait as far as it was read`, async () => {
    const whole = chunks.join('');
    const { response } = await setUp([bad({ chunks })]).fetch();
    assert.equal(verdictOf(response).bodyCut, false);
    assert.equal(await response.text(), whole);

    // The second attempt leaves nothing in hand, so the first answer comes back after the wait.
    const late = setUp([{ status: 503, chunks }, { delayMs: Infinity }], { attempts: 2, attemptTimeoutMs: 100 });
    const ended = await late.fetch();
    assert.equal(ended.response.status, 503);
    assert.equal(stopOf(ended), 'attempts');
    assert.equal(verdictOf(ended.response).bodyCut, cut);
    const kept = await ended.response.text();
    assert.ok(whole.startsWith(kept));
    assert.ok(cut ? kept.length >= 64 * KIB : kept === whole);
  });
}

test('what comes back after a wait is rebuilt also where responses are not marked', async () => {
  const { fetch } = setUp([{ status: 503, statusText: 'Later', body: 'kept' }, { delayMs: Infinity }], { attempts: 2, attemptTimeoutMs: 100, markResponses: false });
  const { response } = await fetch();
  assert.deepEqual([response.status, response.statusText, response.headers.has('x-should-retry')], [503, 'Later', false]);
  assert.equal(await response.text(), 'kept');
});

test('the body of an answer that is waited out is cancelled before the wait', async () => {
  for (const markResponses of [true, false]) {
    const seen = [];
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(KIB)),
      cancel: () => void seen.push(runtime.sleeps.length),
    });
    const { fetch, runtime } = setUp([new Response(body, { status: 503 }), 200], { markResponses });
    assert.equal((await fetch()).response.status, 200);
    assert.deepEqual(seen, [0]);
  }
});

test('an endless body is judged by its first 64 KiB, and the caller may read on', async () => {
  let made = 0;
  function* endless() {
    for (;;) {
      made += 1;
      yield text(KIB);
    }
  }
  const { fetch, runtime } = setUp([bad({ chunks: endless() })]);
  const { response } = await fetch();
  assert.equal(runtime.monotonic(), 0);
  assert.ok(made <= 66, `${made}`);
  const reader = response.body.getReader();
  for (let i = 0; i < 100; i += 1) assert.equal((await reader.read()).value.length, KIB);
  await reader.cancel();
  assert.ok(made < 110, `${made}`);
});

test('an endless body of empty pieces ends too', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(0)) });
  const { response } = await setUp([new Response(body, { status: 400 })]).fetch();
  assert.equal(response.status, 400);
  await response.body.cancel();
});

test('a body that stalls is judged after a second by what came, and the rest still comes', async () => {
  const spent = '{"error":{"code":"insufficient_quota"},';
  const { client, runtime } = setUp([{ status: 429, chunks: [spent, 5_000, '"more":1}'] }]);
  const response = await runtime.run(client.fetch(ADDRESS));
  assert.equal(runtime.monotonic(), 1_000);
  assert.equal(verdictOf(response).class, 'exhausted');
  assert.equal(await runtime.run(response.text()), `${spent}"more":1}`);
  assert.equal(runtime.monotonic(), 5_000);
});

test('a body that breaks off is judged by what came, and whoever reads it meets the same error', async () => {
  const broken = new Error('cut');
  const { response } = await setUp([{ status: 402, chunks: ['spending cap', broken] }]).fetch();
  assert.equal(verdictOf(response).class, 'exhausted');
  await assert.rejects(response.text(), (error) => error === broken);
});

test('a character that is split between two pieces is read', async () => {
  const bytes = new TextEncoder().encode('{"message":"é quota","code":"insufficient_quota"}');
  const at = bytes.indexOf(0xc3) + 1;
  const { response } = await setUp([{ status: 429, chunks: [bytes.subarray(0, at), bytes.subarray(at)] }]).fetch();
  assert.match(await response.text(), /é quota/);
  assert.equal(verdictOf(response).class, 'exhausted');
});

test('a cancelled body is cancelled where it comes from', async () => {
  let cancelled;
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(70 * KIB)), cancel: (why) => { cancelled = why; } });
  const { response } = await setUp([new Response(body, { status: 400 })]).fetch();
  await response.body.cancel('why');
  assert.equal(cancelled, 'why');
});

/** A response of a library older than fetch: no stream that could be handed back once it was read. */
function foreign(status, body, stream = { pipe() {} }) {
  return {
    status, statusText: '', headers: new Headers(), url: ADDRESS, body: stream, bodyUsed: false,
    clone: () => foreign(status, body, stream),
    text: async () => body,
  };
}

test('a response of another library is judged from a clone and comes back as it is, after a wait too', async () => {
  const spent = foreign(429, '{"error":{"code":"insufficient_quota"}}', undefined);
  const busy = foreign(503, 'busy');
  for (const [answers, wanted, stop] of [[[spent], spent, 'exhausted'], [[busy, new Promise(() => {})], busy, 'attempts']]) {
    const { api, runtime } = setUp([]);
    const client = api.createClient({ attempts: 2, attemptTimeoutMs: 100, runtime: { ...runtime, fetch: () => answers.shift() } });
    const response = await runtime.run(client.fetch(ADDRESS));
    assert.equal(response, wanted);
    assert.equal(stopOf({ response }), stop);
  }
});

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const inspected = (body, headers = {}) => {
  const written = JSON.stringify(body);
  return { headers: { ...JSON_TYPE, 'content-length': `${written.length}`, ...headers }, chunks: [written] };
};
const FAILED = { error: { type: 'overloaded_error', message: 'Overloaded' } };

test('inspectOk judges a short JSON answer below 400, and retries the failure in it', async () => {
  const { fetch, runtime } = setUp([inspected(FAILED), inspected({ done: true })], { inspectOk: true });
  const { response } = await fetch();
  assert.deepEqual(await response.json(), { done: true });
  assert.equal(verdictOf(response), undefined);
  assert.equal(runtime.calls.length, 2);
});

test('inspectOk hands back the untouched response in the end, with its verdict', async () => {
  const given = new Response(JSON.stringify({ error: { code: 'insufficient_quota' } }), { headers: { ...JSON_TYPE, 'content-length': '39' } });
  const { response } = await setUp([given], { inspectOk: true }).fetch();
  assert.equal(response, given);
  assert.equal(response.headers.has('x-should-retry'), false);
  assert.equal(verdictOf(response).class, 'exhausted');
  assert.equal((await response.json()).error.code, 'insufficient_quota');
});

test('inspectOk leaves alone what is long, no JSON, or of no stated length, and is off by default', async () => {
  const untouched = [
    [inspected(FAILED, { 'content-length': '65537' }), true],
    [inspected(FAILED, { 'content-type': 'text/event-stream' }), true],
    [{ headers: JSON_TYPE, chunks: [JSON.stringify(FAILED)] }, true],
    [inspected(FAILED), false],
  ];
  for (const [answer, inspectOk] of untouched) {
    const { fetch, runtime } = setUp([answer, 200], { inspectOk });
    assert.deepEqual(await (await fetch()).response.json(), FAILED);
    assert.equal(runtime.calls.length, 1);
  }
});

test('a clone that inspectOk has read in part is cancelled, so that the body can be', async () => {
  let cancelled = 0;
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(KIB)), cancel: () => { cancelled += 1; } });
  const { response } = await setUp([new Response(body, { headers: { ...JSON_TYPE, 'content-length': '10' } })], { inspectOk: true }).fetch();
  await response.body.cancel();
  assert.equal(cancelled, 1);
});

test('a response below 400 is the very object, unread; so are opaque ones and redirects not followed', async () => {
  const kinds = [new Response('x'), new Response(null, { status: 204 }), new Response(null, { status: 302 }), new Response(null, { status: 304 }), Response.error()];
  for (const given of kinds) {
    const { response } = await setUp([given]).fetch();
    assert.equal(response, given);
    assert.equal(response.bodyUsed, false);
    assert.equal(verdictOf(response), undefined);
  }
});
