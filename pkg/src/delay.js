// The next delay: the verdict and the policy go to the core, its numbers come back as words.
import { show } from './show.js';
import { delayOptions } from './options.js';

/** What the core's first number means: two kinds of delay, and the reasons to stop as src/delay.rs orders them. */
const SOURCES = ['server', 'backoff'];
const STOPS = ['permanent', 'exhausted', 'unknown', 'not_retryable', 'attempts', 'retry_for', 'malformed_wait'];

export function nextDelay(core, verdict, options) {
  if (typeof verdict !== 'object' || verdict === null || typeof verdict.retryable !== 'boolean'
    || typeof verdict.class !== 'string' || typeof verdict.reason !== 'string') {
    throw new TypeError(`verdict must be what classify returns, got ${show(verdict)}`);
  }
  const policy = delayOptions(options);
  const [kind, ms, floorMs] = core.nextDelay(verdict, policy, draw(policy.random ?? Math.random));
  const source = SOURCES[kind];
  return source ? { ms, source, floorMs } : { stop: STOPS[kind - SOURCES.length], retryAt: verdict.retryAt ?? null };
}

function draw(random) {
  const chance = random();
  if (typeof chance === 'number' && chance >= 0 && chance <= 1) return chance;
  throw new TypeError(`option 'random' must return a number from 0 to 1, got ${show(chance)}`);
}
