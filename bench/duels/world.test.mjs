import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorld } from './world.mjs';

const ok = () => ({ status: 200 });
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

test('the clock records when each call was made and when all ended', async () => {
  const world = createWorld(ok);
  const seen = await world.run(async () => {
    await world.fetch(world.url);
    await sleep(1500);
    await world.fetch(world.url);
    await sleep(86_400_000);
    return 200;
  });
  assert.deepEqual(seen.times, [0, 1500]);
  assert.equal(seen.endedAt, 86_401_500);
  assert.equal(seen.outcome, 'status 200');
});

test('a clock that is wrong shifts dates, not the times recorded', async () => {
  const world = createWorld((_call, now) => ({ status: 200, body: String(now) }), { skewMs: 300_000 });
  let skew;
  const seen = await world.run(async () => {
    await sleep(20);
    skew = Date.now() - Number(await (await world.fetch(world.url)).text());
  });
  assert.equal(skew, 300_000);
  assert.deepEqual(seen.times, [20]);
});

test('a storm is cut', async () => {
  const world = createWorld(ok);
  const seen = await world.run(async () => { for (;;) await world.fetch(world.url); });
  assert.equal(seen.outcome, 'cut');
  assert.equal(seen.times.length, 3000);
});

test('calls after the end are still seen', async () => {
  const world = createWorld(ok);
  const seen = await world.run(() => { setTimeout(() => world.fetch(world.url), 5000); });
  assert.equal(seen.endedAt, 0);
  assert.deepEqual(seen.times, [5000]);
});

test('a used body is refused before anything is sent, as by fetch', async () => {
  const world = createWorld(ok);
  const init = { method: 'PUT', duplex: 'half', body: new Blob(['hello world']).stream() };
  const seen = await world.run(async () => {
    await world.fetch(world.url, init);
    await world.fetch(world.url, init);
  });
  assert.deepEqual(seen.bytes, [11]);
  assert.equal(seen.outcome, 'TypeError');
});

test('the most calls in flight at one time are counted', async () => {
  const world = createWorld(() => ({ status: 200, takesMs: 100 }));
  const seen = await world.run(async () => {
    await Promise.all([world.fetch(world.url), world.fetch(world.url)]);
    await world.fetch(world.url);
  });
  assert.equal(seen.mostInFlight, 2);
  assert.equal(seen.endedAt, 200);
});
