// The one error this package throws besides TypeError.
import { remember } from './outcome.js';

const BRAND = Symbol.for('retriage.error');

export class RetriageError extends Error {
  constructor(code, message, { verdict, partial, ...options } = {}) {
    super(message, options);
    this.name = 'RetriageError';
    this.code = code;
    if (partial !== undefined) this.partial = partial;
    Object.defineProperty(this, BRAND, { value: true });
    // Not enumerable: evidence quotes bodies, and whoever logs an error logs what can be enumerated.
    if (verdict) Object.defineProperty(this, 'verdict', { value: verdict });
  }
}

/** Why there was no further attempt, as the end of a sentence. */
const STOPPED = {
  attempts: 'every attempt is used up',
  deadline: 'deadlineMs is over',
  retry_for: 'the next attempt would begin after retryForMs',
  unsafe: 'the server may have acted on it, and a repeat might count twice',
  should_retry: 'shouldRetry said no',
};

/** The error of a call that our own timeout cut, with nothing in hand. */
export function timedOut(outcome, attempts) {
  const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const why = STOPPED[outcome?.stop] ?? 'it may not be repeated';
  return new RetriageError('timeout', `no answer in time, after ${tried}: ${why}`, { verdict: outcome });
}

/** The error of a chain whose providers have all failed. `speaks` is the failure that speaks for them. */
export function allFailed(failures, speaks, { stopsBatch, retryAt }) {
  const reasons = failures.map(({ provider, verdict }) => `${provider}: ${verdict.explain}`);
  const attempts = failures.reduce((sum, { verdict }) => sum + verdict.attempts, 0);
  const error = new RetriageError('all_failed', `every provider failed. ${reasons.join(' ')}`, {
    verdict: { ...speaks.verdict, persists: stopsBatch, stopsBatch, retryAt, attempts },
    ...('error' in speaks && { cause: speaks.error }),
  });
  // Not enumerable, as the verdict is not.
  return Object.defineProperty(error, 'failures', { value: failures });
}

/** The error of a stream in which one has come. */
export const streamError = (outcome) => streamFailed('stream_error', `an error has come in the stream: ${outcome?.explain ?? 'it could not be read'}`, outcome);

/** The error of a stream that has ended without the mark that its provider sets at the end. */
export const truncated = (outcome) => streamFailed('truncated', 'the stream ended before its end was announced', outcome);

const streamFailed = (code, message, outcome) => new RetriageError(code, message, { verdict: outcome, partial: outcome?.partial === true });

/** What a call ends with that was never sent: the caller's `orElse`, a response of our own, or an error. */
export async function neverSent(outcome, status, { orElse, failFast }, now) {
  const code = NEVER_SENT[outcome?.stop] ?? 'exhausted';
  const error = new RetriageError(code, `not sent: ${outcome?.explain ?? 'the service is held back'}`, { verdict: outcome });
  if (orElse) return orElse({ error, verdict: outcome });
  if (failFast !== 'response') throw error;
  const response = new Response(JSON.stringify({ error: { type: 'retriage', code, message: error.message } }), {
    // The status of the failure that holds it back, where that was an answer.
    status: status >= 400 && status < 600 ? status : 503,
    headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
  });
  // What judges this response anew, such as an SDK's error of it, is told the time as the failure told it.
  const ms = outcome?.retryAt - now;
  if (ms > 0) response.headers.set('retry-after', String(Math.ceil(ms / 1000)));
  remember(response, outcome);
  return response;
}

const NEVER_SENT = { circuit_open: 'circuit_open', queue_timeout: 'queue_timeout' };

/** The error where this runtime refuses the core; one that says more already stays as it is. */
export const cannotStart = (cause) => (isRetriageError(cause) ? cause : new RetriageError(
  'unavailable',
  `retriage cannot start its WebAssembly core (${cause?.message ?? cause}). `
    + "Under a Content-Security-Policy, script-src must list 'wasm-unsafe-eval'.",
  { cause },
));

/** By name and brand, so that it holds across realms and copies of the package. */
export function isRetriageError(error) {
  try {
    return typeof error === 'object' && error !== null && error.name === 'RetriageError' && error[BRAND] === true;
  } catch {
    return false;
  }
}
