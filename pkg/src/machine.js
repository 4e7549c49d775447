// One call of the core's machine, held by number in one instance of the core.
import { Clock } from './runtime.js';
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

/** What it says, in the upper bits of its answer; and the ways to finish, whole. */
export const WAIT = 1;
export const SEND = 2;
export const READ = 3;
export const RETURN = 64;
export const RETURN_FAILED = 65;
export const RETHROW = 66;
export const FAIL_FAST = 67;
export const TIMEOUT = 68;

/** What a wait is for, in the lower bits: the delay before the next attempt, where others are for the gates. */
export const BACKOFF = 0;

/** The core failed in the middle of a call, or cannot run here. */
export class CoreFailed extends Error {}

export class Machine {
  #core;
  #glue;
  #handle;
  #gates;
  #runtime;
  #describe;
  #chances;
  /** Of the answer that outcome() speaks of. */
  status = null;
  clock;

  /** `describe()` gives `[method, url, model]`; it is asked where a failure or a record needs them. */
  constructor(core, client, { repeat, lane, tokens, describe }) {
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
      this.#handle = this.#glue.call_new(policy, number, tokens ?? NaN, repeat, client.options.inspectOk);
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
    const { verdict, stop, attempts, status, retryAt } = JSON.parse(text);
    this.status = status;
    return Object.assign(verdict ? localise(verdict, failure) : unreadable(), { retryAt, stop: stop ?? undefined, attempts });
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

  free() {
    try {
      this.#glue?.call_free(this.#handle);
    } catch {
      // An instance that cannot free has lost everything already.
    }
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
