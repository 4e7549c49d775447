// One call of the core's machine, held by number in one instance of the core.
import { Handle, freeWhenForgotten } from './handle.js';
import { Clock } from './runtime.js';
import { quietly } from './text.js';
import { localise, unreadable } from './verdict.js';

/** What a machine is told, as src/wasm/call.rs numbers it. */
export const START = 0;
export const HEADERS = 1;
export const BODY = 2;
export const THROWN = 3;
export const TIMED_OUT = 4;
export const WOKE = 5;
export const ABORTED = 6;
export const GIVEN_UP = 7;
export const CONTENT = 8;
export const ENDED = 9;

/** What it says, in the upper bits of its answer; and the ways to finish, whole. */
export const WAIT = 1;
export const SEND = 2;
export const READ = 3;
export const STREAM = 5;
export const DELIVER = 6;
export const RETURN = 64;
export const RETURN_FAILED = 65;
export const RETHROW = 66;
export const FAIL_FAST = 67;
export const TIMEOUT = 68;

/** What a wait is for, in the lower bits: the delay before the next attempt, where others are for the gates. */
export const BACKOFF = 0;

/** How a stream ended, as the core numbers it. */
const ENDS = [ENDED, THROWN, BODY];

/** The most of a chunk that is handed over at a time: the core's memory grows for good. */
const MAX_BYTES = 64 * 1024;

/** How often a call says that it is alive: a slot is lent for ten seconds, so that one that vanishes gives it back. */
const BEAT_MS = 3_000;

/** The core failed in the middle of a call, or cannot run here. */
export class CoreFailed extends Error {}

export class Machine {
  #core;
  #glue;
  #handle;
  #held;
  #gates;
  #runtime;
  #describe;
  #chances;
  /** Of the answer that outcome() speaks of. */
  status = null;
  clock;

  /** `describe()` gives `[method, url, model]`; it is asked where a failure or a record needs them. */
  constructor(core, client, { repeat, lane, tokens, describe, sse = client.options.sse }) {
    this.#core = core;
    this.#runtime = client.runtime;
    this.clock = new Clock(client.runtime);
    this.#describe = describe;
    this.#chances = client.options.concurrency !== undefined;
    this.#guard(() => {
      this.#glue = core.instance();
      const { policy, gates } = client.handles(this.#glue);
      this.#gates = gates;
      const number = lane ? client.lane(lane).in(this.#glue) : NaN;
      this.#held = new Handle(
        (glue) => glue.call_new(policy, number, tokens ?? NaN, repeat, client.options.inspectOk, sse),
        'call_free',
      );
      this.#handle = this.#held.in(this.#glue);
      // workerd runs no `finally` of a call whose client has gone.
      freeWhenForgotten(this, this.#held, client.forgotten);
    });
  }

  step(event, status = 0, packed = '') {
    const fails = event === THROWN || event === TIMED_OUT || event === BODY;
    if (fails) this.describe();
    // A wait is drawn after a failure, and where a slot may have to be waited for.
    const chance = fails || this.#chances ? this.#runtime.random() : 0;
    return this.#guard(() => {
      const code = this.#glue.call_step(this.#handle, this.#gates, event, status, this.clock.now(), this.#runtime.now(), chance, packed);
      if (Number.isNaN(code)) throw new Error('the core has lost this call');
      return code;
    });
  }

  /** The time that belongs to the last step. */
  ms() {
    return this.#guard(() => this.#glue.call_ms(this.#handle));
  }

  /** The verdict with `stop` and `attempts`, or undefined where nothing has failed. */
  outcome(failure) {
    const text = this.#guard(() => this.#glue.call_verdict(this.#handle));
    if (text === '') return undefined;
    const { verdict, stop, attempts, status, retryAt, partial } = JSON.parse(text);
    this.status = status;
    const known = verdict ? localise(verdict, failure) : unreadable();
    return Object.assign(known, { retryAt, stop: stop ?? undefined, attempts }, partial && { partial });
  }

  record() {
    this.describe();
    const text = this.#guard(() => this.#glue.call_record(this.#handle));
    return text === '' ? undefined : JSON.parse(text);
  }

  describe() {
    if (!this.#describe) return;
    const [method, url, model] = this.#describe();
    this.#describe = undefined;
    this.#guard(() => this.#glue.call_describe(this.#handle, method, url, model));
  }

  /** Begins to read the answer's stream. */
  open(provider) {
    this.#guard(() => this.#glue.call_open(this.#handle, provider));
  }

  /** Reads a chunk of it: whether it has `said` something by now, and where `at` in these bytes an error begins. */
  read(chunk) {
    // Whoever made a stream of something else knows what is in it.
    if (chunk?.[Symbol.toStringTag] !== 'Uint8Array') return { said: true };
    let said = false;
    for (let from = 0; from < chunk.length; from += MAX_BYTES) {
      const code = this.#guard(() => this.#glue.call_read(this.#handle, chunk.subarray(from, from + MAX_BYTES)));
      said = code % 2 === 1;
      if (code >= 2) return { said, at: from + (code >> 1) - 1 };
    }
    return { said };
  }

  /** The stream is over: ENDED as it should, BODY with an error, THROWN too early. */
  end() {
    return ENDS[this.#guard(() => this.#glue.call_end(this.#handle))];
  }

  free() {
    this.#held?.free();
  }

  /** Frees the call once an object is gone, if nobody has before. */
  freeWith(object) {
    freeWhenForgotten(object, this.#held);
  }

  get isFree() {
    return this.#held?.held.glue === undefined;
  }

  #guard(run) {
    try {
      return run();
    } catch (cause) {
      this.#core.drop(this.#glue);
      throw new CoreFailed('the core failed', { cause });
    }
  }
}

/** Keeps the slot that is lent to a call, where slots are. Returns what ends it. It holds nothing that the call's answer is in. */
export function keepAlive(machine, { options, runtime }) {
  let cancel = () => {};
  const arm = () => {
    cancel = runtime.timer(BEAT_MS, () => {
      if (machine.isFree) return;
      quietly(() => machine.step(WOKE));
      arm();
    });
  };
  if (options.concurrency) arm();
  return () => cancel();
}
