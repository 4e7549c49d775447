// The platform's clocks and timers as a client uses them where a test gives no others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '../../pkg/src/runtime.js';
import { createTestRuntime, fresh } from './installed.mjs';

const MAX_TIMER_MS = 2 ** 31 - 1;

/** The platform's timers on a virtual clock, with its limit: what is longer fires at once. */
function platform(t) {
  const { setTimeout, clearTimeout } = globalThis;
  const clock = createTestRuntime();
  const made = [];
  globalThis.setTimeout = (run, ms, ...args) => {
    const timer = { ms, kept: true, unref() { timer.kept = false; } };
    timer.cancel = clock.timer(ms > MAX_TIMER_MS ? 1 : ms, () => run(...args));
    made.push(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => timer?.cancel();
  t.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
  return { clock, made };
}

test('a sleep longer than a timer can count is slept whole, in parts', async (t) => {
  const { clock, made } = platform(t);
  const ms = MAX_TIMER_MS * 2 + 5;
  await clock.run(createRuntime().sleep(ms));
  assert.equal(clock.monotonic(), ms);
  assert.deepEqual(made.map((timer) => timer.ms), [MAX_TIMER_MS, MAX_TIMER_MS, 5]);
});

test('an abort in any part of a sleep ends it, with the reason, and takes the timer along', async (t) => {
  const { clock } = platform(t);
  for (const at of [10, MAX_TIMER_MS + 10]) {
    const controller = new AbortController();
    const sleep = createRuntime().sleep(MAX_TIMER_MS * 2, controller.signal);
    const ended = assert.rejects(sleep, (reason) => reason === 'enough');
    await clock.advance(at);
    controller.abort('enough');
    await ended;
    assert.equal(clock.pending, 0);
  }
});

test('a sleep keeps a process alive, and a bound does not', async (t) => {
  const { clock, made } = platform(t);
  const { sleep, timer } = createRuntime();
  const slept = sleep(5);
  timer(5, () => {})();
  timer(5, () => {});
  assert.deepEqual(made.map(({ kept }) => kept), [true, false, false]);
  await clock.run(slept);
});

test('a process ends with its last call, whatever bounds that had', () => {
  const { stdout, stderr, status } = fresh(`
    const { createClient } = await import('retriage');
    const client = createClient({ attempts: 2, baseDelayMs: 20, attemptTimeoutMs: 500_000, runtime: { fetch: async () => new Response('x', { status: 503 }) } });
    console.log((await client.fetch('https://api.example/')).status);
  `);
  assert.equal(stdout, '503', stderr);
  assert.equal(status, 0);
});
