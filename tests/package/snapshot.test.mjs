// The state of the gates as plain data: what the next process knows, and what a dashboard shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, setUp, stopOf } from './client.mjs';
import { retriage } from './installed.mjs';

const { createClient, metricsOf } = retriage;
const CAP = { status: 429, body: 'Your project has exceeded its monthly spending cap.' };
const OK = { status: 200, body: '{}' };
const as = (key, model = undefined) => ({
  headers: { authorization: `Bearer ${key}` },
  ...(model && { method: 'POST', body: JSON.stringify({ model }) }),
});

test('another process goes on where this one was', async () => {
  const here = setUp([{ status: 429, body: 'Rate limit reached on requests per day (RPD). Try again in 2h.' }]);
  await here.fetch(ADDRESS, as('sk-one'));
  const kept = JSON.parse(JSON.stringify(here.client.snapshot()));

  const there = setUp(() => OK);
  await there.runtime.advance(3_600_000);
  there.client.restore(kept);
  const held = await there.fetch(ADDRESS, as('sk-one'));
  assert.equal(stopOf(held), 'exhausted');
  assert.equal(held.error.verdict.retryAt, kept.gates.find(({ latch }) => latch).latch.until);
  assert.equal((await there.fetch(ADDRESS, as('sk-two'))).response.status, 200);
  await there.runtime.advance(3_600_000);
  assert.equal((await there.fetch(ADDRESS, as('sk-one'))).response.status, 200);
});

test('it shows what holds calls back and what was counted', async () => {
  const { client, fetch, runtime } = setUp([{ status: 503 }, OK, CAP]);
  await fetch(ADDRESS, as('sk-one', 'small'));
  await fetch(ADDRESS, { ...as('sk-one', 'small'), retriage: { repeatIsSafe: true } });
  await fetch(ADDRESS, as('sk-one', 'small'));
  await fetch(ADDRESS, as('sk-one', 'small'));
  const { version, at, gates } = client.snapshot();
  assert.equal(version, 1);
  assert.equal(at, runtime.now());
  const [service, account, model] = gates;
  assert.deepEqual([service, account, model].map((gate) => [gate.service, gate.account?.length, gate.model]), [
    ['https://api.example', undefined, null],
    ['https://api.example', 16, null],
    ['https://api.example', 16, 'small'],
  ]);
  assert.equal(account.latch.verdict.reason, 'spend_cap');
  assert.equal(account.latch.probeAt - at, 300_000);
  assert.equal(model.latch, null);
  assert.deepEqual(account.counters, {
    calls: 4,
    attempts: 3,
    refused: 1,
    failures: [
      { class: 'transient', reason: 'overloaded', count: 1 },
      { class: 'exhausted', reason: 'spend_cap', count: 1 },
    ],
    lastMinute: { attempts: 3, retries: 0, retriesAt: [] },
  });
});

test('a damaged, old or foreign snapshot is a TypeError that says what is wrong, and changes nothing', async () => {
  const { client, fetch, runtime } = setUp([CAP]);
  await fetch(ADDRESS, as('sk-one'));
  const kept = client.snapshot();
  const [service, account] = kept.gates;
  const circular = {};
  circular.self = circular;
  for (const [snapshot, message] of [
    [undefined, 'the snapshot is not an object'],
    [null, 'the snapshot is not an object'],
    ['{}', 'the snapshot is not an object'],
    [circular, 'the snapshot is not an object'],
    [{ at: 1n }, 'the snapshot is not an object'],
    [{ ...kept, at: 1.5 }, 'the snapshot is not an object'],
    [{}, 'the snapshot is damaged at version'],
    [{ ...kept, version: 2 }, 'the snapshot is of another version'],
    [{ ...kept, at: kept.at - 86_400_001 }, 'the snapshot was not made within the last day'],
    [{ ...kept, gates: {} }, 'the snapshot is damaged at gates'],
    [{ ...kept, gates: [service, { ...account, latch: { ...account.latch, until: 'soon' } }] }, 'the snapshot is damaged at gates[1].latch.until'],
  ]) {
    assert.throws(() => client.restore(snapshot), { name: 'TypeError', message });
    assert.deepEqual(client.snapshot(), kept);
    const fresh = createClient({ runtime });
    assert.throws(() => fresh.restore(snapshot), TypeError);
    assert.deepEqual(fresh.snapshot().gates, []);
  }
});

test('no credential is in it, not even one that was given as a name', async () => {
  const { client, fetch, run } = setUp(() => OK);
  const secret = 'sk-proj-0123456789abcdef';
  await fetch(ADDRESS, as(secret));
  await fetch(`${ADDRESS}?key=${secret}`);
  await fetch(`https://${secret}:${secret}@api.example/v1`);
  await fetch(ADDRESS, { retriage: { key: secret, bucket: secret } });
  await run(() => 1, { key: secret });
  const { gates } = client.snapshot();
  assert.ok(gates.length >= 6);
  assert.doesNotMatch(JSON.stringify([gates, metricsOf({ gates })]), /0123456789abcdef/);
  // It still names what it names.
  client.reset(secret);
  assert.ok(client.snapshot().gates.length < gates.length);
});

test('what was counted adds up as metrics, by account and by model', async () => {
  const { client, fetch } = setUp((call) => (call.init?.body?.includes('large') ? { status: 400 } : OK));
  for (const init of [as('sk-one', 'small'), as('sk-one', 'small'), as('sk-one', 'large'), as('sk-one'), as('sk-two')]) {
    await fetch(ADDRESS, init);
  }
  const points = metricsOf(client.snapshot());
  const of = (name) => points.filter((point) => point.name === name);
  assert.deepEqual(of('retriage.calls').map(({ value, attributes }) => [value, attributes['gen_ai.request.model']]), [
    [1, undefined], [2, 'small'], [1, 'large'], [1, undefined],
  ]);
  assert.equal(of('retriage.attempts').reduce((sum, { value }) => sum + value, 0), 5);
  assert.deepEqual(of('retriage.failures').map(({ value, unit, attributes }) => [value, unit, attributes['retriage.class'], attributes['error.type']]), [
    [1, '{attempt}', 'permanent', 'bad_request'],
  ]);
  const [{ attributes }] = points;
  assert.deepEqual([attributes['server.address'], attributes['server.port'], attributes['retriage.account'].length], ['api.example', 443, 16]);
});

test('the retry rate is that of the last minute', async () => {
  const { client, fetch, runtime } = setUp([{ status: 503 }, OK, OK, OK]);
  await fetch();
  await fetch();
  await fetch();
  const rate = () => metricsOf(client.snapshot()).find(({ name }) => name === 'retriage.retry_rate').value;
  assert.equal(rate(), 1 / 4);
  await runtime.advance(61_000);
  assert.equal(rate(), 0);
});
