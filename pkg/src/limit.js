/** What `until` gives where its time is over first. */
export const TIME_UP = Symbol('time up');

/** The caller's abort, on its way past everything that would take it for a failure. */
export class Aborted extends Error {}

/**
 * Bounds for one thing that is awaited, in time and by the caller's signal: `until(promise)` is that promise, or
 * TIME_UP, or rejects with Aborted. `free` lets go of the timer and the listener.
 */
export function limit(runtime, ms, signal) {
  let cancel;
  let abort;
  const over = new Promise((resolve, reject) => {
    if (ms < Infinity) cancel = runtime.timer(ms, () => resolve(TIME_UP));
    if (!signal) return;
    abort = () => reject(new Aborted());
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  over.catch(() => {});
  return {
    until: (promise) => Promise.race([promise, over]),
    free() {
      cancel?.();
      signal?.removeEventListener('abort', abort);
    },
  };
}
