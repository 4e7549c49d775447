// Compiled and never run: what the types promise. An error that is expected stands under @ts-expect-error.
import {
  classify, classifyResponse, defaults, init, isRetriageError, nextDelay, parseRetryAfter, readMeters, toCase,
} from 'retriage';
import type { Class, Delay, ExhaustedReason, Meter, Rule, TransientReason, Verdict } from 'retriage';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <A, B>(_: Same<A, B>) => undefined;

const verdict: Verdict = classify('text');
classify(new Error('x'));
classify({ status: 429, headers: new Headers(), body: { a: 1 }, url: new URL('https://a.example'), now: new Date() });
classify({ headers: [['retry-after', '7']] });
classify({ headers: new Map([['retry-after', '7']]), error: 'thrown' });
classify('text', { strict: true, maxServerWaitMs: 5, rules: [{ id: 'a', status: 500, class: 'transient', reason: 'overloaded' }] });
classify('text', defaults);

// @ts-expect-error a Response needs classifyResponse
classify(new Response());
// @ts-expect-error a number is no failure
classify(42);
// @ts-expect-error an unknown option
classify('text', { stict: true });
// @ts-expect-error the defaults cannot be set
defaults.attempts = 3;
// @ts-expect-error an unknown reason
const rule: Rule = { id: 'a', class: 'transient', reason: 'bad luck' };

// A class narrows the reason and what may be done.
if (verdict.class === 'transient') {
  same<typeof verdict.reason, TransientReason>(true);
  same<typeof verdict.retryable, boolean>(true);
} else {
  same<typeof verdict.retryable, false>(true);
}
if (verdict.class === 'unknown') same<typeof verdict.reason, 'unknown'>(true);
same<Verdict['class'], Class>(true);
same<Verdict['waitMs'], number | null>(true);
const narrow: ExhaustedReason = 'spend_cap';

// An answer is a wait or a stop.
const delay: Delay = nextDelay(verdict, { attempt: 1, elapsedMs: 5, random: () => 0.5, ...defaults });
if (delay.stop) {
  same<typeof delay.retryAt, number | null>(true);
} else {
  same<typeof delay.ms, number>(true);
  same<typeof delay.source, 'server' | 'backoff'>(true);
}
// @ts-expect-error the attempt is needed
nextDelay(verdict, {});
// @ts-expect-error a delay has no ms before it is narrowed
delay.ms.toFixed();

const later: Promise<Verdict> = classifyResponse(new Response('x', { status: 429 }), { strict: true });
const ms: number | null = parseRetryAfter(new Headers().get('retry-after'));
const meters: Meter[] = readMeters({ 'ratelimit-remaining': '0' }, 0);
const id: string = toCase('text', { provider: 'x' }).id;
const ready: Promise<void> = init();

try {
  classify('text');
} catch (error) {
  if (isRetriageError(error)) same<typeof error.code, 'unavailable' | 'timeout' | 'exhausted' | 'circuit_open' | 'queue_timeout' | 'all_failed' | 'stream_error' | 'truncated'>(true);
  classify(error as Error);
}

export { id, later, meters, ms, narrow, ready, rule };
