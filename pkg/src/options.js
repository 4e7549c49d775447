// Options: their defaults, what each takes, and the TypeErrors that say so.
import { nearest, show } from './show.js';
import { CLASSES, REASONS, SCOPES } from './words.js';

/** Every default, in one place. */
export const defaults = /*#__PURE__*/ Object.freeze({
  attempts: 5,
  retryForMs: 120_000,
  deadlineMs: 600_000,
  baseDelayMs: 1_000,
  maxDelayMs: 60_000,
  maxServerWaitMs: 60_000,
  strict: false,
  idempotencyKey: false,
  repeatIsSafe: false,
  failFast: 'throw',
  markResponses: true,
  inspectOk: false,
  sse: false,
  breaker: true,
  retryBudget: true,
  exhaustedProbeMs: 300_000,
  pace: true,
  priority: 'interactive',
  switchAfterMs: 5_000,
  stopAfterSame: 5,
});

const isMs = (value) => typeof value === 'number' && value >= 0;
const isCount = (value) => Number.isInteger(value) && value >= 1;

const isFlag = (value) => typeof value === 'boolean';
const isFunction = (value) => typeof value === 'function';
const isKey = (value) => typeof value === 'string' && /^[!-~]{1,255}$/.test(value);

const FLAG = [isFlag, 'true or false'];
const FUNCTION = [isFunction, 'a function'];
const FUNCTION_OR_TEXT = [(value) => isFunction(value) || (typeof value === 'string' && value !== ''), 'a name or a function that gives one'];
const MS = [isMs, 'a number of milliseconds, 0 or more'];
const COUNT = [isCount, 'an integer, 1 or more'];

/** What each option takes: a check and the words for it. */
const TAKES = {
  attempts: COUNT,
  retryForMs: MS,
  deadlineMs: MS,
  baseDelayMs: MS,
  maxDelayMs: MS,
  maxServerWaitMs: MS,
  attemptTimeoutMs: MS,
  strict: FLAG,
  rules: [Array.isArray, 'an array of rules'],
  now: [Number.isFinite, 'a finite number of milliseconds since 1970'],
  provider: [(value) => typeof value === 'string', 'a string'],
  attempt: COUNT,
  elapsedMs: MS,
  random: [isFunction, 'a function that returns a number from 0 to 1'],
  idempotencyKey: [(value) => isFlag(value) || isKey(value), 'true, false or a key of 1 to 255 visible ASCII characters'],
  repeatIsSafe: FLAG,
  failFast: [(value) => value === 'throw' || value === 'response', "'throw' or 'response'"],
  markResponses: FLAG,
  inspectOk: FLAG,
  sse: FLAG,
  breaker: FLAG,
  retryBudget: FLAG,
  exhaustedProbeMs: MS,
  pace: FLAG,
  concurrency: COUNT,
  priority: [(value) => value === 'interactive' || value === 'bulk', "'interactive' or 'bulk'"],
  switchAfterMs: MS,
  stopAfterSame: COUNT,
  cost: FUNCTION,
  maxGates: COUNT,
  key: FUNCTION_OR_TEXT,
  bucket: FUNCTION_OR_TEXT,
  prepare: FUNCTION,
  shouldRetry: FUNCTION,
  orElse: FUNCTION,
  onEvent: FUNCTION,
  id: FUNCTION,
  total: [(value) => Number.isInteger(value) && value >= 0, 'how many items there are'],
  resume: [(value) => typeof value?.batch === 'string' && Number.isInteger(value.next), 'the result of an earlier run'],
  retryFailed: FLAG,
  chain: [(value) => isFunction(value?.run), 'what fallback returns'],
  onResult: FUNCTION,
  onProgress: FUNCTION,
  runtime: [(value) => typeof value === 'object' && value !== null, 'an object of fetch, now, monotonic, sleep, timer, random'],
};

/** Options of a call, and those that only a client has. */
const CALL = [...Object.keys(defaults), 'attemptTimeoutMs', 'concurrency', 'cost', 'rules', 'key', 'bucket', 'prepare', 'shouldRetry', 'orElse'];
const CLIENT = [...CALL, 'maxGates', 'onEvent', 'runtime'];
const CHAIN = ['attempts', 'retryForMs', 'deadlineMs', 'switchAfterMs'];
const BATCH = ['concurrency', 'stopAfterSame', 'id', 'total', 'resume', 'retryFailed', 'chain', 'onResult', 'onProgress'];
const RUNTIME = ['fetch', 'now', 'monotonic', 'sleep', 'timer', 'random'];

/** One policy can be handed to every function, so each accepts the whole of it. */
const POLICY = [...CLIENT, 'now'];
const CASE = [...POLICY, 'provider'];
const STREAM = ['provider'];
const DELAY = [...POLICY, 'attempt', 'elapsedMs', 'random'];

/** Options of `classify` and `classifyResponse`. */
export function judgingOptions(options, known = POLICY) {
  if (options === undefined) return defaults;
  return checked(readOptions(options, known));
}

/** Options of `toCase`. */
export const caseOptions = (options) => judgingOptions(options, CASE);

/** Options of `guardStream`. */
export const streamOptions = (options = {}) => readOptions(options, STREAM, {});

/** Options of `createClient`. */
export function clientOptions(options = {}) {
  const read = severalCalls(checked(readOptions(options, CLIENT)));
  for (const name of RUNTIME) {
    const value = read.runtime?.[name];
    if (value !== undefined && typeof value !== 'function') {
      throw new TypeError(`option 'runtime.${name}' must be a function, got ${show(value)}`);
    }
  }
  return read;
}

/** Options of `with`, on top of a client's own. */
export const withOptions = (options, base) => severalCalls(callOptions(options, base));

/** One key for several calls would make a server take the second for the first. */
function severalCalls(read) {
  if (typeof read.idempotencyKey !== 'string') return read;
  throw new TypeError("option 'idempotencyKey' must be true or false here: a key of its own belongs to one call, in init.retriage or in run's options");
}

/** Options for one call, on top of a client's own. */
export const callOptions = (options, base) => checked(readOptions(options, CALL, base));

/** Options of one run through a chain, on top of its client's own. */
export const chainOptions = (options, base) => readOptions(options, CHAIN, base);

/** Options of a batch. */
export const batchOptions = (options, { stopAfterSame }) => readOptions(options, BATCH, { concurrency: 4, stopAfterSame });

const checked = (read) => (read.rules === undefined ? read : { ...read, rules: read.rules.map(readRule) });

/** Options of `nextDelay`. */
export function delayOptions(options) {
  const read = readOptions(options, DELAY);
  if (read.attempt === undefined) throw new TypeError(`option 'attempt' must be ${TAKES.attempt[1]}, got undefined`);
  return { elapsedMs: 0, ...read };
}

/** The time of judging: the caller's, else the platform's. */
export function readNow(now) {
  if (now === undefined || now === null) return Date.now();
  const ms = now instanceof Date ? now.getTime() : now;
  if (!Number.isFinite(ms)) throw new TypeError(`now must be ${TAKES.now[1]}, got ${show(now)}`);
  return ms;
}

function readOptions(options, known, base = defaults) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options must be an object, got ${show(options)}`);
  }
  const read = { ...base };
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name)) throw new TypeError(unknownName('option', name, known));
    if (value === undefined) continue;
    const [takes, words] = TAKES[name];
    if (!takes(value)) throw new TypeError(`option '${name}' must be ${words}, got ${show(value)}`);
    read[name] = value;
  }
  return read;
}

function unknownName(kind, name, known) {
  const near = nearest(name, known);
  const hint = near ? `did you mean '${near}'?` : `known are ${known.join(', ')}`;
  return `unknown ${kind} ${show(name)}; ${hint}`;
}

const RULE = ['id', 'status', 'code', 'contains', 'header', 'class', 'reason', 'scope'];

/** A caller's rule, checked, each matcher as a list. */
function readRule(rule, index) {
  const at = `option 'rules[${index}]`;
  if (typeof rule !== 'object' || rule === null) throw new TypeError(`${at}' must be a rule, got ${show(rule)}`);
  for (const name of Object.keys(rule)) {
    if (!RULE.includes(name)) throw new TypeError(`${at}': ${unknownName('field', name, RULE)}`);
  }
  const field = (name, fits, words) => {
    const value = rule[name];
    if (!fits(value)) throw new TypeError(`${at}.${name}' must be ${words}, got ${show(value)}`);
    return value;
  };
  const list = (name, fits, words) => {
    const value = rule[name] ?? [];
    return (Array.isArray(value) ? value : [value]).map((item) => {
      if (!fits(item)) throw new TypeError(`${at}.${name}' must be ${words}, got ${show(item)}`);
      return item;
    });
  };
  const isText = (value) => typeof value === 'string' && value !== '';
  const oneOf = (words) => [(value) => words.includes(value), `one of ${words.join(', ')}`];
  const read = {
    id: field('id', isText, 'a name'),
    class: field('class', ...oneOf(CLASSES)),
    reason: field('reason', ...oneOf(REASONS)),
    scope: rule.scope === undefined ? undefined : field('scope', ...oneOf(SCOPES)),
    status: list('status', isStatus, 'an HTTP status or a list of them'),
    code: list('code', isText, 'a code or a list of them'),
    contains: list('contains', isText, 'a text or a list of them'),
    header: rule.header === undefined ? undefined : readRuleHeader(rule.header, at),
  };
  if (!(read.status.length || read.code.length || read.contains.length || read.header)) {
    throw new TypeError(`${at}' must say what it matches: status, code, contains or header`);
  }
  return read;
}

function readRuleHeader(header, at) {
  const { name, value = '' } = typeof header === 'string' ? { name: header } : header ?? {};
  if (typeof name !== 'string' || name === '' || typeof value !== 'string') {
    throw new TypeError(`${at}.header' must be a name or { name, value }, got ${show(header)}`);
  }
  return { name, value };
}

/** An HTTP status as servers send them, the odd private one included. */
export const isStatus = (value) => Number.isInteger(value) && value >= 100 && value <= 999;
