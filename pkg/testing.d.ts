/**
 * A runtime for tests of code that uses Retriage: no call waits for real, and each run is the same.
 *
 * Needs nothing of any test framework, of Node or of a browser. It never asks for the real time; it only lets the event
 * loop turn.
 *
 * @packageDocumentation
 */

/** One answer of the scripted `fetch`, in parts. */
export interface ScriptedParts {
  /** Default 200. */
  status?: number | undefined;
  /** Default empty. */
  statusText?: string | undefined;
  /** As a `Response` takes them. */
  headers?: ConstructorParameters<typeof Headers>[0];
  /**
   * As a `Response` takes it. A plain object or an array is sent as JSON, with `content-type: application/json` where
   * `headers` names no other. Default none.
   */
  body?: ConstructorParameters<typeof Response>[0] | Record<string, unknown> | readonly unknown[] | undefined;
  /**
   * The body in pieces, instead of `body`: texts and bytes are what comes, a number is a pause in milliseconds
   * (`Infinity`: no more comes), an Error breaks the body off. Any iterable, so a generator makes a body that is
   * endless. The signal of the request ends it, as the platform's would.
   */
  chunks?: Iterable<string | Uint8Array | number | Error> | undefined;
  /** How long the headers take. `Infinity`: they never come, and only the signal ends the call. Default 0. */
  delayMs?: number | undefined;
}

/** What a call is answered: parts, a bare status, a Response as it is, or an Error to throw. */
export type ScriptedAnswer = ScriptedParts | number | Response | Error;

/** An answer, or a function that makes it from the call. What the function throws, `fetch` throws. */
export type Scripted = ScriptedAnswer | ((call: RecordedCall) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** One call of the scripted `fetch`. */
export interface RecordedCall {
  /** The first argument, as it came. */
  readonly input: string | URL | Request;
  /** The second argument, as it came: here stands what a `Request` does not keep, such as `dispatcher` or `cf`. */
  readonly init: RequestInit | undefined;
  /** The address, resolved. */
  readonly url: string;
  readonly method: string;
  /** By their names in lower case, with those that the platform adds for the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, whatever it was made of; empty for none. Known once it was read, before the call is answered. */
  readonly body: string;
  /** When the call was made, in milliseconds since the runtime was. */
  readonly atMs: number;
}

/** Options of {@link createTestRuntime}. */
export interface TestRuntimeOptions {
  /** What `now()` says at first, in milliseconds since 1970. Default: the start of 2026. */
  now?: number | undefined;
  /** Which random numbers come. The same seed gives the same ones. Default 1. */
  seed?: number | undefined;
  /** Random numbers of your own, from 0 up to 1, instead of seeded ones. `() => 0` and `() => 1` give the bounds of a delay. */
  random?: (() => number) | undefined;
  /** The answers in order, one a call; or one function that answers every call. Default none. */
  script?: readonly Scripted[] | ((call: RecordedCall) => ScriptedAnswer | Promise<ScriptedAnswer>) | undefined;
}

/** What {@link createTestRuntime} makes: a `runtime` for `createClient`, and the means to drive and to ask it. */
export interface TestRuntime {
  /**
   * Answers from the script. A call that the script has no answer for throws an Error that says so. The arguments mean
   * what they mean to the platform's `fetch`: what that refuses is refused, a body is consumed, and the signal ends the
   * call with its reason.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Milliseconds since 1970 of the virtual clock. */
  now(): number;
  /** Milliseconds of the virtual clock since the runtime was made. */
  monotonic(): number;
  /** Resolves when the virtual clock has come so far; rejects with the signal's reason when that is first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `done` when the virtual clock has come so far, unless the function that it returns is called first. */
  timer(ms: number, done: () => void): () => void;
  /** The next random number, from 0 up to 1. */
  random(): number;

  /** Every call of `fetch`, in order. */
  readonly calls: RecordedCall[];
  /** Every time that a `sleep` was asked for, in milliseconds, in order. */
  readonly sleeps: number[];
  /** How many timers, sleeps among them, are pending. 0 after a call: nothing was left behind. */
  readonly pending: number;

  /** Adds answers at the end of the script. */
  script(...answers: Scripted[]): void;
  /** Moves the clock, and fires what is due on the way, each thing at its own time. */
  advance(ms: number): Promise<void>;
  /**
   * Moves the clock from timer to timer until the promise settles, and settles as it does.
   *
   * @throws (by rejection) an Error where nothing is left to wake the promise.
   */
  run<T>(promise: T | PromiseLike<T>): Promise<Awaited<T>>;
}

/**
 * Makes a runtime with a virtual clock, a scripted `fetch` and seeded chance.
 *
 * @example
 * ```js
 * import { createClient } from 'retriage';
 * import { createTestRuntime } from 'retriage/testing';
 *
 * const runtime = createTestRuntime({
 *   script: [{ status: 429, headers: { 'retry-after': '3' } }, 503, { body: { ok: true } }],
 *   random: () => 0,
 * });
 * const client = createClient({ runtime });
 *
 * const response = await runtime.run(client.fetch('https://api.example/v1/items'));
 * await response.json();               // { ok: true }
 * runtime.sleeps;                      // [3500, 0]
 * runtime.calls.map((call) => call.atMs); // [0, 3500, 3500]
 * runtime.pending;                     // 0
 * ```
 */
export function createTestRuntime(options?: TestRuntimeOptions): TestRuntime;
