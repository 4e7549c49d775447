import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retriage } from './installed.mjs';

const { classify, nextDelay } = retriage;
const limited = (seconds) => classify({ status: 429, headers: { 'retry-after': String(seconds) }, now: 0 });
const at = (chance) => () => chance;

test('W3, W7: a stated wait is a floor, with a margin and jitter above it', () => {
  const least = nextDelay(limited(10), { attempt: 1, random: at(0) });
  const most = nextDelay(limited(10), { attempt: 1, random: at(1) });
  assert.deepEqual({ ...least }, { ms: 10_500, source: 'server', floorMs: 10_000 });
  assert.deepEqual({ ...most }, { ms: 12_500, source: 'server', floorMs: 10_000 });
});

test('W7: maxDelayMs does not cut a stated wait', () => {
  assert.ok(nextDelay(limited(30), { attempt: 1, maxDelayMs: 100 }).ms >= 30_500);
});

test('W3: without a stated wait the backoff doubles, with full jitter from zero', () => {
  const verdict = classify({ status: 500 });
  assert.equal(nextDelay(verdict, { attempt: 1, random: at(0) }).ms, 0);
  const steps = [1, 2, 3, 4].map((attempt) => nextDelay(verdict, { attempt, random: at(1) }).ms);
  assert.deepEqual(steps, [1000, 2000, 4000, 8000]);
  assert.equal(nextDelay(verdict, { attempt: 4, maxDelayMs: 3000, random: at(1) }).ms, 3000);
  assert.equal(nextDelay(verdict, { attempt: 1, baseDelayMs: 50, random: at(1) }).ms, 50);
  assert.equal(nextDelay(verdict, { attempt: 1, random: at(1) }).source, 'backoff');
});

test('W5: a 503 backs off from two seconds, a 408 may be repeated at once', () => {
  assert.equal(nextDelay(classify({ status: 503 }), { attempt: 1, random: at(1) }).ms, 2000);
  assert.equal(nextDelay(classify({ status: 408 }), { attempt: 1, random: at(1) }).ms, 250);
});

test('D23: Retry-After: 0 gets the delay of the backoff', () => {
  const { ms, source } = nextDelay(limited(0), { attempt: 1, random: at(1) });
  assert.equal(ms, 1000);
  assert.equal(source, 'backoff');
});

test('W6: a delay that would end past the window is not slept', () => {
  const verdict = limited(50);
  assert.deepEqual({ ...nextDelay(verdict, { attempt: 1, elapsedMs: 100_000 }) }, { stop: 'retry_for', retryAt: 50_000 });
  assert.deepEqual({ ...nextDelay(verdict, { attempt: 1, retryForMs: 20_000 }) }, { stop: 'retry_for', retryAt: 50_000 });
});

test('attempts count the first', () => {
  assert.equal(nextDelay(classify({ status: 500 }), { attempt: 4 }).stop, undefined);
  assert.equal(nextDelay(classify({ status: 500 }), { attempt: 5 }).stop, 'attempts');
  assert.equal(nextDelay(classify({ status: 500 }), { attempt: 1, attempts: 1 }).stop, 'attempts');
});

test('what is not retryable stops, and says why', () => {
  assert.equal(nextDelay(classify({ status: 400 }), { attempt: 1 }).stop, 'permanent');
  assert.equal(nextDelay(classify({ status: 402 }), { attempt: 1 }).stop, 'exhausted');
  assert.equal(nextDelay(classify('odd'), { attempt: 1 }).stop, 'unknown');
  assert.equal(nextDelay(classify({ status: 500 }, { strict: true }), { attempt: 1 }).stop, 'not_retryable');
  const forbidden = classify({ status: 500, headers: { 'x-should-retry': 'false' } });
  assert.equal(nextDelay(forbidden, { attempt: 1 }).stop, 'not_retryable');
});

test('a long stated wait stops with the time to come back', () => {
  assert.deepEqual({ ...nextDelay(limited(3600), { attempt: 1 }) }, { stop: 'exhausted', retryAt: 3_600_000 });
});

test('a malformed wait is slept like a stated one, and over the cap ends the call', () => {
  assert.ok(nextDelay(limited('2.5'), { attempt: 1 }).ms >= 2500);
  const { stop } = nextDelay(limited('90.5'), { attempt: 1 });
  assert.equal(stop, 'malformed_wait');
});

test('no policy and no chance make a delay NaN, negative or endless', () => {
  const verdicts = [classify({ status: 500 }), classify({ status: 503 }), limited(1), limited(0), limited('1.5')];
  for (const verdict of verdicts) {
    for (const attempt of [1, 2, 100, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      for (const extreme of [0, 1, 1e9, Infinity]) {
        const { stop, ms } = nextDelay(verdict, {
          attempt, attempts: Number.MAX_SAFE_INTEGER, retryForMs: Infinity, baseDelayMs: extreme, maxDelayMs: extreme, random: at(1),
        });
        assert.ok(stop || (Number.isFinite(ms) && ms >= 0), `${attempt} ${extreme}: ${ms}`);
      }
    }
  }
});

test('a verdict that went through JSON still has its delay', () => {
  const verdict = JSON.parse(JSON.stringify(limited(10)));
  assert.equal(nextDelay(verdict, { attempt: 1, random: at(0) }).ms, 10_500);
});
