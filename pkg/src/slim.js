import { RetriageError } from './errors.js';

/** Stands where another entry has a core: there is none before `init`. */
export function noneYet() {
  throw new RetriageError('unavailable', "retriage/slim has no core before `await init(…)`, which takes the bytes of 'retriage/core.wasm'");
}
