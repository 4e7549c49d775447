// What a piece of the caller's work ended with, judged.
import { isResponse, readFailure } from './failure.js';
import { verdictOf } from './outcome.js';
import { readResponse } from './response.js';
import { quietly } from './text.js';
import { localise, unreadable } from './verdict.js';

export const isAnswer = (value) => typeof value === 'object' && value !== null && quietly(() => isResponse(value)) === true;

/** Lets go of a response that nobody will read. */
export const discard = (value) => quietly(() => value?.body?.cancel?.()?.catch?.(() => {}));

/** The verdict on a value: undefined unless it is a failed response. */
export async function judgeValue(core, value, inside) {
  const known = verdictOf(value);
  if (known || !isAnswer(value) || value.status < 400) return known;
  return judged(core, { ...await readResponse(value), now: inside.runtime.now() }, inside);
}

/** The verdict on an error. */
export const judgeError = (core, error, inside) => verdictOf(error)
  ?? judged(core, quietly(() => readFailure({ error }, inside.runtime.now())), inside);

function judged(core, failure, { options }) {
  const verdict = failure && quietly(() => core.classify(failure, options));
  return { ...(verdict ? localise(verdict, failure) : unreadable()), attempts: 1 };
}
