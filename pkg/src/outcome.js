// What is known of a call that failed, found again by the response or the error that it ended with.
import { peek } from './read-error.js';

/** Shared by every copy of this package in a realm, so that an outer client knows what an inner one has judged. */
const SHARED = Symbol.for('retriage.outcomes');

const shared = () => (globalThis[SHARED] ??= { outcomes: new WeakMap(), ended: 0 });

/** How many calls have ended with something to remember. */
export const endedYet = () => shared().ended;

/** Keeps a verdict with the object that the caller gets. A thrown primitive cannot carry one. */
export function remember(object, verdict) {
  if (!isObject(object)) return;
  const all = shared();
  all.ended += 1;
  all.outcomes.set(object, { verdict, order: all.ended });
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** The verdict on a response or an error that a client handed out, with `stop` and `attempts`; else undefined. */
export function verdictOf(object) {
  if (!isObject(object)) return undefined;
  return shared().outcomes.get(object)?.verdict ?? innerVerdict(object);
}

/** Whether a client has ended with this after `since`, as endedYet counts. What is older was thrown once more by its owner. */
export function endedSince(object, since) {
  const known = isObject(object) ? shared().outcomes.get(object) : undefined;
  return known ? known.order > since : verdictOf(object) !== undefined;
}

/** Whether that holds of an error that a library has wrapped into this one, too. */
export function endedInside(object, since) {
  for (let depth = 0; isObject(object) && depth < 8; depth += 1) {
    if (endedSince(object, since)) return true;
    object = peek(object, 'cause');
  }
  return false;
}

function innerVerdict(object) {
  try {
    const { verdict } = object;
    return object.name === 'RetriageError' && typeof verdict === 'object' ? verdict : undefined;
  } catch {
    return undefined;
  }
}
