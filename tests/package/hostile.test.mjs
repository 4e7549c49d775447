import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retriage } from './installed.mjs';

const { classify, readMeters, toCase } = retriage;
const CLASSES = ['transient', 'permanent', 'exhausted', 'unknown'];

const throwing = () => { throw new Error('hostile'); };

/** A Proxy of which every trap throws. */
const trapped = (target) => new Proxy(target, new Proxy({}, { get: () => throwing }));

function circular() {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  error.errors = [error, error.cause];
  error.body = { error };
  return error;
}

function endless() {
  return { message: 'x', name: 'Endless', get cause() { return endless(); }, get errors() { return [endless(), endless()]; } };
}

const tree = () => ({ message: 'x', name: 'Tree', get errors() { return Array.from({ length: 32 }, tree); } });

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const wide = {};
for (let i = 0; i < 10_000; i += 1) wide[`x-header-${i}`] = `value ${i}`;

const INPUTS = {
  'an object whose getters throw': () => ({ get status() { return throwing(); }, get message() { return throwing(); } }),
  'an Error whose getters throw': () => Object.defineProperties(new Error('x'), {
    message: { get: throwing }, name: { get: throwing }, cause: { get: throwing }, status: { get: throwing }, response: { get: throwing },
  }),
  'a Proxy that throws on everything': () => trapped({}),
  'a Proxy of an Error that throws on everything': () => trapped(new Error('x')),
  'a tree without end': tree,
  'a revoked Proxy': revoked,
  'a circular chain': circular,
  'a chain without end': endless,
  'a revoked Proxy as every part': () => ({ headers: revoked(), body: revoked(), error: revoked() }),
  'headers that throw while iterated': () => ({ headers: { [Symbol.iterator]: throwing } }),
  'headers without end': () => ({ headers: { * [Symbol.iterator]() { for (;;) yield ['x-a', 'b']; } } }),
  '10 000 headers': () => ({ headers: wide }),
  'a text of 10 MB': () => 'x'.repeat(10_000_000),
  'a body of 10 MB': () => ({ body: `{"a":"${'é'.repeat(10_000_000)}"}` }),
  'a body of 200 000 open brackets': () => ({ body: '['.repeat(200_000) }),
  'a body of 200 000 open objects': () => ({ body: '{"a":'.repeat(200_000) }),
  'a body escaped thirty times': () => { let text = 'x"'; for (let i = 0; i < 12; i += 1) text = JSON.stringify({ e: text }); return { body: text }; },
  'lone surrogates': () => ({ body: '\ud800"\udc00 per \ud800 day', message: '\udfff' }),
  'every control character': () => ({ message: Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join(''), headers: { 'x-\x1e\x1f': '\x1d\x1e\x1f' } }),
  'binary': () => ({ body: Uint8Array.from({ length: 4096 }, (_, i) => (i * 167) & 255) }),
  'an object body that is circular': () => { const body = { a: 10n }; body.self = body; return { body }; },
  'an object body with throwing getters and toJSON': () => ({ body: { get a() { return throwing(); }, toJSON: throwing } }),
  'a body deeper than the bound': () => { let body = {}; for (let i = 0; i < 10_000; i += 1) body = { body }; return { body }; },
  'an error with ten thousand errors': () => new AggregateError(Array.from({ length: 10_000 }, () => new Error('x')), 'all'),
  'an object without a prototype': () => Object.create(null),
  'a thrown symbol and function': () => ({ error: Symbol('x') }),
  'a status as an object': () => Object.assign(new Error('x'), { status: { valueOf: throwing } }),
  'an ancient time': () => ({ status: 429, headers: { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, now: -8.64e15 }),
  'a far future': () => ({ status: 429, headers: { 'retry-after': '9'.repeat(400) }, now: Number.MAX_VALUE }),
};

for (const [title, make] of Object.entries(INPUTS)) {
  test(`${title} ends as a verdict`, () => {
    const verdict = classify(make());
    assert.ok(CLASSES.includes(verdict.class));
    assert.notEqual(verdict.explain, 'This failure could not be read; nothing is known about it.', 'the core failed');
    assert.ok(verdict.waitMs === null || (Number.isSafeInteger(verdict.waitMs) && verdict.waitMs >= 0));
  });

  test(`${title} ends as a case`, () => assert.equal(typeof toCase(make()), 'object'));
}

test('beside a header that throws the others are read', () => {
  const headers = { get 'x-a'() { return throwing(); }, 'retry-after': '7' };
  assert.equal(classify({ status: 429, headers }).waitMs, 7000);
});

test('beside a member that throws or leads back the others of a body are read', () => {
  const body = { get a() { return throwing(); }, message: 'Your project has exceeded its monthly spending cap.' };
  body.self = body;
  assert.equal(classify({ body }).reason, 'spend_cap');
});

test('of an endless body no more is read than is judged', () => {
  let reads = 0;
  const keys = Array.from({ length: 100_000 }, (_, i) => `key${i}`);
  const body = new Proxy({}, {
    ownKeys: () => keys,
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get() { reads += 1; return 'x'; },
  });
  classify({ status: 503, body });
  assert.ok(reads > 1_000 && reads < 10_000, `${reads}`);
});

test('a failure that says nothing is unknown', () => {
  for (const make of [() => ({}), () => ({ status: null, body: '' }), () => trapped({}), () => new Error('')]) {
    assert.equal(classify(make()).class, 'unknown');
  }
});

test('nothing that was given is changed, and frozen objects are read', () => {
  const body = Object.freeze({ error: Object.freeze({ message: 'busy', details: Object.freeze([1]) }) });
  const failure = Object.freeze({ status: 503, headers: Object.freeze({ 'retry-after': '7' }), body });
  const before = JSON.stringify(failure);
  assert.equal(classify(failure).waitMs, 7000);
  const error = Object.freeze(Object.assign(new Error('x'), { status: 503, error: body.error }));
  assert.equal(classify(error).class, 'transient');
  assert.equal(JSON.stringify(failure), before);
});

test('a separator inside a value does not forge another header', () => {
  const headers = { 'x-a': 'b\x1eretry-after\x1f7' };
  assert.equal(classify({ status: 429, headers }).waitMs, null);
  assert.deepEqual(readMeters(headers), []);
});

test('a separator inside a message does not move the evidence', () => {
  const message = 'a\x1e\x1f\x1db Your project has exceeded its monthly spending cap.';
  const { evidence: [piece] } = classify(new Error(message));
  assert.equal(piece.where, 'error');
  assert.equal(message.slice(...piece.span), piece.text);
});

test('a thousand odd inputs leave the core in order', () => {
  let seed = 7;
  const next = () => { seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31; return seed; };
  const alphabet = ['{', '}', '[', ']', '"', '\\', ':', ',', 'error', 'code', '429', ' per day', 'retry after ', '9e999', '\ud83d', 'é', '\n', 'data: ', "'", '<html>', 'None'];
  for (let i = 0; i < 1000; i += 1) {
    const body = Array.from({ length: next() % 60 }, () => alphabet[next() % alphabet.length]).join('');
    assert.ok(CLASSES.includes(classify({ status: 100 + (next() % 500), body, headers: { 'retry-after': body.slice(0, 8) } }).class));
  }
  assert.equal(classify('Your project has exceeded its monthly spending cap.').reason, 'spend_cap');
});
