// What the policies of others would do after a failure, as their documentation and source of November 2026 describe
// them, and how a policy plays out in time.

const IDEMPOTENT = ['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

/** `next({ status, headers, attempt, method, chance })` gives `{ ms, least, most, stated }` or `{ stop }`. */
export const POLICIES = [
  {
    name: 'openai',
    says: 'The SDK’s own: 2 retries, 0.5 s doubling to 8 s less up to a quarter; heeds Retry-After up to 60 s.',
    next({ status, headers, attempt, chance }) {
      if (attempt > 2) return { stop: 'attempts' };
      const told = headers.get('x-should-retry');
      if (told === 'false' || (told !== 'true' && ![408, 409, 429].includes(status) && status < 500)) return { stop: `never retries ${status}` };
      const wait = number(headers.get('retry-after-ms')) ?? retryAfter(headers);
      if (wait >= 0 && wait <= 60_000) return exactly(wait);
      const most = Math.min(500 * 2 ** (attempt - 1), 8_000);
      return { ms: most * (1 - 0.25 * chance), least: most * 0.75, most };
    },
  },
  {
    name: 'ky',
    says: '2 retries, 0.3 s doubling without jitter; heeds Retry-After and resets however long; repeats no POST.',
    next({ status, headers, attempt, method }) {
      if (attempt > 2) return { stop: 'attempts' };
      if (!IDEMPOTENT.includes(method)) return { stop: `never retries ${method}` };
      if (![408, 413, 429, 500, 502, 503, 504].includes(status)) return { stop: `never retries ${status}` };
      const told = [413, 429, 503].includes(status) ? resetOf(headers) : undefined;
      if (told !== undefined) return exactly(told);
      if (status === 413 && !RESETS.some((name) => headers.has(name))) return { stop: 'no Retry-After' };
      return exactly(300 * 2 ** (attempt - 1), false);
    },
  },
  {
    name: 'a naive loop',
    says: '5 attempts whatever went wrong, 1 s doubling, no jitter, no header read.',
    next: ({ attempt }) => (attempt >= 5 ? { stop: 'attempts' } : exactly(1_000 * 2 ** (attempt - 1), false)),
  },
];

const exactly = (ms, stated = true) => ({ ms, least: ms, most: ms, stated });
const number = (text) => (text === undefined || Number.isNaN(Number.parseFloat(text)) ? undefined : Number.parseFloat(text));

/** As openai reads it: a number at its beginning, else a date. */
function retryAfter(headers) {
  const text = headers.get('retry-after');
  if (text === undefined) return undefined;
  return number(text) === undefined ? Date.parse(text) - Date.now() : number(text) * 1_000;
}

const RESETS = ['retry-after', 'ratelimit-reset', 'x-ratelimit-retry-after', 'x-ratelimit-reset', 'x-rate-limit-reset'];

/** As ky reads it: the first of these headers, digits or a date; a reset may be an instant in seconds. */
function resetOf(headers) {
  const name = RESETS.find((one) => headers.has(one));
  if (!name) return undefined;
  const text = headers.get(name);
  if (!/^\d+$/.test(text)) return !/[a-z]{3}/i.test(text) || Number.isNaN(Date.parse(text)) ? undefined : Math.max(0, Date.parse(text) - Date.now());
  const ms = Number(text) * 1_000;
  return name.endsWith('reset') && ms >= Date.UTC(2024) ? Math.max(0, ms - Date.now()) : ms;
}

/** What the drawing lets an answer take. */
export const LATENCY_MS = 300;
const MOST_CALLS = 30;

/**
 * One call under a policy: `{ calls, sleeps, endMs, stop }`, `stop` only where it ends without success. The server
 * recovers in `clearsMs` from its first answer on; where it `repeats`, never, and each answer says that time anew.
 * `next(attempt, elapsedMs, leftMs)` says what comes after a failure that says that `leftMs` are left.
 */
export function play(next, { clearsMs, repeats }) {
  const calls = [];
  const sleeps = [];
  const clear = LATENCY_MS + clearsMs;
  for (let at = 0, attempt = 1; ; attempt += 1) {
    const answered = at + LATENCY_MS;
    const done = !repeats && at >= clear;
    calls.push({ at, done });
    if (done) return { calls, sleeps, endMs: answered };
    const step = next(attempt, answered, repeats ? clearsMs : Math.max(0, clear - answered));
    if (step.stop || attempt >= MOST_CALLS) return { calls, sleeps, endMs: answered, stop: step.stop ?? 'attempts' };
    sleeps.push({ ...step, from: answered, to: answered + step.ms });
    at = answered + step.ms;
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
