/**
 * Tells API failures apart (transient, permanent, exhausted, unknown) and computes when to try again.
 *
 * All times are milliseconds and say so in their names. `retryAt` and `now` are milliseconds since the Unix epoch.
 * The core is WebAssembly, compiled at the first call that needs it; importing the package does nothing.
 *
 * @packageDocumentation
 */

/**
 * Does this failure predict the next call's failure?
 *
 * - `transient`: the same call can succeed after a wait in this run.
 * - `permanent`: the call as sent never will.
 * - `exhausted`: the account, or one model of it, is finished for this run.
 * - `unknown`: nothing in the failure decides.
 */
export type Class = 'transient' | 'permanent' | 'exhausted' | 'unknown';

/** Whom the failure speaks for: this call, one model, the caller's account, or the whole service. */
export type Scope = 'call' | 'model' | 'account' | 'service';

/** Why a call failed and can succeed later. `rate_limit` is a short limit whose meter is not said. */
export type TransientReason =
  | 'rate_limit'
  | 'requests_per_minute'
  | 'tokens_per_minute'
  | 'concurrency'
  | 'ramp'
  | 'overloaded'
  | 'server_error'
  | 'timeout'
  | 'network'
  | 'model_loading';

/** Why a call as sent never succeeds. */
export type PermanentReason =
  | 'bad_request'
  | 'auth'
  | 'forbidden'
  | 'not_found'
  | 'model_not_found'
  | 'conflict'
  | 'too_large'
  | 'content_policy'
  | 'aborted';

/** Why an account is finished for this run. `long_wait` is a limit that clears, but later than this run can wait. */
export type ExhaustedReason =
  | 'daily_quota'
  | 'monthly_quota'
  | 'spend_cap'
  | 'credit_balance'
  | 'payment_required'
  | 'usage_limit'
  | 'plan_limit'
  | 'account_suspended'
  | 'long_wait';

/** Every reason. The words are stable. */
export type Reason = TransientReason | PermanentReason | ExhaustedReason | 'unknown';

/** What kind of evidence decided, strongest first. */
export type Confidence = 'code' | 'header' | 'phrase' | 'status' | 'none';

/**
 * Where a stated wait was read. `body` is a field whose value is the time, `message` a sentence,
 * `ratelimit-reset` the reset of a meter that is used up.
 */
export type WaitSource = 'retry-after-ms' | 'retry-after' | 'body' | 'message' | 'ratelimit-reset';

/** One piece of what decided. */
export interface Evidence {
  /** Which part of the failure it stands in. */
  where: 'status' | 'header' | 'body' | 'message' | 'error' | 'url';
  /** Header name, path of a JSON field (`error.code`) or of an error's field (`cause.code`); null for plain text. */
  path: string | null;
  /** The words themselves, shortened. */
  text: string;
  /**
   * Where the words stand in your own text of that place: a half-open range in UTF-16 units, so
   * `body.slice(...span)` is the text. Null where the words were unescaped from inside another string, or where the
   * body was given as an object.
   */
  span: [start: number, end: number] | null;
  /** The id of the rule that these words satisfied, or `wait` where they state one. */
  rule: string;
}

/** One rate-limit dimension, from headers or a body. What is not stated is null. */
export interface Meter {
  /** `requests`, `tokens`, … as the provider calls it. */
  name: string;
  /** The size of the allowance. */
  limit: number | null;
  /** What is left of it. */
  remaining: number | null;
  /** In how many milliseconds it is full again. */
  resetsMs: number | null;
  /** The length of its window in milliseconds. */
  windowMs: number | null;
}

/** What every verdict has, whatever its class. */
export interface VerdictBase {
  /** Whom the failure speaks for. */
  scope: Scope;
  /** Whether the server may have acted on the request: `no` means that it was refused or never reached. */
  sent: 'no' | 'maybe';
  /**
   * The wait that the server stated, in milliseconds; null where it stated none. `Number.MAX_SAFE_INTEGER` means
   * endless. A client's own numbers and the lengths of windows are not waits.
   */
  waitMs: number | null;
  /** Where the wait was read. Null exactly when `waitMs` is. */
  waitSource: WaitSource | null;
  /** The wait was read from a malformed `Retry-After`: a floor under backoff, never a reason to give up. */
  malformed: boolean;
  /** When to try again, in milliseconds since 1970 by the clock that `now` is from; null when not stated or endless. */
  retryAt: number | null;
  /** Whose failure it is, such as `openai`; null when that cannot be told. */
  provider: string | null;
  /** What kind of evidence decided. */
  confidence: Confidence;
  /** The id of the rule that decided; null where none did. */
  rule: string | null;
  /** One sentence for a person: what happened, until when, what to do. */
  explain: string;
  /** What decided, the deciding words first. May quote the body, so mind where you log it. */
  evidence: Evidence[];
  /** Every meter that the failure carries. */
  meters: Meter[];
}

/** The same call can succeed after a wait in this run. */
export interface TransientVerdict extends VerdictBase {
  class: 'transient';
  reason: TransientReason;
  /**
   * May this same call be sent again after the delay? False only where the server forbids it (`x-should-retry: false`)
   * or `strict` finds no documented evidence. Attempts, deadlines and send-safety are not in it.
   */
  retryable: boolean;
  persists: false;
  stopsBatch: false;
}

/** The call as sent never succeeds. Other calls are a matter of `scope`. */
export interface PermanentVerdict extends VerdictBase {
  class: 'permanent';
  reason: PermanentReason;
  retryable: false;
  /** The next call fails too: a wrong key or a retired model, by evidence stronger than the status. */
  persists: boolean;
  /** A batch with this one provider should stop. */
  stopsBatch: boolean;
}

/** The account, or one model of it, is finished for this run. */
export interface ExhaustedVerdict extends VerdictBase {
  class: 'exhausted';
  /** Mostly an {@link ExhaustedReason}; a limit with a long wait keeps a narrower reason where it has one. */
  reason: Reason;
  retryable: false;
  persists: boolean;
  /** A batch with this one provider should stop. */
  stopsBatch: boolean;
}

/** Nothing in the failure decides. Do not retry; `toCase` makes a report of it. */
export interface UnknownVerdict extends VerdictBase {
  class: 'unknown';
  reason: 'unknown';
  retryable: false;
  persists: false;
  stopsBatch: false;
}

/** The answer. Narrow it by `class`. */
export type Verdict = TransientVerdict | PermanentVerdict | ExhaustedVerdict | UnknownVerdict;

/** Headers in any of the shapes in which clients hold them. A string is a raw header block. */
export type HeadersLike =
  | Iterable<readonly [string, string] | readonly string[]>
  | { forEach(callback: (value: string, name: string) => void): void }
  | { readonly [name: string]: string | number | readonly string[] | undefined | null }
  | string;

/** A failure in parts. Any of them may be missing; what is stated here outranks what `error` carries. */
export interface FailureInput {
  /** The HTTP status. */
  status?: number | null | undefined;
  /** The response's headers. Names are compared without regard to case. */
  headers?: HeadersLike | null | undefined;
  /** The response's body: text, bytes, or the parsed JSON. Text is best: evidence then points into it. */
  body?: unknown;
  /** Text as a log, a terminal or an SDK shows it. */
  message?: string | null | undefined;
  /** What was thrown: an Error with its causes, or anything else that can be. */
  error?: unknown;
  /** The request's address. Only its host is judged. */
  url?: string | { readonly href: string } | null | undefined;
  /** The request's method. */
  method?: string | null | undefined;
  /** When the failure was seen. Default: `Date.now()` at the call. Absolute times are measured from it. */
  now?: number | Date | null | undefined;
  /** A fetch Response is no FailureInput, although it looks like one: its body cannot be read at once. */
  clone?: never;
}

/** A rule of your own. It is asked before all others, and every matcher that it has must match. */
export interface Rule {
  /** The name under which verdicts cite it. */
  id: string;
  /** The HTTP status, or several of which any will do. */
  status?: number | readonly number[] | undefined;
  /** A machine code in the body or in an error, exactly; or several of which any will do. */
  code?: string | readonly string[] | undefined;
  /** Words in the body, message or error, without regard to case; or several of which any will do. */
  contains?: string | readonly string[] | undefined;
  /** A header that must be present, and what its value must hold, if given. */
  header?: string | { name: string; value?: string | undefined } | undefined;
  /** The class of the verdict. */
  class: Class;
  /** The reason of the verdict. */
  reason: Reason;
  /** The scope of the verdict. */
  scope?: Scope | undefined;
}

/**
 * The policy. Every function of this package accepts the whole of a client's options and uses what concerns it, so that
 * one object serves them all.
 */
export interface Policy {
  /** Attempts in all, the first included. Default 5. */
  attempts?: number | undefined;
  /** No wait may end later than this after the first attempt began. Default 120 000. */
  retryForMs?: number | undefined;
  /** The hard end of one call, to the response's headers. Default 600 000. */
  deadlineMs?: number | undefined;
  /** The first step of the backoff where the server states no wait. Default 1 000. */
  baseDelayMs?: number | undefined;
  /** The longest backoff. It never shortens a wait that the server stated. Default 60 000. */
  maxDelayMs?: number | undefined;
  /** A stated wait over this makes a limit `exhausted`. Exactly this is still transient. Default 60 000. */
  maxServerWaitMs?: number | undefined;
  /** Retry only what a code, header or phrase proves: where the status alone or nothing decides, `retryable` is false. Default false. */
  strict?: boolean | undefined;
  /** Your own rules, asked before all others. */
  rules?: readonly Rule[] | undefined;
}

/** Options of {@link classify} and {@link classifyResponse}. */
export interface ClassifyOptions extends ClientOptions {
  /** The time of judging in milliseconds since 1970, where the failure states none. Default: `Date.now()` at the call. */
  now?: number | undefined;
}

/** Options of {@link toCase}. */
export interface CaseOptions extends ClassifyOptions {
  /** Whose failure it is, where you know it better than the failure tells. */
  provider?: string | undefined;
}

/** Options of {@link nextDelay}. */
export interface DelayOptions extends ClassifyOptions {
  /** The number of the attempt that just failed; the first is 1. */
  attempt: number;
  /** The time since the first attempt began. Default 0. */
  elapsedMs?: number | undefined;
  /** Where the jitter comes from: a number from 0 to 1. Default `Math.random`. */
  random?: (() => number) | undefined;
}

/** Sleep this long, then try again. */
export interface Wait {
  /** How long to sleep, jitter included. Never less than `floorMs`, never NaN, never endless. */
  ms: number;
  /** `server`: above the wait that the server stated. `backoff`: a guess, since it stated none. */
  source: 'server' | 'backoff';
  /** The wait that the server stated; 0 where it stated none. */
  floorMs: number;
  stop?: undefined;
}

/** Do not try again in this run. */
export interface Stop {
  /**
   * - `permanent`, `exhausted`, `unknown`: the verdict's class.
   * - `not_retryable`: transient, but the server or `strict` forbids a repeat.
   * - `attempts`: all attempts are used. `retry_for`: the wait would end past `retryForMs`.
   * - `malformed_wait`: a malformed `Retry-After` asks for more than `maxServerWaitMs`.
   */
  stop: 'permanent' | 'exhausted' | 'unknown' | 'not_retryable' | 'attempts' | 'retry_for' | 'malformed_wait';
  /** When another run may try, in milliseconds since 1970; null where the server did not say. */
  retryAt: number | null;
  ms?: undefined;
}

/** What {@link nextDelay} answers. Narrow it by `stop`. */
export type Delay = Wait | Stop;

/** A thrown error in a {@link Case}. */
export interface CaseError {
  name: string;
  message: string;
  code?: string;
  cause?: CaseError;
}

/** A failure as one redacted line of the test corpus. */
export interface Case {
  /** Empty, for you to fill in. */
  id: string;
  /** Whose failure it is; `unknown` where that cannot be told. */
  provider: string;
  status: number | null;
  /** Only those that state limits and waits. */
  headers: Record<string, string>;
  body: string | null;
  message: string | null;
  error?: CaseError;
  /** When the failure was seen, in milliseconds since 1970. */
  now: number | null;
  /** Null, for you to fill in: `class`, `scope`, `reason`, `wait_ms`, `wait_source`. */
  expect: null;
  /** Empty, for you to fill in: the evidence that decides, in a sentence. */
  why: string;
}

/** The error of this package; everything else that it throws is a TypeError that names the argument. */
export interface RetriageError extends Error {
  readonly name: 'RetriageError';
  /**
   * - `unavailable`: the WebAssembly core cannot run here, or is not here yet. Under a Content-Security-Policy,
   *   `script-src` must list `'wasm-unsafe-eval'`. What refused it is in `cause`.
   * - `timeout`: a client's call was cut by its own timeout, and nothing that could be handed back had come.
   * - `exhausted`, `circuit_open`, `queue_timeout`: a client's call was never sent.
   * - `all_failed`: every provider of a chain has failed.
   * - `stream_error`: an error has come in a stream that is watched. `truncated`: such a stream ended without the mark that
   *   its provider sets at the end.
   */
  readonly code: 'unavailable' | 'timeout' | 'exhausted' | 'circuit_open' | 'queue_timeout' | 'all_failed' | 'stream_error' | 'truncated';
  /** Of `stream_error` and `truncated`: whether the stream had said something before, which stands. */
  readonly partial?: boolean;
  /**
   * The verdict behind it, where there is one. Not enumerable: its evidence may quote a body. Of `all_failed` it is the
   * most hopeful provider's, but `attempts` is the sum of all, `retryAt` the soonest of all, and `persists` and
   * `stopsBatch` are true only where every provider's are.
   */
  readonly verdict?: Outcome;
  /** Of `all_failed`: what each provider that was asked has failed with, in the order of the chain. Not enumerable. */
  readonly failures?: readonly ProviderFailure[];
}

/** Why a call made no further attempt. */
export type StopReason =
  | Stop['stop']
  /** `deadlineMs` is over, or the next wait would pass it. */
  | 'deadline'
  /** The server may have acted on the request, and a repeat might count twice. */
  | 'unsafe'
  /** The caller's `shouldRetry` said no. */
  | 'should_retry'
  /** A client inside this call has already done all that there is to do. */
  | 'nested'
  /** The service has failed so often that retries are used up; successes and time bring them back. */
  | 'retry_budget'
  /** The service has failed five calls in a row and is left alone for 30 seconds. */
  | 'circuit_open'
  /** What holds the call back lasts longer than `retryForMs`. */
  | 'queue_timeout'
  /** The response had been handed out, and what its stream has delivered is never delivered twice. */
  | 'handed_out';

/** A verdict on a call that a client has ended. */
export type Outcome = Verdict & {
  /** Why there was no further attempt. */
  stop?: StopReason | undefined;
  /** How many attempts were made. */
  attempts: number;
  /** The response's body was let go of before a wait, and is only as long as it had been read: 64 KiB at most. */
  bodyCut?: boolean | undefined;
  /** The call failed in the middle of its stream, after this had said something. */
  partial?: boolean | undefined;
};

/** What a client does to the world outside. What is missing is the platform's, looked up at each call. */
export interface Runtime {
  /** Sends a request. */
  fetch?: ((input: any, init?: any) => Promise<Response>) | undefined;
  /** The time in milliseconds since 1970. */
  now?: (() => number) | undefined;
  /** Milliseconds of a clock that never goes back. Default: derived from `now` where that is given, else `performance.now`. */
  monotonic?: (() => number) | undefined;
  /**
   * Resolves after `ms` milliseconds, rejects as soon as `signal` is aborted. It is asked for the waits between attempts
   * and nothing else, so a test that records its arguments has the policy's every sleep. A sleep counts in full, also
   * where the clock says that less time has passed.
   */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<unknown>) | undefined;
  /** Calls `done` after `ms` milliseconds, unless the function that it returns is called first. Bounds attempts and bodies. */
  timer?: ((ms: number, done: () => void) => () => void) | undefined;
  /** A random number from 0 to 1. */
  random?: (() => number) | undefined;
}

/** What `prepare` may change. */
export interface Sending {
  /** What will be handed to `fetch` first. */
  input: string | URL | Request;
  /** What will be handed to `fetch` second: a copy for this attempt. */
  init: RequestInit;
}

/** Options that a client has, and that one call may have of its own. */
export interface CallOptions extends Policy {
  /** The longest that one attempt may take to the response's headers. Default: none but `deadlineMs`. */
  attemptTimeoutMs?: number | undefined;
  /**
   * `true` adds an `Idempotency-Key`, one for all attempts, where the request has none; a text is that key, and is taken
   * for one call only. It declares that the server honours it, and so that every method may be repeated. Default false.
   */
  idempotencyKey?: boolean | string | undefined;
  /** Declares that doing this twice does no harm. Default false: see {@link Client.fetch}. */
  repeatIsSafe?: boolean | undefined;
  /**
   * Whether a call that was never sent throws or answers with a response of its own: the status of the failure that holds
   * it back, `retry-after` where that stated a time, `{ error: { type: 'retriage', code, message } }`. Default `'throw'`.
   */
  failFast?: 'throw' | 'response' | undefined;
  /**
   * Whether a failed response is rebuilt with `x-should-retry: false`, which keeps SDKs around this from retrying once
   * more. `false` hands back the platform's own object. Default true.
   */
  markResponses?: boolean | undefined;
  /** Whether a JSON answer below 400 of at most 64 KiB (by its content-length) is judged too. Default false. */
  inspectOk?: boolean | undefined;
  /**
   * Runs before each attempt: change `sending.init`, or return a Request or other arguments to send instead. What it
   * throws counts as a failure of the attempt.
   */
  prepare?: ((sending: Sending, attempt: number) => void | Request | Sending | Promise<void | Request | Sending>) | undefined;
  /**
   * Runs before each wait; `false` ends the call with what it has. It cannot make a call be repeated that would not be.
   * What it throws ends the call.
   */
  shouldRetry?: ((verdict: Outcome, context: {
    attempt: number;
    delayMs: number;
    error?: unknown;
    response?: Response | undefined;
  }) => boolean | void | Promise<boolean | void>) | undefined;
  /**
   * Whether an answer that is a stream of events (`text/event-stream`) is watched for the error that may come in it.
   * Default false.
   *
   * What says nothing yet (comments, `ping`, `message_start`, `response.created`, `response.in_progress`,
   * `response.queued`, a delta with a role alone; up to 64 KiB, and no longer than `deadlineMs`) is kept back. An error in
   * it fails the attempt like any other: it is retried where that is safe and of use, and in the end the response comes
   * back whole, the error in its stream, with {@link verdictOf}. Once there is content the response is handed out and its
   * bytes pass as they come; an error then ends the stream with RetriageError `stream_error`, after all that came before
   * it. A stream that ends too early ends with `truncated`, where its provider is known to mark the end. A slot of
   * `concurrency` is held until the stream is over.
   */
  sse?: boolean | undefined;
  /** Whether five calls in a row that met the service's failure hold all others for 30 seconds. Default true. */
  breaker?: boolean | undefined;
  /**
   * Whether retries after a failure of the service, or after a refusal without a stated time, are paid for. There are 10 to
   * begin with and 20 at most; a success earns a tenth, and below 10 time brings one back in 10 seconds. Default true.
   */
  retryBudget?: boolean | undefined;
  /** How often one call tries whether a person has repaired what was exhausted (a spend cap, a balance). Default 300 000. */
  exhaustedProbeMs?: number | undefined;
  /** Whether sends are held back by what the rate-limit headers of the last answers leave. Default true. */
  pace?: boolean | undefined;
  /** How many calls of one account may be under way at one time, to their headers; to the end of a stream that is watched. Default no limit. */
  concurrency?: number | undefined;
  /** Where calls are held, interactive ones go before bulk ones. Default `'interactive'`. */
  priority?: 'interactive' | 'bulk' | undefined;
  /** What a request will cost in tokens as the provider counts them, such as {@link tokenCost}`.openai`. Default: the most that one of the last eight calls has cost. */
  cost?: ((request: Sending) => number | undefined) | undefined;
  /**
   * Names the account whose limits the call shares, in place of a hash of its credential (`authorization`, `x-api-key`,
   * `api-key`, `x-goog-api-key`, `?key=`). For `run` it names all that the call shares; without it a run shares nothing.
   */
  key?: string | ((request: Sending) => string | undefined) | undefined;
  /** Names the model whose limits the call shares, in place of the `model` of a JSON body. */
  bucket?: string | ((request: Sending) => string | undefined) | undefined;
  /** In a chain, how long a provider may make a call wait before the next one is asked. See {@link Client.fallback}. Default 5 000. */
  switchAfterMs?: number | undefined;
  /** After how many items in a row that failed by the same rule a batch stops. See {@link Client.batch}. Default 5. */
  stopAfterSame?: number | undefined;
  /** Answers for a call that was never sent, in place of the error. */
  orElse?: ((context: { error: RetriageError; verdict: Outcome | undefined }) => any) | undefined;
}

/** Options of {@link createClient}. */
export interface ClientOptions extends CallOptions {
  /** How many services, accounts and models are remembered; idle ones are forgotten first. Default 1 000. */
  maxGates?: number | undefined;
  /** Told of every decision. See {@link Client.on}. */
  onEvent?: ((record: EventRecord) => void) | undefined;
  /** Clock, timers, chance and fetch, for tests and odd platforms. */
  runtime?: Runtime | undefined;
}

/** Options of {@link Client.run}. */
export interface RunOptions extends CallOptions {
  /** Ends the call. */
  signal?: AbortSignal | undefined;
}

/** `init` of {@link Client.fetch}: the platform's, with options for this one call. */
export interface FetchInit extends RequestInit {
  /** The client's options for this call. Removed before sending. */
  retriage?: CallOptions | undefined;
}

/** Options of {@link Client.guardStream}. */
export interface StreamOptions {
  /** Whose stream it is, as verdicts name providers (`openai`, `anthropic`, …). Default: by the response's address. */
  provider?: string | undefined;
}

/** What {@link Client.run} hands to its function. */
export interface Attempt {
  /** The number of this attempt, from 1. */
  attempt: number;
  /** Aborted when the caller aborts or the attempt's time is over. Hand it on. */
  signal: AbortSignal;
  /** How long this attempt may take. `Infinity` for no bound. */
  timeoutMs: number;
}

/**
 * One decision about one call, fit for an incident report. Nothing of a request's headers or query, and nothing of a body
 * but codes that the tables know, has a field here; path segments that look like a key or an id are `*`.
 */
export interface EventRecord {
  /** When it was made, in milliseconds since 1970. */
  time: number;
  /** Names the call: equal in all its records. Missing where the core failed. */
  operation?: string;
  /**
   * `deliver`: the response is handed out, and its stream is watched to the end, which is the call's `finish`.
   * `fail_open`: the core failed, and the call ends with what is in hand. All other members but `inFlight` are missing then.
   */
  decision: 'send' | 'wait' | 'deliver' | 'finish' | 'fail_open';
  /** Calls of this client that are under way. */
  inFlight: number;
  version?: string;
  /** What a wait is for. */
  why?: 'backoff' | 'pause' | 'pace' | 'slot' | 'probe' | null;
  /** How the call ends. */
  outcome?: 'return' | 'return_failed' | 'rethrow' | 'fail_fast' | 'timed_out' | 'abort' | 'stream_error' | null;
  stop?: StopReason | null;
  /** Origin and path. */
  url?: string;
  /** `direct`: a provider's own address. `gateway`: one that passes calls on. */
  endpoint?: 'direct' | 'gateway' | 'unknown';
  method?: string | null;
  model?: string | null;
  attempt?: number;
  status?: number | null;
  provider?: string | null;
  class?: Class | null;
  reason?: Reason | null;
  rule?: string | null;
  errorType?: string | null;
  errorCode?: string | null;
  sent?: 'no' | 'maybe' | null;
  waitMs?: number | null;
  waitSource?: WaitSource | null;
  /** The wait as the server wrote it. */
  waitText?: string | null;
  delayMs?: number | null;
  elapsedMs?: number;
  policy?: { attempts: number; retryForMs: number; deadlineMs: number; attemptTimeoutMs: number | null };
  /** This failure closes the account or the model for the calls to come: tell somebody. True once a closure. */
  alert?: boolean;
  /** Whether output had been delivered before the failure. */
  partial?: boolean;
  requestId?: string | null;
  meters?: Meter[];
  /** Equal for equal bodies. */
  bodyFingerprint?: string | null;
}

/** A provider of a chain, by the request that it takes. */
export interface RequestProvider<Input> {
  /** Names it in results and errors. */
  name: string;
  /** The client whose options, rules and shared state its calls have. Default: the one that makes the chain. */
  client?: Client | undefined;
  /** Makes the request for an input: anew for every turn, and once of every provider in the chain's first run. What it throws ends the run. */
  prepare: (input: Input) => string | URL | Request | FetchArguments | Promise<string | URL | Request | FetchArguments>;
  call?: undefined;
}

/** A provider of a chain, by a function that throws when it fails, such as a call of an SDK whose own retries are off. */
export interface CallProvider<Input, Value> {
  name: string;
  client?: Client | undefined;
  /** Asks it. Each attempt of its turn is one call; `attempt.signal` ends it. What it returns is the value. */
  call: (input: Input, attempt: Attempt) => Value | Promise<Value>;
  prepare?: undefined;
}

/** What `prepare` may return: the arguments of `fetch`. */
export interface FetchArguments {
  input: string | URL | Request;
  init?: FetchInit | undefined;
}

/** What one provider of a chain has failed with. */
export interface ProviderFailure {
  provider: string;
  verdict: Outcome;
  /** What its call threw. */
  error?: unknown;
  /** The failed response that it ended with, its body unread. */
  response?: Response;
}

/** Bounds of one run through a chain; each is the client's own by default. */
export interface ChainOptions {
  /** Ends the run. */
  signal?: AbortSignal | undefined;
  /** How many attempts one provider may have in all. */
  attempts?: number | undefined;
  /** How long after its start the run may still begin an attempt that is not a provider's first. */
  retryForMs?: number | undefined;
  /** The hard end of the run. */
  deadlineMs?: number | undefined;
  /** How long a provider may make a call wait while another is left. */
  switchAfterMs?: number | undefined;
}

/** What a chain was answered, and by whom. */
export interface Served<Value> {
  provider: string;
  value: Value;
}

/** Providers that can do the same. Made by {@link Client.fallback}. */
export interface Chain<Input, Value> {
  /**
   * Asks one provider after the other, until one answers.
   *
   * @throws (by rejection) RetriageError `all_failed`; `signal.reason`; TypeError for an option, and where two providers
   * are two keys of one; whatever `prepare` throws.
   */
  run(input: Input, options?: ChainOptions): Promise<Served<Value>>;
}

/** What the work on an item of a batch is handed. */
export interface BatchContext<Input = unknown, Answer = unknown> {
  /** The item's name: what the option `id` gives, else its index. */
  id: string;
  /** Its place among the items, from 0. */
  index: number;
  /** The number of this try, those of earlier runs included; the first is 1. */
  attempt: number;
  /** The same in each run, and made of the batch's name and the item's: for an SDK's own `idempotencyKey`. */
  readonly key: string;
  /** Aborted when the batch is. `fetch`, `run` and `chain` have it already. */
  signal: AbortSignal;
  /**
   * The client's `fetch`, as bulk: interactive calls go first, and its time begins when nothing holds it back any more.
   * With the client's `idempotencyKey`, each call of an item has a key of its own, and the n-th the same in each run.
   */
  fetch(input: string | URL | Request, init?: FetchInit): Promise<Response>;
  /** The client's `run`, as bulk. */
  run<T>(work: (attempt: Attempt) => T | Promise<T>, options?: RunOptions): Promise<T>;
  /** Runs the option `chain`, as bulk; missing without that option. */
  chain: (input: Input, options?: ChainOptions) => Promise<Served<Answer>>;
}

/** What the result of a batch keeps of a verdict. */
export type BatchVerdict = Pick<Outcome, 'class' | 'scope' | 'reason' | 'rule' | 'provider' | 'retryAt' | 'explain' | 'attempts'> & {
  /** Why its call made no further attempt; null where that was no call of a client. */
  stop: StopReason | null;
};

/** An item that is done. */
export interface BatchDone<Value = unknown> {
  id: string;
  index: number;
  /** What the work returned. A response is read: JSON where its content type says so, else text. */
  value: Value extends Response ? unknown : Value;
  /** The provider of the chain that served it. */
  provider?: string;
}

/** An item that is left for another run. */
export interface BatchItem {
  id: string;
  index: number;
  /** How often it was tried, in all runs. */
  tries: number;
}

/** An item that failed by itself. */
export interface BatchFailed extends BatchItem {
  verdict: BatchVerdict;
  /** The error's message, else the verdict's sentence: at most 1 000 characters, and what looks like a key is masked. */
  message: string;
}

/** Why a batch stopped before its items ended. */
export interface BatchStop {
  /**
   * - `persists`: every provider failed for a reason that the next item would meet too.
   * - `same`: `stopAfterSame` items in a row failed by the same rule.
   * - `aborted`: by `signal`.
   */
  why: 'persists' | 'same' | 'aborted';
  /** The item whose failure it was; it is among those not started. Missing for `aborted`, as the rest is. */
  id?: string;
  index?: number;
  verdict?: BatchVerdict;
  message?: string;
}

/** How a batch ended, or how far it has come. JSON, provided that the values are; `resume` takes it. */
export interface BatchResult<Value = unknown> {
  version: 1;
  /** Names the batch over all its runs. */
  batch: string;
  /** In the order of the items, those of earlier runs included. Empty with `onResult`, which has taken them. */
  done: BatchDone<Value>[];
  failed: BatchFailed[];
  /** What another run has to do of the items that were read; once the batch is over, of a list all that is left. */
  notStarted: BatchItem[];
  stopped: BatchStop | null;
  /** When to go on, in milliseconds since 1970, where the failure that stopped the batch says so. */
  resumeAt: number | null;
  /** How many items were read, in all runs: each that is in neither of the lists is done. */
  next: number;
}

/** How far a batch has come. `done + failed + left` is `total`. */
export interface BatchProgress {
  done: number;
  failed: number;
  /** Null where `total` is. */
  left: number | null;
  /** Null for an iterable without the option `total`. */
  total: number | null;
  /** Items under way, which are among those left. */
  running: number;
  /** Items that end in a second: over the last half to one minute, or the whole run where few have ended of late. */
  perSecond: number;
  /** When the last will end at that rate, in milliseconds since 1970; null where that cannot be told. */
  endsAt: number | null;
}

/** Options of {@link Client.batch}. */
export interface BatchOptions<Item = unknown, Value = unknown, Input = unknown, Answer = unknown> {
  /** How many items are under way at one time. Default 4. */
  concurrency?: number | undefined;
  /** Names an item. Two items of one name have the same keys. Default: its index. */
  id?: ((item: Item, index: number) => string | number) | undefined;
  /** Ends the batch, and at once: what is under way is for the next run. The batch resolves all the same. */
  signal?: AbortSignal | undefined;
  /** Default: the client's. */
  stopAfterSame?: number | undefined;
  /** Providers for `context.chain`. */
  chain?: Chain<Input, Answer> | undefined;
  /** The result of an earlier run over the same items in the same order. What it has as done is not done again. */
  resume?: BatchResult<Value> | undefined;
  /** Whether `resume` tries again what had failed. Default false. */
  retryFailed?: boolean | undefined;
  /** How many items an iterable gives, for the progress. */
  total?: number | undefined;
  /**
   * Takes the result of each item that is done or has failed, in the order in which they end; the item counts once it has
   * resolved, and the next one waits for that. The batch then holds no values, so that it may be of any length. What it
   * throws ends the batch.
   */
  onResult?: ((result: (BatchDone<Value> & { state: 'done' }) | (BatchFailed & { state: 'failed' })) => void | Promise<void>) | undefined;
  /** Told at the start, after every item and at the end; `result()` is the result so far. What it throws is ignored. */
  onProgress?: ((progress: BatchProgress, result: () => BatchResult<Value>) => void) | undefined;
}

/** Sends, waits, repeats, and stops where that is of no use. Made by {@link createClient}. */
export interface Client {
  /**
   * A drop-in for `fetch`, bound to its client. It ends in exactly one of these ways:
   *
   * - a response below 400, opaque, or a redirect not followed: the platform's own object, untouched (with `sse`, a stream
   *   of events has the same bytes in another Response);
   * - a failed response: the last one, its body unread and whole, with `x-should-retry: false`; {@link verdictOf} says
   *   why it is the last;
   * - what `fetch` threw, as it was; {@link verdictOf} knows it too;
   * - RetriageError `timeout`: cut by `attemptTimeoutMs` or `deadlineMs`, with no response in hand;
   * - RetriageError `exhausted`, `circuit_open` or `queue_timeout`: never sent;
   * - RetriageError `truncated`: with `sse`, a stream that ended too early before it said anything;
   * - `signal.reason`, at once, when the caller aborts.
   *
   * Nothing is sent twice that might count twice. A request is repeated where its method is idempotent (GET, HEAD,
   * OPTIONS, PUT, DELETE, TRACE, QUERY), it carries an `Idempotency-Key`, `repeatIsSafe` is set, or the failure proves
   * that the server has not acted on it (a refusal such as 429, a connection never made). A body that is a stream or an
   * iterator is sent once. A browser, and Deno, may by itself repeat a POST on a connection that had gone stale.
   *
   * Where the core cannot run or fails, one plain `fetch` is made, or the call ends with what it has.
   *
   * Members of `init` that this package does not know pass as they came.
   */
  fetch(input: string | URL | Request, init?: FetchInit): Promise<Response>;

  /**
   * Runs a function that throws when it fails, such as a call of an SDK whose own retries are off. What it returns is
   * returned; the last error is rethrown as it was. A failure after which the server may have acted is repeated only
   * with `repeatIsSafe`.
   *
   * @example
   * ```js
   * const answer = await client.run(({ signal }) => openai.responses.create(body, { signal, maxRetries: 0 }));
   * ```
   */
  run<T>(work: (attempt: Attempt) => T | Promise<T>, options?: RunOptions): Promise<T>;

  /**
   * A chain of providers that can do the same. Each run asks the first, and moves on as soon as that is better than to wait:
   *
   * - After every failure that is not transient, and where an account is exhausted or a circuit open, the next is asked at
   *   once. So it is where a provider asks to wait for longer than `switchAfterMs`.
   * - Any other failure has the provider's own attempts: two while another provider is left, all for the last.
   * - `retryForMs` and `deadlineMs` hold for the whole run; one provider has half of what remains while another is left.
   * - When all have failed, and a refusal says when it ends and that is inside the window, the run waits for the soonest and
   *   asks there again. Only then is it RetriageError `all_failed`.
   * - A provider that has recovered is used again: what holds it back is known to its client, and costs no call.
   *
   * The next provider may be asked for what a failed one has done after all, if its connection broke or it took too long. An
   * error with `partial: true` ends the run, since a part of the output is already with its reader.
   *
   * Providers are different services. Two keys or accounts of one are refused with a TypeError before anything is sent:
   * by the requests of `prepare`, where both carry a credential. A client's `key` says that two of them are one account.
   *
   * @throws TypeError for what is no list of providers with names of their own and one function each.
   *
   * @example
   * ```js
   * const chain = client.fallback([
   *   { name: 'groq', prepare: (body) => new Request(GROQ, { method: 'POST', headers: groq, body: JSON.stringify(body) }) },
   *   { name: 'openai', call: (body, { signal }) => openai.chat.completions.create(body, { signal, maxRetries: 0 }) },
   * ]);
   * const { provider, value } = await chain.run(body);
   * ```
   */
  fallback<Input, Value>(providers: readonly CallProvider<Input, Value>[]): Chain<Input, Value>;
  fallback<Input, Value = never>(providers: readonly (RequestProvider<Input> | CallProvider<Input, Value>)[]): Chain<Input, Response | Value>;

  /**
   * Works on many items, and stops where the rest would fail as well.
   *
   * - An item is done when `work` returns; a response that it returns is read, and is a failure where it is a failed one.
   *   What `work` throws is judged by the last of its calls that failed, else by itself.
   * - The batch stops where every provider tried (there is one without a chain) failed for a reason that persists: an
   *   exhausted account, a retired model, a wrong key. Otherwise only that item has failed. It also stops after
   *   `stopAfterSame` items in a row that failed by the same rule.
   * - An item whose failure stopped the batch, or that ended after that without success, is for the next run.
   * - Its calls are bulk, and their time begins when nothing holds them back, so no item fails for having waited.
   *
   * It resolves with a result however it ends, and rejects where it could not go on at all.
   *
   * @throws (by rejection) TypeError for an argument or an option, and for items that are not those of `resume`; what the
   * iterable or `onResult` throws; RetriageError `unavailable`.
   *
   * @example
   * ```js
   * const result = await client.batch(rows, (row, { fetch }) => fetch(url, { method: 'POST', body: JSON.stringify(row) }));
   * if (result.stopped) await writeFile('night.json', JSON.stringify(result)); // and later: { resume: JSON.parse(text) }
   * ```
   */
  batch<Item, Value, Input = unknown, Answer = unknown>(
    items: Iterable<Item> | AsyncIterable<Item>,
    work: (item: Item, context: BatchContext<Input, Answer>) => Value | Promise<Value>,
    options?: BatchOptions<Item, Value, Input, Answer>,
  ): Promise<BatchResult<Value>>;

  /**
   * Watches the stream of a response that nobody has read, wherever it came from: as with the option `sse`, but nothing is
   * kept back or retried, so that an error before content is a `stream_error` with `partial: false`.
   *
   * @returns A Response with the same status, headers, address and bytes. What is no stream of events, has failed or is
   * watched already is handed back as it is.
   * @throws TypeError for what is not a Response, for an option, and once the client is closed.
   */
  guardStream(response: Response, options?: StreamOptions): Response;

  /** A client with other options that shares all else with this one: listeners, and all that calls share. */
  with(options: CallOptions): Client;

  /**
   * Tells the listener of every decision. What it throws is ignored.
   *
   * @returns A function that ends it.
   */
  on(listener: (record: EventRecord) => void): () => void;

  /**
   * Forgets what holds calls back: exhausted accounts, pauses, open circuits, meters. All of it, or that of one service
   * (its origin) or one account (its `key`).
   */
  reset(key?: string): void;

  /**
   * What holds calls back now, and what was counted: plain JSON, to be shown or kept. It holds no credential (accounts are
   * named by a hash, or by your `key`, which is hashed too where it begins as a credential does) and nothing of a
   * failure's text. Calls under way are not in it.
   */
  snapshot(): Snapshot;

  /**
   * Takes over the state of a snapshot, in place of its own: what is left of each time then is left of it now. A time of
   * more than a day ahead is cut down to a day.
   *
   * @throws TypeError for what is no snapshot of this version made within the last day; it names the member that is
   * missing or wrong. The client then stays as it was.
   *
   * @example
   * ```js
   * const client = createClient();
   * try {
   *   client.restore(JSON.parse(await readFile('gates.json', 'utf8')));
   * } catch {
   *   // None was kept, or it is too old: begin anew.
   * }
   * ```
   */
  restore(snapshot: Snapshot): void;

  /** Frees what the client and its kin hold. Calls under way go on; new ones are a TypeError. */
  close(): void;
}

/** The state of a client's gates, by {@link Client.snapshot}. Times are milliseconds since 1970. */
export interface Snapshot {
  /** The form of this object. */
  version: 1;
  /** When it was made. */
  at: number;
  gates: GateState[];
}

/** The state of one gate: of a service, of an account in it, or of a model in that. */
export interface GateState {
  /** The origin, or the `key` of a `run`. */
  service: string;
  /** The account: a hash of its credential, or your `key`; empty for none. Null for the gate of a service. */
  account: string | null;
  /** Null for the gate of a service or an account. */
  model: string | null;
  usedAt: number;
  /** After an exhausted failure: nobody asks before `until`, but for one call at `probeAt`. */
  latch: { until: number; probeAt: number | null; verdict: KeptVerdict } | null;
  /** After a refusal: nobody is sent before `until`; then calls follow so many at a time. All null and 0 where nobody is held. */
  pause: { until: number | null; atATime: number; sent: number; answered: number };
  /** Calls in a row that met the service's failure, and until when the circuit is open. */
  breaker: { failures: number; openUntil: number | null };
  /** The balance in thousandths of a retry. */
  retryBudget: { balance: number; refilledAt: number };
  /** Sends of the last minute by second, and how many a minute there may be after the server asked to slow down. */
  ramp: {
    sends: { at: number; count: number }[];
    limit: { rate: number; began: number; halvedAt: number; grownAt: number } | null;
  };
  /** The meters that answers have told, and sends that are spaced after a refusal in spite of room. */
  pace: {
    meters: {
      name: string;
      tokens: boolean;
      bucket: boolean;
      limit: number | null;
      windowMs: number | null;
      remaining: number;
      /** What the newest answer said, when, and how many were sent since it was. */
      told: number;
      toldAt: number;
      sentSince: number;
      resetsAt: number | null;
      /** Sends that were answered without this meter. */
      charges: { sentSince: number; cost: number }[];
      /** What the answers of this window left, and what the last calls cost by that. */
      tells: { sentSince: number; remaining: number; sentAt: number }[];
      costs: { sentSince: number; cost: number }[];
    }[];
    spacing: { everyMs: number; next: number; until: number } | null;
  };
  counters: Counters;
  /** The failure that holds calls back, and its status. */
  failure: KeptVerdict | null;
  status: number | null;
}

/** What a gate has counted since it was first used; restored with the rest. */
export interface Counters {
  /** Calls that asked to be sent. */
  calls: number;
  /** Requests that were sent, retries included. */
  attempts: number;
  /** Calls that were never sent: exhausted, or an open circuit. */
  refused: number;
  /** Attempts that failed, by what they were judged. */
  failures: { class: Class; reason: Reason; count: number }[];
  /** Retries divided by attempts is the retry rate. */
  lastMinute: { attempts: number; retries: number; retriesAt: { at: number; count: number }[] };
}

/** A verdict without what it quotes. */
export interface KeptVerdict extends Pick<Verdict, 'scope' | 'retryable' | 'persists' | 'stopsBatch' | 'sent' | 'waitMs' | 'malformed' | 'retryAt' | 'confidence' | 'explain'> {
  class: Class;
  reason: Reason;
  /** Empty for none. */
  waitSource: WaitSource | '';
  /** Empty for none. */
  provider: string;
  /** Empty for none. */
  rule: string;
}

/** One number of a snapshot, in OpenTelemetry's terms. */
export interface MetricPoint {
  /**
   * - `retriage.calls`, `retriage.attempts`, `retriage.refused`, `retriage.failures`: counters.
   * - `retriage.retry_rate`: a gauge from 0 to 1, over the last minute.
   */
  name: 'retriage.calls' | 'retriage.attempts' | 'retriage.refused' | 'retriage.failures' | 'retriage.retry_rate';
  /** `{call}`, `{attempt}` or `1` (UCUM). */
  unit: string;
  value: number;
  /**
   * `server.address`, `server.port`, `retriage.account`; `gen_ai.request.model` where the model is known; of failures
   * `retriage.class`, and the reason as `error.type`.
   */
  attributes: Record<string, string | number>;
}

/**
 * What a snapshot has counted as points for OpenTelemetry. No call is in two of them, so they may be summed.
 *
 * @example
 * ```js
 * for (const name of ['retriage.calls', 'retriage.attempts', 'retriage.refused', 'retriage.failures']) {
 *   meter.createObservableCounter(name).addCallback((result) => {
 *     for (const point of metricsOf(client.snapshot())) {
 *       if (point.name === name) result.observe(point.value, point.attributes);
 *     }
 *   });
 * }
 * ```
 */
export function metricsOf(snapshot: Snapshot): MetricPoint[];

/**
 * Judges a failure, synchronously.
 *
 * A string is read as text from a log or an SDK. An Error is read with its whole chain (`cause`, `errors`,
 * `lastError`) and with the status, headers and body that clients hang on it (`response`, `statusCode`,
 * `responseBody`, `$metadata`, …); in TypeScript pass a caught `unknown` as `error as Error`. Everything is only read,
 * and a hostile value (throwing getters, circular causes, Proxies) ends as a part that is missing.
 *
 * Texts are read up to 256 KiB each, headers up to 256 KiB in all, a body given as an object up to 64 KiB of its JSON, a
 * chain up to 32 errors and 8 deep; what lies beyond is not judged.
 *
 * @throws TypeError naming what is wrong: `failure` (null, a number, an array, …), a part of it, an option. A fetch
 * Response is refused, since its body cannot be read at once: use {@link classifyResponse}.
 * @throws RetriageError `unavailable` where WebAssembly is refused.
 *
 * @example
 * ```js
 * const verdict = classify({ status: 429, headers: { 'retry-after': '7' } });
 * verdict.class;  // 'transient'
 * verdict.waitMs; // 7000
 * ```
 */
export function classify(failure: string | Error | FailureInput, options?: ClassifyOptions): Verdict;

/**
 * Judges a fetch Response, and leaves it unread.
 *
 * The body is read from a clone: up to 64 KiB, for up to one second; the rest of the clone is cancelled. A body that is
 * used already, breaks off or does not come is no error: what there is is judged.
 *
 * @throws (by rejection) TypeError for what is not a Response, or for an option; RetriageError `unavailable`.
 */
export function classifyResponse(response: Response, options?: ClassifyOptions): Promise<Verdict>;

/**
 * A `Retry-After` value in milliseconds, strictly as RFC 9110: a non-negative integer of seconds, or a date in one of
 * its three forms with the right weekday. Null for anything else (`1.5`, `-1`, `soon`) and for null.
 *
 * A date in the past is 0. An integer too large to count is `Number.MAX_SAFE_INTEGER`, endless.
 *
 * @param now Milliseconds since 1970 from which a date is measured. Default: `Date.now()`.
 * @throws TypeError where `value` is neither a string nor null, or `now` is not finite.
 */
export function parseRetryAfter(value: string | null | undefined, now?: number): number | null;

/**
 * The rate-limit meters in a response's headers, also of one that succeeded.
 *
 * @param now Milliseconds since 1970 from which absolute resets are measured. Default: `Date.now()`.
 * @throws TypeError where `headers` is none of the known shapes, or `now` is not finite.
 */
export function readMeters(headers: HeadersLike, now?: number): Meter[];

/**
 * How long to sleep before the next attempt, or why there is none.
 *
 * A stated wait is a floor: the delay is that wait, 500 ms and some jitter, whatever `maxDelayMs` says. Where nothing
 * is stated, it is drawn from 0 to `min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1))`.
 *
 * @throws TypeError where `verdict` is not one, or for an option.
 *
 * @example
 * ```js
 * const delay = nextDelay(classify(error), { attempt: 1 });
 * if (delay.stop) throw error;
 * await sleep(delay.ms);
 * ```
 */
export function nextDelay(verdict: Verdict, options: DelayOptions): Delay;

/**
 * The failure as a case for the corpus, redacted: phrases and field names stay, what looks like a key, an id or an
 * address is masked in its own shape. Redaction goes by form: read a case before you publish it.
 *
 * @throws as {@link classify} does.
 */
export function toCase(failure: string | Error | FailureInput, options?: CaseOptions): Case;

/**
 * Makes a client.
 *
 * @throws TypeError naming the option, what it got, and what it takes.
 *
 * @example
 * ```js
 * const client = createClient({ attempts: 4 });
 * const response = await client.fetch('https://api.example.com/v1/things');
 * if (!response.ok) console.error(verdictOf(response).explain);
 * ```
 */
export function createClient(options?: ClientOptions): Client;

/** How many calls to have under way, by the limit and by how long one takes. At least 1. */
export function suggestConcurrency(requestsPerMinute: number, latencyMs: number): number;

/**
 * What a request costs in tokens as a provider counts them against its limits, for the option `cost`: estimates from a
 * JSON body that is a text, at four characters a token; undefined for any other.
 *
 * - `openai`: the larger of the most output that is asked for and the estimate of the request.
 * - `anthropic`: the input behind the last `cache_control`; output counts as it is generated.
 */
export const tokenCost: Readonly<{
  openai: (request: Sending) => number | undefined;
  anthropic: (request: Sending) => number | undefined;
}>;

/** The verdict on a response or an error that a client has ended a call with; undefined for all else. */
export function verdictOf(ended: unknown): Outcome | undefined;

/** True for an error of this package, also one from another realm or another copy of it. */
export function isRetriageError(error: unknown): error is RetriageError;

/** Every default. */
export const defaults: Readonly<Required<Omit<Policy, 'rules'>> & {
  idempotencyKey: false;
  repeatIsSafe: false;
  failFast: 'throw';
  markResponses: true;
  inspectOk: false;
  sse: false;
  breaker: true;
  retryBudget: true;
  exhaustedProbeMs: number;
  pace: true;
  priority: 'interactive';
  switchAfterMs: number;
  stopAfterSame: number;
}>;

/**
 * Compiles the core now instead of at the first call; or runs on the one that you give.
 *
 * Optional, but for `retriage/slim`: that entry has no core before you give it one, and throws RetriageError
 * `unavailable` until then. The bytes are those of `retriage/core.wasm` in the same version.
 *
 * @param input A WebAssembly.Module; its bytes; a Response with them; a URL (not a text) to fetch them from; or a
 * promise of one of these. It is typed as `object` because a WebAssembly.Module is no more to TypeScript.
 * @throws (by rejection) RetriageError `unavailable` where the core cannot be had or run; TypeError for another input;
 * whatever a given promise rejects with.
 *
 * @example
 * ```js
 * import { classify, init } from 'retriage/slim';
 *
 * await init(fetch('/assets/core.wasm'));
 * ```
 */
export function init(input?: object): Promise<void>;
