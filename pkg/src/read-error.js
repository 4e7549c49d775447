// What a thrown value carries, wherever the library that threw it put it.
//
// Nothing here asks which library it was. A status, headers and a body are looked for under the names that clients use
// (`status`, `response.data`, `responseBody`, `$metadata.httpStatusCode`, …), link by link along `cause`, `lastError`
// and `errors`, and the first link that holds an answer speaks for all.
import { readHeaders } from './headers.js';
import { isStatus } from './options.js';
import { bodyText, clip, quietly, writeJson } from './text.js';

const MAX_DEPTH = 8;
const MAX_LINKS = 32;

/** The most of one link's message that is read. */
const MAX_MESSAGE = 64 * 1024;

const STATUS = ['status', 'statusCode', 'status_code', 'httpStatus', 'httpStatusCode'];
const HEADERS = ['headers', 'responseHeaders', 'metadata'];
const BODY = ['responseBody', 'body', 'rawBody', 'responseText', 'text', 'data', '_data', 'rawError'];
const ANSWERS = ['response', '$response', 'rawResponse', 'rawResponse$', 'meta', 'res'];
const CODES = ['code', 'Code', 'errorCode', 'error_code', 'lc_error_code', 'errno'];
const CODE_STATUS = ['code', 'error_code', 'statusCode', 'status'];

/**
 * `{ status, headers, body, url, method, errors, paths, isThrown }`: `body` as bodyText gives it, `errors` as
 * `[name, code, message]` outermost first, `paths` where each of them stands (`''`, `cause`, `errors[0]`, …), `isThrown`
 * where one of them is an Error and no plain data.
 */
export function readThrown(root) {
  const links = walk(root);
  const answers = links.map(({ value }) => readAnswer(value));
  const full = answers.find((answer) => answer.headers?.length || answer.body);
  const told = full ?? answers.find((answer) => answer.status !== undefined);
  return {
    status: told?.status ?? first(answers, 'status'),
    headers: told?.headers,
    body: told?.body,
    url: first(answers, 'url'),
    method: first(answers, 'method'),
    errors: links.map(({ value }) => readLink(value)),
    paths: links.map(({ path }) => path),
    isThrown: links.some(({ value }) => quietly(() => value instanceof Error)),
  };
}

/** An Error of any realm, or what passes for one: something with a name or a stack beside its message. */
export const isErrorLike = (value) => value instanceof Error
  || (typeof peek(value, 'message') === 'string'
    && (typeof peek(value, 'stack') === 'string' || typeof peek(value, 'name') === 'string'));

/** Reads a property that may be a throwing getter. */
export const peek = (object, key) => quietly(() => object?.[key]);

const isObject = (value) => typeof value === 'object' && value !== null;
const first = (answers, key) => answers.find((answer) => answer[key] !== undefined)?.[key];

function firstOf(object, keys, read) {
  for (const key of keys) {
    const found = read(peek(object, key), key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The links of the chain in reading order, each once. */
function walk(root) {
  const links = [];
  const seen = new Set();

  function visit(value, path, depth) {
    if (value === null || value === undefined || links.length === MAX_LINKS || depth === MAX_DEPTH) return;
    if (isObject(value)) {
      if (seen.has(value)) return;
      seen.add(value);
    } else if (typeof value === 'function') return;
    links.push({ value, path });
    if (!isObject(value)) return;
    const at = (key) => (path ? `${path}.${key}` : key);
    visit(peek(value, 'cause'), at('cause'), depth + 1);
    visit(peek(value, 'lastError'), at('lastError'), depth + 1);
    for (const key of ['error', 'originalError', 'networkError', 'reason']) {
      const inner = peek(value, key);
      if (isObject(inner) && quietly(() => isErrorLike(inner))) visit(inner, at(key), depth + 1);
    }
    const errors = peek(value, 'errors');
    const count = quietly(() => (Array.isArray(errors) ? Math.min(errors.length, MAX_LINKS) : 0)) ?? 0;
    for (let i = 0; i < count; i += 1) {
      const inner = peek(errors, i);
      if (quietly(() => isErrorLike(inner))) visit(inner, `${at('errors')}[${i}]`, depth + 1);
    }
  }

  visit(root, '', 0);
  return links;
}

/** `[name, code, message]` of one link. */
function readLink(value) {
  if (!isObject(value)) return ['', '', quietly(() => String(value)) ?? ''];
  const message = firstOf(value, ['message', 'description', 'msg'], textOf) ?? '';
  const code = firstOf(value, CODES, (found) => (typeof found === 'number' ? String(found) : textOf(found))) ?? '';
  return [nameOf(value), code.slice(0, 256), message.slice(0, MAX_MESSAGE)];
}

const textOf = (value) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The name, or the class's name where a library left the name at "Error". */
function nameOf(value) {
  const name = textOf(peek(value, 'name')) ?? '';
  if (name !== '' && name !== 'Error') return name.slice(0, 256);
  const made = textOf(peek(peek(value, 'constructor'), 'name')) ?? '';
  return /.Error$|Exception$/.test(made) ? made.slice(0, 256) : name;
}

/** The HTTP answer that one link carries. */
function readAnswer(link) {
  if (!isObject(link)) return {};
  const response = firstOf(link, ANSWERS, (found) => (isObject(found) ? found : undefined));
  const request = firstOf(link, ['config', 'request', 'options'], (found) => (isObject(found) ? found : undefined));
  return {
    status: readStatus(link) ?? readStatus(response),
    headers: firstOf(link, HEADERS, filled) ?? firstOf(response, HEADERS, filled),
    body: readBody(link, response),
    url: readUrl(link) ?? readUrl(response) ?? readUrl(request) ?? readUrl(peek(response, 'config')),
    method: textOf(peek(link, 'method')) ?? textOf(peek(request, 'method')),
  };
}

const filled = (source) => {
  const pairs = readHeaders(source);
  return pairs?.length ? pairs : undefined;
};

function readStatus(object) {
  if (object === undefined) return undefined;
  const plain = firstOf(object, STATUS, (found) => (isStatus(found) ? found : undefined))
    ?? firstOf(peek(object, '$metadata'), STATUS, (found) => (isStatus(found) ? found : undefined));
  // A code in the range of HTTP errors is a status under another name, as a number or as digits.
  return plain ?? firstOf(object, CODE_STATUS, (found) => {
    const number = typeof found === 'string' && /^\d{3}$/.test(found) ? Number(found) : found;
    return isStatus(number) && number >= 400 && number < 600 ? number : undefined;
  });
}

function readBody(link, response) {
  return firstOf(link, ['responseBody', 'body', 'rawBody'], written)
    ?? firstOf(response, ['text', ...BODY], written)
    ?? errorsBody(response)
    ?? firstOf(link, ['data', 'rawError', 'raw'], written)
    ?? innerError(peek(link, 'error'))
    ?? errorsBody(link)
    ?? bareResponse(response);
}

const written = (found) => (found === '' || found === undefined ? undefined : bodyText(found));
const ours = (object) => ({ text: writeJson(object), written: true });

/** SDKs keep the body's `error` member, or the whole body, under `error`. */
function innerError(error) {
  if (typeof error === 'string' && error !== '') return ours({ error });
  if (!isObject(error) || quietly(() => isErrorLike(error)) !== false) return undefined;
  return quietly(() => ('error' in error ? ours(error) : ours({ error })));
}

/** GraphQL clients keep the answer's `errors`, plain objects and not Errors. */
function errorsBody(object) {
  const errors = peek(object, 'errors');
  return quietly(() => (Array.isArray(errors) && errors.length && !errors.some(isErrorLike)
    ? ours({ errors })
    : undefined));
}

/** Some clients call the parsed body itself the response. */
function bareResponse(response) {
  if (response === undefined || readStatusOnly(response)) return undefined;
  return quietly(() => (Object.getPrototypeOf(response) === Object.prototype ? ours(response) : undefined));
}

const readStatusOnly = (response) => STATUS.some((key) => peek(response, key) !== undefined)
  || HEADERS.some((key) => peek(response, key) !== undefined);

function readUrl(object) {
  if (object === undefined) return undefined;
  const url = firstOf(object, ['url', 'requestUrl'], (found) => textOf(found) ?? textOf(peek(found, 'href')));
  const base = textOf(peek(object, 'baseURL'));
  if (base === undefined || /^[a-z][a-z0-9+.-]*:/i.test(url ?? '')) return url && clip(url);
  return clip(base);
}
