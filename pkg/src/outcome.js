// What is known of a call that failed, found again by the response or the error that it ended with.

/** Shared by every copy of this package in a realm, so that an outer client knows what an inner one has judged. */
const SHARED = Symbol.for('retriage.outcomes');

const outcomes = () => (globalThis[SHARED] ??= new WeakMap());

/** Keeps a verdict with the object that the caller gets. A thrown primitive cannot carry one. */
export function remember(object, verdict) {
  if ((typeof object === 'object' && object !== null) || typeof object === 'function') outcomes().set(object, verdict);
}

/** The verdict on a response or an error that a client handed out, with `stop` and `attempts`; else undefined. */
export function verdictOf(object) {
  const known = typeof object === 'object' || typeof object === 'function' ? outcomes().get(object) : undefined;
  return known ?? (typeof object === 'object' && object !== null ? innerVerdict(object) : undefined);
}

function innerVerdict(object) {
  try {
    const { verdict } = object;
    return object.name === 'RetriageError' && typeof verdict === 'object' ? verdict : undefined;
  } catch {
    return undefined;
  }
}
