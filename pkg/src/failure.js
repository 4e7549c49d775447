// The caller's failure, whatever its form, as the flat parts that the core judges.
import { readHeaders } from './headers.js';
import { isStatus, readNow } from './options.js';
import { isErrorLike, peek, readThrown } from './read-error.js';
import { bodyText, clip, quietly, writeJson } from './text.js';
import { nearest, show } from './show.js';

const PARTS = ['status', 'headers', 'body', 'message', 'error', 'url', 'method', 'now'];

/**
 * `{ status, headers, body, message, errors, url, method, now }` for the core, besides `paths` (where each of `errors`
 * stands) and `written` (the body's text is ours). Reads, never writes; a hostile value ends as a part that is missing.
 */
export function readFailure(failure, now) {
  if (typeof failure === 'string') return { message: clip(failure), now: readNow(now) };
  if (typeof failure !== 'object' || failure === null || quietly(() => Array.isArray(failure))) {
    throw new TypeError(`failure must be a string, an Error or an object with ${PARTS.join(', ')}, got ${show(failure)}`);
  }
  if (quietly(() => isResponse(failure))) {
    throw new TypeError('failure is a Response, whose body cannot be read at once; use classifyResponse');
  }
  const keys = quietly(() => isPlain(failure) && Object.keys(failure));
  if (keys && keys.every((key) => PARTS.includes(key))) return readInput(failure, now);
  const near = keys && misspelt(keys);
  if (near) throw new TypeError(`failure has no part ${show(near[0])}; did you mean '${near[1]}'?`);
  return readStructure(failure, now);
}

/** A fetch Response of any realm or library. */
export const isResponse = (value) => typeof value.status === 'number'
  && typeof value.clone === 'function' && typeof value.headers?.get === 'function';

/** A plain object, of any realm. */
function isPlain(value) {
  const proto = Object.getPrototypeOf(value);
  return proto === null || Object.getPrototypeOf(proto) === null;
}

/** A lone key that is one slip away from a part, in an object that holds nothing else. */
function misspelt(keys) {
  if (keys.length !== 1) return undefined;
  const near = nearest(keys[0], PARTS);
  return near && keys[0].length > 3 ? [keys[0], near] : undefined;
}

/** A FailureInput: each part is checked, and what it states outranks what its error carries. */
function readInput(input, now) {
  const part = (name, fits, words) => {
    const value = peek(input, name);
    if (value === undefined || value === null) return undefined;
    if (!fits(value)) throw new TypeError(`failure.${name} must be ${words}, got ${show(value)}`);
    return value;
  };
  const isText = (value) => typeof value === 'string';
  const status = part('status', isStatus, 'an HTTP status');
  const message = part('message', isText, 'a string');
  const method = part('method', isText, 'a string');
  const url = part('url', (value) => isText(value) || isText(peek(value, 'href')), 'a string or a URL');
  const givenHeaders = part('headers', isHeaders, 'a Headers instance, a plain object, a Map or pairs');
  const given = part('body', isBody, 'a string, bytes or a JSON value');
  const error = peek(input, 'error');
  const thrown = error === undefined || error === null ? {} : readThrown(error);
  const body = given === undefined ? thrown.body ?? plainError(error) : bodyText(given);
  const time = peek(input, 'now');
  if (time !== undefined && time !== null && !Number.isFinite(+dateMs(time))) {
    throw new TypeError(`failure.now must be a finite number of milliseconds since 1970, got ${show(time)}`);
  }
  return {
    status: status ?? thrown.status,
    headers: readHeaders(givenHeaders) ?? thrown.headers,
    body: body?.text,
    written: body?.written,
    message: message === undefined ? undefined : clip(message),
    errors: thrown.errors,
    paths: thrown.paths,
    url: url === undefined ? thrown.url : clip(isText(url) ? url : url.href),
    method: method ?? thrown.method,
    now: readNow(time ?? now),
  };
}

const dateMs = (time) => (time instanceof Date ? time.getTime() : typeof time === 'number' ? time : NaN);
const isHeaders = (value) => typeof value === 'string' || (typeof value === 'object' && value !== null);
const isBody = (value) => typeof value !== 'function' && typeof value !== 'symbol';

/** A parsed `{ error: { type, code, message } }` names its error by type, so it is read as the body that it is. */
function plainError(error) {
  const plain = quietly(() => isPlain(error) && !isErrorLike(error));
  return plain ? { text: writeJson({ error }), written: true } : undefined;
}

/** An Error, or an object that a library threw or returned. */
function readStructure(value, now) {
  const thrown = readThrown(value);
  const base = { ...thrown, body: thrown.body?.text, written: thrown.body?.written, now: readNow(now) };
  if (quietly(() => isErrorLike(value)) !== false || !quietly(() => isPlain(value))) return base;
  // A plain object with no answer in it is the answer: a parsed body, or the outcome of a promise with its Error.
  if (thrown.status === undefined && base.body === undefined && !thrown.headers) {
    return { ...(thrown.isThrown && base), body: quietly(() => writeJson(value)), written: true, now: base.now };
  }
  const [, code, message] = thrown.errors[0] ?? [];
  return code || !message ? base : { ...base, message, errors: thrown.errors.slice(1), paths: thrown.paths.slice(1) };
}
