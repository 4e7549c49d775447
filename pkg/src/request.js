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

/** The model that a JSON body asks for, if it stands in its first 4 KiB. */
export function modelOf(init) {
  const body = init?.body;
  if (typeof body !== 'string') return '';
  return body.slice(0, 4096).match(/"model"\s*:\s*"([^"\\]{1,128})"/)?.[1] ?? '';
}
