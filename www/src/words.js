// A verdict in words: what a person reads first.

const ENDLESS = Number.MAX_SAFE_INTEGER;

const REASONS = {
  rate_limit: 'rate limit',
  requests_per_minute: 'too many requests for now',
  tokens_per_minute: 'too many tokens for now',
  concurrency: 'too many calls at once',
  ramp: 'the load grew too fast',
  overloaded: 'the service is overloaded',
  server_error: 'the server failed',
  timeout: 'it took too long',
  network: 'the connection failed',
  model_loading: 'the model is loading',
  bad_request: 'the request is wrong',
  auth: 'the credential is not accepted',
  forbidden: 'it is not allowed',
  not_found: 'there is nothing there',
  model_not_found: 'no such model',
  conflict: 'it conflicts with another change',
  too_large: 'the request is too large',
  content_policy: 'the content is refused',
  aborted: 'it was aborted',
  daily_quota: 'daily quota used up',
  monthly_quota: 'monthly quota used up',
  spend_cap: 'spending limit reached',
  credit_balance: 'no credit left',
  payment_required: 'payment is required',
  usage_limit: 'usage limit reached',
  plan_limit: 'the plan ends here',
  account_suspended: 'the account is suspended',
  long_wait: 'the limit clears too late for this run',
  unknown: 'nothing in it is recognised',
};

export const reasonWords = (reason) => REASONS[reason] ?? reason.replaceAll('_', ' ');

/** The verdict in one line: `['Wait 3.1 s,', 'then retry']`, the part that matters first. `text` may name the quota. */
export function headline(verdict, delay, text = '') {
  const { class: kind, reason, waitMs, retryable } = verdict;
  if (kind === 'unknown') return ['Undecided:', 'nothing in it is recognised, so no retry'];
  if (kind === 'permanent') return ['Do not repeat:', reasonWords(reason)];
  if (kind === 'exhausted') return ['Stop:', `${quota(reason, text)}${resets(waitMs)}`];
  if (!retryable) return ['Do not repeat:', 'it may pass, but a repeat is not allowed'];
  if (delay?.stop === 'malformed_wait') return ['Stop:', `the wait of ${duration(waitMs)} is malformed and over the cap`];
  if (waitMs > 0) return [`Wait ${duration(waitMs)},`, 'then retry'];
  return ['Back off,', 'then retry'];
}

function quota(reason, text) {
  const [, word, letter] = text.match(/\b(token|request)s? per (?:day|month)\b|\b([TR])PD\b/i) ?? [];
  const kind = word?.toLowerCase() ?? { T: 'token', R: 'request' }[letter];
  return reasonWords(reason).replace('quota', kind ? `${kind} quota` : 'quota');
}

const resets = (ms) => (ms === null || ms === 0 ? '' : ms >= ENDLESS ? ', and it never resets' : `, resets in ${duration(ms)}`);

/** A length of time as the crate's sentences say it: `646 ms`, `3.1 s`, `11 h 46 min`, `4 d 20 h`. */
export function duration(ms) {
  if (ms >= ENDLESS) return 'for ever';
  if (Math.ceil(ms) < 1_000) return `${Math.ceil(ms)} ms`;
  if (ms < 60_000) return `${(Math.ceil(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1_000);
  const [large, unit, small, rest] = seconds < 3_600 ? [seconds / 60, 'min', seconds % 60, 's']
    : seconds < 86_400 ? [seconds / 3_600, 'h', (seconds % 3_600) / 60, 'min'] : [seconds / 86_400, 'd', (seconds % 86_400) / 3_600, 'h'];
  return `${Math.floor(large)} ${unit}${Math.floor(small) ? ` ${Math.floor(small)} ${rest}` : ''}`;
}

/** `30 Nov 2026, 18:04 UTC`. */
export function instant(ms) {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return 'never';
  const [, day, month, year, time] = date.toUTCString().match(/, (\d+) (\w+) (\d+) (\d+:\d+)/);
  return `${Number(day)} ${month} ${year}, ${time} UTC`;
}

/** What to do, and how long the first sleep is between the ends of its jitter. */
export function advice([least, most]) {
  if (least.stop) return least.retryAt === null ? 'no retry in this run' : `not before ${instant(least.retryAt)}`;
  if (most.source === 'server') return `retry after ${duration(least.ms)} to ${duration(most.ms)}: the wait, a margin, some jitter`;
  return `retry within ${duration(most.ms)}, a random part of it; longer each time`;
}

export const SENT = { no: 'no: refused or never reached', maybe: 'maybe: the server may have acted on it' };

export const SCOPES = {
  call: 'this call only',
  model: 'every call of this model',
  account: 'every call of this account',
  service: 'everybody who calls the service',
};
