// The stable words that a caller's rule may use. src/verdict.rs holds the same; a test compares the two.

export const CLASSES = ['transient', 'permanent', 'exhausted', 'unknown'];

export const SCOPES = ['call', 'model', 'account', 'service'];

export const REASONS = [
  'rate_limit', 'requests_per_minute', 'tokens_per_minute', 'concurrency', 'ramp', 'overloaded', 'server_error',
  'timeout', 'network', 'model_loading',
  'bad_request', 'auth', 'forbidden', 'not_found', 'model_not_found', 'conflict', 'too_large', 'content_policy',
  'aborted',
  'daily_quota', 'monthly_quota', 'spend_cap', 'credit_balance', 'payment_required', 'usage_limit', 'plan_limit',
  'account_suspended', 'long_wait',
  'unknown',
];
