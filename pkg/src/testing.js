// A runtime for tests: its clock moves when it is told to, its fetch answers from a script, its chance has a seed.

/** Kept from import on, since a test may replace the timers. */
const { setImmediate, setTimeout } = globalThis;
const turn = () => new Promise((resolve) => (setImmediate ?? setTimeout)(resolve));

/** Turns of the event loop after which what does not wait for the clock is done, and for what reads a Blob or a stream. */
const TURNS = 5;
const MORE_TURNS = 200;

/** How long a promise may take that nothing we know of is to wake. */
const PATIENCE_MS = 250;

export function createTestRuntime({
  now: start = Date.UTC(2026, 0, 1), seed = 1, random = mulberry32(seed), script = [],
} = {}) {
  const always = typeof script === 'function' ? script : undefined;
  const answers = always ? [] : [...script];
  const calls = [];
  const sleeps = [];
  const timers = new Set();
  let elapsed = 0;
  let reading = 0;

  function timer(ms, done) {
    const one = { atMs: elapsed + ms, done };
    timers.add(one);
    return () => void timers.delete(one);
  }

  function pause(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const cancel = timer(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      function abort() {
        cancel();
        reject(signal.reason);
      }
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  async function fetch(input, init) {
    const signal = init?.signal === undefined ? input?.signal : init.signal;
    const request = new Request(input, { ...init, signal: null });
    const call = {
      input, init, url: request.url, method: request.method, headers: Object.fromEntries(request.headers), body: '', atMs: elapsed,
    };
    calls.push(call);
    signal?.throwIfAborted();
    reading += 1;
    try {
      call.body = await request.text();
    } finally {
      reading -= 1;
    }
    return answer(await next(call), call, signal);
  }

  function next(call) {
    if (always) return always(call);
    if (answers.length === 0) throw new Error(`the script has no answer for call ${calls.length}`);
    const one = answers.shift();
    return typeof one === 'function' ? one(call) : one;
  }

  async function answer(given, { url }, signal) {
    const { delayMs = 0, status = 200, statusText, headers, body = null, chunks } = typeof given === 'number' ? { status: given } : given;
    if (delayMs > 0) await pause(delayMs, signal);
    signal?.throwIfAborted();
    if (given instanceof Error) throw given;
    if (given instanceof Response) return given;
    const sent = new Headers(headers);
    const json = isPlain(body);
    if (json && !sent.has('content-type')) sent.set('content-type', 'application/json');
    const content = chunks ? stream(chunks, signal) : json ? JSON.stringify(body) : body;
    return Object.defineProperty(new Response(content, { status, statusText, headers: sent }), 'url', { value: url, configurable: true });
  }

  function stream(chunks, signal) {
    const each = chunks[Symbol.iterator]();
    const own = new AbortController();
    const both = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
    return new ReadableStream({
      async pull(controller) {
        for (;;) {
          both.throwIfAborted();
          const { done, value } = each.next();
          if (done) return controller.close();
          if (value instanceof Error) throw value;
          if (typeof value !== 'number') return controller.enqueue(typeof value === 'string' ? new TextEncoder().encode(value) : value);
          await pause(value, both);
        }
      },
      cancel() {
        own.abort();
        each.return?.();
      },
    }, { highWaterMark: 0 });
  }

  /** Lets everything go on that does not wait for the clock. */
  async function settle(over = () => false, turns = TURNS) {
    for (let i = 0; i < (reading ? MORE_TURNS : turns) && !over(); i += 1) await turn();
  }

  /** The timer that is due first. */
  function first() {
    let found;
    for (const one of timers) if (one.atMs < (found?.atMs ?? Infinity)) found = one;
    return found;
  }

  function fire(one) {
    timers.delete(one);
    elapsed = Math.max(elapsed, one.atMs);
    one.done();
  }

  return {
    fetch,
    now: () => start + elapsed,
    monotonic: () => elapsed,
    random: () => random(),
    timer,
    calls,
    sleeps,

    sleep(ms, signal) {
      sleeps.push(ms);
      return pause(ms, signal);
    },

    get pending() {
      return timers.size;
    },

    script(...more) {
      answers.push(...more);
    },

    async advance(ms) {
      const until = elapsed + ms;
      await settle();
      for (let one = first(); one?.atMs <= until; one = first()) {
        fire(one);
        await settle();
      }
      elapsed = until;
    },

    async run(promise) {
      let over = false;
      const end = () => {
        over = true;
      };
      Promise.resolve(promise).then(end, end);
      for (;;) {
        await settle(() => over);
        // What a thread does for the promise is not counted in turns, so patience is in time of its own.
        const patience = performance.now() + PATIENCE_MS;
        while (!over && !first() && performance.now() < patience) await turn();
        if (over) return promise;
        if (first()) fire(first());
        else throw new Error(`nothing is left to wake this promise: no timer will fire after ${calls.length} calls and ${sleeps.length} sleeps`);
      }
    },
  };
}

const isPlain = (value) => typeof value === 'object' && value !== null
  && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** A small generator of good quality: the same numbers from 0 up to 1 for the same seed. */
function mulberry32(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
