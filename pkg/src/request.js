// What a fetch's arguments say of the request: enough to know whether it may be sent once more.
import { quietly } from './text.js';

/** When a request may be repeated, as src/wasm/call.rs numbers it. */
export const ALWAYS = 0;
export const IF_UNSENT = 1;
export const NEVER = 2;

const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'QUERY']);

/** The header by which a server knows a repeat (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_KEY = 'idempotency-key';

export const isRequest = (input) => typeof input === 'object' && input !== null && typeof input.clone === 'function'
  && typeof input.method === 'string';

export const methodOf = (input, init) => String(init?.method ?? (isRequest(input) ? input.method : 'GET')).toUpperCase();

export const urlOf = (input) => quietly(() => (isRequest(input) ? input.url : String(input))) ?? '';

export const signalOf = (input, init) => (init?.signal === undefined && isRequest(input) ? input.signal : init?.signal) ?? undefined;

/** A signal that both of these end; `given` may be none. */
export const both = (given, own) => (given ? AbortSignal.any([given, own]) : own);

/** The arguments of fetch with which `signal` ends the request too. */
export function endedBy(signal, input, init) {
  if (!signal) return [input, init];
  // A Request may stand for init, and what it holds are no members of its own.
  if (isRequest(init)) [input, init] = [new Request(input, init)];
  return [input, { ...init, signal: both(signalOf(input, init), signal) }];
}

/** The headers that will be sent, as a fresh Headers. */
export const headersOf = (input, init) => new Headers(init?.headers ?? (isRequest(input) ? input.headers : undefined));

export function repeatOf(input, init, { repeatIsSafe, idempotencyKey }) {
  if (isOneShot(init?.body)) return NEVER;
  if (repeatIsSafe || idempotencyKey || IDEMPOTENT.has(methodOf(input, init))) return ALWAYS;
  return quietly(() => headersOf(input, init).has(IDEMPOTENCY_KEY)) ? ALWAYS : IF_UNSENT;
}

/** A body that is gone once it was sent: a stream, an iterator, a Node stream. */
function isOneShot(body) {
  if (typeof body !== 'object' || body === null) return false;
  return typeof body.getReader === 'function' || typeof body.pipe === 'function' || typeof body.next === 'function'
    || typeof body[Symbol.asyncIterator] === 'function';
}

/** The longest body that is searched for a model, in characters. */
const MAX_BODY = 64 * 1024;

/** The model that a JSON body asks for. A quote inside a text is escaped, so no text can name one. */
export function modelOf(init) {
  const body = init?.body;
  if (typeof body !== 'string' || body.length > MAX_BODY || body.charCodeAt(0) !== 123) return '';
  const at = body.indexOf('"model"');
  if (at < 0 || body.charCodeAt(at - 1) === 92) return '';
  return /^"model"\s*:\s*"([^"\\]{1,128})"/.exec(body.slice(at, at + 160))?.[1] ?? '';
}

const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];

/**
 * `{ service, credential, account, model }`: which gates the request passes. `key` and `bucket` name the account and the
 * model in place of the credential and the body.
 */
export function laneOf(input, init, { key, bucket }) {
  const url = urlOf(input);
  const [, scheme = '', user = '', host = ''] = url.match(/^([a-z][a-z0-9+.-]*:\/\/)([^/?#@]*@)?([^/?#]*)/i) ?? [];
  const named = (name) => (typeof name === 'function' ? quietly(() => name({ input, init })) : name);
  const account = named(key);
  return {
    service: host === '' ? globalThis.location?.origin ?? '' : (scheme + host).toLowerCase(),
    credential: account === undefined ? credentialOf(input, init, url) ?? user : '',
    account: account === undefined ? '' : String(account),
    model: String(named(bucket) ?? modelOf(init)),
  };
}

function credentialOf(input, init, url) {
  const headers = init?.headers ?? (isRequest(input) ? input.headers : undefined);
  for (const name of CREDENTIALS) {
    const value = headers && headerOf(headers, name);
    if (value) return value;
  }
  return url.match(/[?&]key=([^&#]+)/)?.[1];
}

function headerOf(headers, name) {
  if (typeof headers.get === 'function') return headers.get(name);
  if (typeof headers[Symbol.iterator] === 'function') {
    for (const pair of headers) if (String(pair[0]).toLowerCase() === name) return pair[1];
    return undefined;
  }
  for (const key in headers) if (key.length === name.length && key.toLowerCase() === name) return headers[key];
  return undefined;
}

/** A UUID of version 4 (RFC 9562), also on pages where randomUUID is missing for want of TLS. */
export function randomKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
