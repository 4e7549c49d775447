// What is sent: every form of a request and of its body, and nothing twice that might count twice.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { ADDRESS, setUp, stopOf } from './client.mjs';
import { retriage } from './installed.mjs';

const busy = { status: 429, headers: { 'retry-after': '1' } };
const reset = () => Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
const POST = { method: 'POST', body: 'order' };

for (const [kind, input] of [['a text', ADDRESS], ['a URL', new URL(ADDRESS)], ['a Request', new Request(ADDRESS)]]) {
  test(`${kind} is sent as it came, once more after a refusal`, async () => {
    const { fetch, runtime } = setUp([busy, 200]);
    assert.equal((await fetch(input)).response.status, 200);
    assert.deepEqual(runtime.calls.map((call) => call.input), [input, input]);
    assert.deepEqual(runtime.calls.map(({ url, method }) => `${method} ${url}`), Array(2).fill(`GET ${ADDRESS}`));
  });
}

const form = new FormData();
form.set('field', 'value');
const bytes = new TextEncoder().encode('bytes');

/** Each kind of body: how it is made, what the server must see, whether it can be sent once more. */
const BODIES = {
  'a string': [() => 'text', /^text$/, true],
  'an empty string': [() => '', /^$/, true],
  'URLSearchParams': [() => new URLSearchParams({ a: 'b' }), /^a=b$/, true],
  'FormData': [() => form, /name="field"\r\n\r\nvalue\r\n/, true],
  'a Blob': [() => new Blob(['blob']), /^blob$/, true],
  'an ArrayBuffer': [() => bytes.buffer.slice(0), /^bytes$/, true],
  'a typed array': [() => bytes, /^bytes$/, true],
  'a DataView': [() => new DataView(bytes.buffer), /^bytes$/, true],
  'a Buffer': [() => Buffer.from('bytes'), /^bytes$/, true],
  'a ReadableStream': [() => new Blob(['streamed']).stream(), /^streamed$/, false],
  'an async iterable': [() => ({ async* [Symbol.asyncIterator]() { yield bytes; } }), /^bytes$/, false],
  'an async generator': [() => (async function* chunks() { yield bytes; })(), /^bytes$/, false],
  'a Node stream': [() => Readable.from([bytes]), /^bytes$/, false],
};

for (const [kind, [make, seen, again]] of Object.entries(BODIES)) {
  test(`${kind} as a body is ${again ? 'sent whole each time' : 'sent once, whatever is declared'}`, async () => {
    const { fetch, runtime } = setUp([busy, 200], { repeatIsSafe: true, idempotencyKey: true });
    const ended = await fetch(ADDRESS, { method: 'PUT', body: make(), duplex: 'half' });
    assert.equal(runtime.calls.length, again ? 2 : 1);
    for (const { body } of runtime.calls) assert.match(body, seen);
    assert.equal(ended.response.status, again ? 200 : 429);
    if (!again) assert.equal(stopOf(ended), 'unsafe');
  });
}

test('the body of a Request is sent whole each time, and its copies no more often than they are needed', async () => {
  for (const [attempts, copies] of [[1, 0], [3, 2]]) {
    const request = new Request(ADDRESS, POST);
    let cloned = 0;
    request.clone = () => { cloned += 1; return Request.prototype.clone.call(request); };
    const { fetch, runtime } = setUp([busy, busy, busy], { attempts });
    await fetch(request);
    assert.deepEqual(runtime.calls.map(({ body }) => body), Array(attempts).fill('order'));
    assert.equal(cloned, copies);
    assert.equal(request.bodyUsed, true);
  }
});

test('a Request is not copied where it has no body, or init brings another, or it cannot be repeated', async () => {
  for (const [request, init] of [
    [new Request(ADDRESS), undefined],
    [new Request(ADDRESS, POST), { body: 'other' }],
    [new Request(ADDRESS, POST), { body: new Blob(['once']).stream(), duplex: 'half' }],
  ]) {
    request.clone = () => assert.fail('copied');
    const { fetch, runtime } = setUp([busy, 200]);
    assert.ok((await fetch(request, init)).response);
    assert.notEqual(runtime.calls[0].body, 'order');
  }
});

test('a Request that does not say whether it has a body, as in Firefox, is copied', async () => {
  const request = new Request(ADDRESS, POST);
  Object.defineProperty(request, 'body', { value: undefined });
  const { fetch, runtime } = setUp([busy, 200]);
  assert.equal((await fetch(request)).response.status, 200);
  assert.deepEqual(runtime.calls.map(({ body }) => body), ['order', 'order']);
});

test('a body of null in init leaves the body of the Request, each time', async () => {
  const { fetch, runtime } = setUp([busy, 200]);
  await fetch(new Request(ADDRESS, POST), { body: null });
  assert.deepEqual(runtime.calls.map(({ body }) => body), ['order', 'order']);
});

test('a Request may stand for init, as it may with the platform', async () => {
  const { fetch, runtime } = setUp([busy, 200]);
  await fetch('https://other.example/', new Request(ADDRESS, { ...POST, headers: { 'x-a': 'b' } }));
  for (const call of runtime.calls) {
    assert.deepEqual([call.url, call.method, call.body, call.headers['x-a']], ['https://other.example/', 'POST', 'order', 'b']);
  }
});

test('members of init that nobody knows pass as they came, and ours does not pass', async () => {
  const dispatcher = { dispatch() {} };
  const init = { dispatcher, cf: { cacheTtl: 1 }, next: { revalidate: 2 }, duplex: 'half', 'x-odd': Symbol.iterator, retriage: { attempts: 2 } };
  const { fetch, runtime } = setUp([busy, 200]);
  await fetch(ADDRESS, init);
  const { retriage: ours, ...rest } = init;
  for (const { init: sent } of runtime.calls) {
    const { signal, ...others } = sent;
    assert.ok(signal instanceof AbortSignal);
    assert.deepEqual(others, rest);
    assert.equal(others.dispatcher, dispatcher);
  }
  assert.equal(init.retriage, ours, 'the caller\'s own object is left as it was');
});

test('the headers are the caller\'s own where we add none', async () => {
  const headers = { 'X-Case': 'Kept' };
  const { fetch, runtime } = setUp([200]);
  await fetch(ADDRESS, { headers });
  assert.equal(runtime.calls[0].init.headers, headers);
});

test('a POST is repeated after a refusal and not after a reset; an idempotent method after both', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'QUERY', 'get', 'PuT']) {
    const { fetch, runtime } = setUp([busy, reset(), 200]);
    assert.equal((await fetch(ADDRESS, { method })).response?.status, 200, method);
    assert.equal(runtime.calls.length, 3);
  }
  for (const method of ['POST', 'PATCH', 'post']) {
    const { fetch, runtime } = setUp([busy, reset(), 200]);
    const ended = await fetch(ADDRESS, { method });
    assert.equal(ended.error.message, 'fetch failed');
    assert.equal(stopOf(ended), 'unsafe');
    assert.equal(runtime.calls.length, 2);
  }
});

for (const [what, options, headers] of [
  ['repeatIsSafe', { repeatIsSafe: true }, {}],
  ['idempotencyKey', { idempotencyKey: true }, {}],
  ['a key of the caller\'s own', {}, { 'Idempotency-Key': 'mine' }],
]) {
  test(`with ${what} a POST is repeated after a reset too`, async () => {
    const { fetch, runtime } = setUp([reset(), { status: 500 }, 200], options);
    assert.equal((await fetch(ADDRESS, { ...POST, headers })).response.status, 200);
    assert.deepEqual(runtime.calls.map(({ body }) => body), ['order', 'order', 'order']);
  });
}

test('the key that we add is one for all attempts and another for each call, beside the caller\'s headers', async () => {
  const { fetch, runtime } = setUp([busy, busy, 200, 200], { idempotencyKey: true });
  const init = { ...POST, headers: { 'x-a': 'b' } };
  await fetch(ADDRESS, init);
  await fetch(ADDRESS, init);
  const keys = runtime.calls.map(({ headers }) => headers['idempotency-key']);
  assert.match(keys[0], /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(keys.slice(1, 3), [keys[0], keys[0]]);
  assert.notEqual(keys[3], keys[0]);
  assert.ok(runtime.calls.every(({ headers }) => headers['x-a'] === 'b'));
  assert.deepEqual(init.headers, { 'x-a': 'b' });
});

test('a key of the caller\'s own stays, in init or in a Request', async () => {
  const headers = { 'idempotency-key': 'mine' };
  for (const given of [[ADDRESS, { ...POST, headers }], [new Request(ADDRESS, { ...POST, headers })]]) {
    const { fetch, runtime } = setUp([busy, 200], { idempotencyKey: true });
    await fetch(...given);
    assert.deepEqual(runtime.calls.map((call) => call.headers['idempotency-key']), ['mine', 'mine']);
  }
});

test('a key that is given for one call is sent with a Request\'s own headers', async () => {
  const { fetch, runtime } = setUp([busy, 200]);
  await fetch(new Request(ADDRESS, { ...POST, headers: { 'x-a': 'b' } }), { retriage: { idempotencyKey: 'order-7' } });
  for (const { headers, body } of runtime.calls) {
    assert.deepEqual([headers['idempotency-key'], headers['x-a'], body], ['order-7', 'b', 'order']);
  }
});

test('without randomUUID, as on pages without TLS, the key is a UUID of version 4 all the same', async (t) => {
  const { randomUUID } = crypto;
  crypto.randomUUID = undefined;
  t.after(() => { crypto.randomUUID = randomUUID; });
  const { fetch, runtime } = setUp([200], { idempotencyKey: true });
  await fetch();
  assert.match(runtime.calls[0].headers['idempotency-key'], /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a request with a header that cannot be sent is refused as the platform refuses it', async () => {
  const { fetch, runtime } = setUp([200]);
  assert.equal((await fetch(ADDRESS, { headers: { 'bad name': 'x' } })).error.name, 'TypeError');
  assert.equal(runtime.calls.length, 0);
});

test('prepare changes what is sent, before each attempt', async () => {
  const seen = [];
  const prepare = ({ input, init }, attempt) => {
    seen.push([`${input}`, attempt]);
    init.headers = { authorization: `token ${attempt}` };
  };
  const { fetch, runtime } = setUp([busy, 200], { prepare });
  await fetch(ADDRESS, POST);
  assert.deepEqual(seen, [[ADDRESS, 1], [ADDRESS, 2]]);
  assert.deepEqual(runtime.calls.map(({ headers, body }) => [headers.authorization, body]), [['token 1', 'order'], ['token 2', 'order']]);
});

test('prepare may return a Request, or other arguments, and the signal stays the attempt\'s', async () => {
  const changes = [
    () => new Request('https://other.example/', { method: 'PUT', body: 'new' }),
    () => ({ input: 'https://other.example/', init: { method: 'PUT', body: 'new' } }),
    async () => ({ input: 'https://other.example/', init: { method: 'PUT', body: 'new' } }),
  ];
  for (const prepare of changes) {
    const { fetch, runtime } = setUp([{ delayMs: Infinity }, 200], { prepare, attemptTimeoutMs: 1_000, repeatIsSafe: true });
    assert.equal((await fetch(ADDRESS, POST)).response.status, 200);
    for (const call of runtime.calls) {
      assert.deepEqual([call.url, call.method, call.body], ['https://other.example/', 'PUT', 'new']);
      assert.ok(call.init.signal);
    }
  }
});

test('prepare has a whole copy of a Request each time', async () => {
  const seen = [];
  const { fetch } = setUp([busy, 200], { prepare: async ({ input }) => { seen.push(await input.clone().text()); } });
  await fetch(new Request(ADDRESS, POST));
  assert.deepEqual(seen, ['order', 'order']);
});

test('what prepare throws is a failure of the attempt, rethrown as it was', async () => {
  const mine = new RangeError('mine');
  const ended = await setUp([200], { prepare: () => { throw mine; } }).fetch();
  assert.equal(ended.error, mine);
  assert.equal(retriage.verdictOf(mine).class, 'unknown');
});

test('fetch is bound to its client', async () => {
  const { client, runtime } = setUp([200]);
  const { fetch } = client;
  assert.equal((await runtime.run(fetch(ADDRESS))).status, 200);
});
