// Records: one a decision, told to every listener, harmed by none.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ADDRESS, setUp, watchRejections } from './client.mjs';
import { folder } from './installed.mjs';

const BUSY = { status: 429, headers: { 'retry-after': '3', 'x-request-id': 'req_1' }, body: '{"error":{"code":"rate_limit_exceeded"}}' };

test('each decision is one record, in order', async () => {
  const { fetch, records } = setUp([BUSY, 200]);
  await fetch();
  assert.deepEqual(records.map(({ decision, why, outcome, attempt, status, delayMs, elapsedMs }) => [decision, why, outcome, attempt, status, delayMs, elapsedMs]), [
    ['send', null, null, 1, null, null, 0],
    ['wait', 'backoff', null, 1, 429, 3_800, 0],
    ['send', null, null, 2, 429, null, 3_800],
    ['finish', null, 'return', 2, 200, null, 3_800],
  ]);
});

test('a record holds what an incident report needs', async () => {
  const answer = { ...BUSY, body: { error: { type: 'overloaded_error' } } };
  const { fetch, records, runtime } = setUp([answer, 200], { attemptTimeoutMs: 9_000 }, { now: 1_800_000_000_000 });
  await fetch('https://api.openai.com/v1/responses?secret=1', { method: 'POST', body: JSON.stringify({ model: 'gpt-5', input: 'hello' }) });
  const { operation, version, bodyFingerprint, rule, meters, ...record } = records[1];
  assert.match(operation, /^[0-9a-z]{7}-1$/);
  assert.equal(version, JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).version);
  assert.match(bodyFingerprint, /^[0-9a-f]{8}$/);
  assert.ok(rule.length > 0);
  assert.deepEqual(meters, []);
  assert.deepEqual(record, {
    inFlight: 1, alert: false, time: 1_800_000_000_000, decision: 'wait', why: 'backoff', outcome: null, stop: null,
    url: 'https://api.openai.com/v1/responses', endpoint: 'direct', method: 'POST', model: 'gpt-5', attempt: 1, status: 429,
    provider: 'openai', class: 'transient', reason: 'overloaded', errorType: 'overloaded_error', errorCode: null, sent: 'no',
    waitMs: 3_000, waitSource: 'retry-after', waitText: '3', delayMs: 3_800, elapsedMs: 0, partial: false, requestId: 'req_1',
    policy: { attempts: 5, retryForMs: 120_000, deadlineMs: 600_000, attemptTimeoutMs: 9_000 },
  });
  assert.equal(runtime.calls[0].url.includes('secret'), true);
});

test('every member of a record has its type, and the reverse', async () => {
  const { fetch, records } = setUp([BUSY, 200]);
  await fetch();
  const [, body] = readFileSync(`${folder}index.d.ts`, 'utf8').match(/export interface EventRecord \{\n([^]*?)\n\}/);
  const declared = [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(records[1]).sort(), declared.sort());
});

test('the records of one call share a name that no other call has', async () => {
  const { client, fetch, records } = setUp(() => 200);
  for (let i = 0; i < 3; i += 1) await fetch();
  await client.with({ attempts: 2 }).run(() => 1);
  const names = records.map(({ operation }) => operation);
  assert.deepEqual(names.map((name) => names.indexOf(name)), [0, 0, 2, 2, 4, 4, 6, 6]);
});

test('the calls under way are counted, those that failed too', async () => {
  const { client, runtime, records } = setUp(() => ({ delayMs: 100 }));
  await runtime.run(Promise.all([1, 2, 3].map(() => client.fetch(ADDRESS))));
  assert.deepEqual(records.map(({ inFlight }) => inFlight), [1, 2, 3, 3, 2, 1]);
  await client.run(() => { throw new Error('x'); }).catch(() => {});
  assert.equal(records.at(-1).inFlight, 1);
});

test('every listener is told, until it is taken off', async () => {
  const { client, fetch, records } = setUp(() => 200);
  const seen = [];
  const off = client.on((record) => seen.push(record.decision));
  await fetch();
  assert.equal(off(), true);
  await fetch();
  assert.deepEqual(seen, ['send', 'finish']);
  assert.equal(records.length, 4);
});

test('no exception, rejection or hostile value of a listener does harm', async (t) => {
  const noRejections = watchRejections(t);
  const { client, fetch, records } = setUp([BUSY, 200]);
  const hostile = [
    () => { throw new Error('thrown'); },
    async () => { throw new Error('rejected'); },
    () => ({ then: () => { throw new Error('then'); } }),
    () => ({ get then() { throw new Error('getter'); } }),
    () => new Proxy({}, { get() { throw new Error('proxy'); } }),
    () => null,
  ];
  for (const listener of hostile) client.on(listener);
  assert.equal((await fetch()).response.status, 200);
  assert.equal(records.length, 4);
  await noRejections();
});

test('a listener that never settles holds up nothing', async () => {
  const { client, fetch } = setUp([BUSY, 200]);
  client.on(() => new Promise(() => {}));
  assert.equal((await fetch()).response.status, 200);
});
