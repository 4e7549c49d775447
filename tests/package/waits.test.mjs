// What states a wait, read by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retriage } from './installed.mjs';

const { parseRetryAfter, readMeters } = retriage;

/** Wednesday; the dates are half a minute later. */
const NOW = Date.UTC(2026, 2, 4, 10);

const VALUES = [
  ['3', 3_000],
  ['0', 0],
  ['007', 7_000],
  ['86400', 86_400_000],
  [' 120 ', 120_000],
  ['\t120\t', 120_000],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Wed, 04 Mar 2026 10:00:30 GMT', 30_000],
  ['Wednesday, 04-Mar-26 10:00:30 GMT', 30_000],
  ['Wed Mar  4 10:00:30 2026', 30_000],
  ['Wed, 04 Mar 2026 10:00:60 GMT', 60_000],
  ['Wed, 04 Mar 2026 09:59:59 GMT', 0],
  // Two digits are the year that is at most 50 years ahead.
  ['Wednesday, 04-Mar-76 10:00:00 GMT', Date.UTC(2076, 2, 4, 10) - NOW],
  ['Thursday, 04-Mar-76 10:00:01 GMT', 0],
  ['Tue, 04 Mar 2026 10:00:30 GMT', null],
  ['Tuesday, 04-Mar-26 10:00:30 GMT', null],
  ['wed, 04 mar 2026 10:00:30 gmt', null],
  ['Wed, 04 Mar 2026 10:00:30 UTC', null],
  ['Wed, 31 Feb 2026 10:00:30 GMT', null],
  ['2026-03-04T10:00:30Z', null],
  ['1.5', null],
  ['-1', null],
  ['+5', null],
  ['1e3', null],
  ['nan', null],
  ['Infinity', null],
  ['30, 30', null],
  ['30;', null],
  ['120s', null],
  ['soon', null],
  ['', null],
  [' ', null],
];

for (const [value, ms] of VALUES) {
  test(`W1: parseRetryAfter reads ${JSON.stringify(value.slice(0, 40))} as ${ms}`, () => assert.equal(parseRetryAfter(value, NOW), ms));
}

test('a header that is not there is no wait', () => {
  assert.equal(parseRetryAfter(new Headers().get('retry-after')), null);
  assert.equal(parseRetryAfter(undefined), null);
});

test('a date is measured from now where no time is given', () => {
  const ms = parseRetryAfter(new Date(Date.now() + 60_000).toUTCString());
  assert.ok(ms > 50_000 && ms <= 60_000, `${ms}`);
});

test('W4: readMeters gives each meter of a success, its reset measured from the time given', () => {
  const headers = new Headers({
    'x-ratelimit-limit-requests': '60', 'x-ratelimit-remaining-requests': '59', 'x-ratelimit-reset-requests': '1s',
    'anthropic-ratelimit-tokens-limit': '40000', 'anthropic-ratelimit-tokens-remaining': '39000', 'anthropic-ratelimit-tokens-reset': '2026-03-04T10:00:30Z',
  });
  assert.deepEqual(readMeters(headers, NOW), [
    { name: 'requests', limit: 60, remaining: 59, resetsMs: 1_000, windowMs: null },
    { name: 'tokens', limit: 40_000, remaining: 39_000, resetsMs: 30_000, windowMs: null },
  ]);
  assert.deepEqual(readMeters({ 'content-type': 'text/plain' }), []);
});
