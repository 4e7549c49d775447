// The platform's fetch, clocks, timers and chance, each of which a client's `runtime` may replace. They are looked up
// inside a call: at import some runtimes refuse them, and a test may have replaced them since.

/** The longest that a platform's timer counts; it fires at once beyond. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** `{ fetch, now, monotonic, sleep, random, timer }` from what the caller gave. */
export function createRuntime(given = {}) {
  // Called as members, since they may belong to an object of a class.
  const now = given.now ? () => given.now() : () => Date.now();
  const sleep = given.sleep && ((ms, signal) => given.sleep(ms, signal));
  const monotonic = given.now ? neverBack(now) : () => performance.now();
  return {
    fetch: given.fetch ? (input, init) => given.fetch(input, init) : (input, init) => globalThis.fetch(input, init),
    now,
    monotonic: given.monotonic ? () => given.monotonic() : monotonic,
    random: given.random ? () => given.random() : () => Math.random(),
    sleep: sleep ?? platformSleep,
    timer: given.timer ? (ms, done) => given.timer(ms, done) : platformTimer,
  };
}

/** The clock of one piece of work, on which a sleep that was asked for counts in full, however the runtime's clock went. */
export class Clock {
  #runtime;
  #ahead = 0;

  constructor(runtime) {
    this.#runtime = runtime;
  }

  now() {
    return this.#runtime.monotonic() + this.#ahead;
  }

  slept(since, ms) {
    this.#ahead += Math.max(0, since + ms - this.now());
  }
}

function neverBack(now) {
  let latest = -Infinity;
  return () => {
    latest = Math.max(latest, now());
    return latest;
  };
}

/** Resolves after `ms`, rejects with the signal's reason as soon as it is aborted. Keeps a Node process alive. */
function platformSleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const cancel = platformTimer(ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, true);
    function abort() {
      cancel();
      reject(signal.reason);
    }
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Calls `done` after `ms` unless the function that it returns is called first. */
function platformTimer(ms, done, keepsAlive = false) {
  let timer;
  function arm(left) {
    timer = left > MAX_TIMER_MS ? setTimeout(arm, MAX_TIMER_MS, left - MAX_TIMER_MS) : setTimeout(done, left);
    // What is in flight keeps a process alive by itself, and its bound must not do so once it has ended.
    if (!keepsAlive) timer.unref?.();
  }
  arm(ms);
  return () => clearTimeout(timer);
}
