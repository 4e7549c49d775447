// A clock that runs faster than the platform's, so that a minute of waiting can be watched in seconds.

export class Clock {
  #began = performance.now();
  #passed = 0;
  #timers = new Set();

  constructor(speed) {
    this.speed = speed;
  }

  /** Milliseconds of this clock since it was made. */
  now() {
    return this.#passed + (performance.now() - this.#began) * this.speed;
  }

  /** Runs at another speed from now on; what waits is armed anew. */
  run(speed) {
    this.#passed = this.now();
    this.#began = performance.now();
    this.speed = speed;
    for (const timer of this.#timers) timer.arm();
  }

  /** Calls `done` in `ms` of this clock, unless the function that it returns is called first. */
  timer(ms, done) {
    const due = this.now() + ms;
    let handle;
    const timer = {
      arm: () => {
        clearTimeout(handle);
        handle = setTimeout(fire, Math.min(2 ** 31 - 1, Math.max(0, due - this.now()) / this.speed));
      },
    };
    const fire = () => {
      // Timers of the platform may be a little early.
      if (this.now() < due - 0.5 * this.speed) return timer.arm();
      this.#timers.delete(timer);
      done();
    };
    this.#timers.add(timer);
    timer.arm();
    return () => {
      clearTimeout(handle);
      this.#timers.delete(timer);
    };
  }

  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        cancel();
        reject(signal.reason);
      };
      const cancel = this.timer(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}
