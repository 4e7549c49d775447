import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retriage } from './installed.mjs';

const { classify } = retriage;

const CAP = { error: { message: 'Your project has exceeded its monthly spending cap.', code: 429 } };
const OVERLOADED = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

/** An Error of a named class that leaves `name` at "Error", as many SDKs do. */
function sdkError(className, message, fields = {}) {
  const Made = { [className]: class extends Error {} }[className];
  return Object.assign(new Made(message), fields);
}

/** `[title, thrown value, what the verdict must hold]`. */
const SHAPES = [
  ['OpenAI: status, headers and the body\'s error member', sdkError('RateLimitError', '429 slow', {
    status: 429, headers: new Headers({ 'retry-after-ms': '2500' }), error: { message: 'slow', type: 'requests', code: 'rate_limit_exceeded' }, code: 'rate_limit_exceeded', type: 'requests',
  }), { class: 'transient', waitMs: 2500, waitSource: 'retry-after-ms' }],
  ['Anthropic: the whole body under error', sdkError('APIError', '529 {}', { status: 529, headers: new Headers(), error: OVERLOADED }),
    { class: 'transient', reason: 'overloaded' }],
  ['AI SDK: statusCode, responseHeaders, responseBody', Object.assign(new Error('Too Many Requests'), {
    name: 'AI_APICallError', statusCode: 429, responseHeaders: { 'retry-after': '7' }, responseBody: JSON.stringify({ error: { message: 'busy' } }), isRetryable: true, url: 'https://api.example.com/v1',
  }), { class: 'transient', waitMs: 7000 }],
  ['AI SDK: a RetryError speaks through lastError', Object.assign(new Error('Failed after 3 attempts.'), {
    name: 'AI_RetryError', reason: 'maxRetriesExceeded', errors: [new Error('first')], lastError: Object.assign(new Error('x'), { statusCode: 429, responseBody: JSON.stringify(CAP) }),
  }), { class: 'exhausted', reason: 'spend_cap' }],
  ['Google GenAI: status and a message that is JSON', Object.assign(new Error(JSON.stringify(CAP)), { name: 'ApiError', status: 429 }),
    { class: 'exhausted', reason: 'spend_cap' }],
  ['googleapis: code as digits, response.data', Object.assign(new Error('x'), { code: '429', response: { status: 429, headers: {}, data: CAP } }),
    { class: 'exhausted', reason: 'spend_cap' }],
  ['axios: response.status, headers and data', Object.assign(new Error('Request failed with status code 429'), {
    name: 'AxiosError', code: 'ERR_BAD_REQUEST', config: { url: '/v1', baseURL: 'https://api.example.com', method: 'post' }, response: { status: 429, headers: { 'retry-after': '7' }, data: { message: 'busy' } },
  }), { class: 'transient', waitMs: 7000 }],
  ['axios: whose failure it is by baseURL', Object.assign(new Error('x'), { name: 'AxiosError', config: { url: '/v2/translate', baseURL: 'https://api.deepl.com' }, response: { status: 456, headers: {} } }),
    { class: 'exhausted', provider: 'deepl' }],
  ['headers that are empty give way to those of the response', Object.assign(new Error('x'), { headers: {}, response: { status: 429, headers: { 'retry-after': '7' } } }),
    { waitMs: 7000 }],
  ['axios: a timeout without a response', Object.assign(new Error('timeout of 1000ms exceeded'), { name: 'AxiosError', code: 'ECONNABORTED', config: { url: 'https://api.example.com' } }),
    { class: 'transient', reason: 'timeout' }],
  ['got: response.statusCode and response.body', Object.assign(new Error('Response code 429'), {
    name: 'HTTPError', code: 'ERR_NON_2XX_3XX_RESPONSE', response: { statusCode: 429, headers: { 'retry-after': '7' }, body: '{}', url: 'https://api.example.com/' },
  }), { class: 'transient', waitMs: 7000 }],
  ['ky: the response is a Response whose body cannot be read at once', Object.assign(new Error('Request failed'), {
    name: 'HTTPError', response: new Response('{}', { status: 429, headers: { 'retry-after': '7' } }), request: new Request('https://api.example.com/'),
  }), { class: 'transient', waitMs: 7000 }],
  ['undici: statusCode, headers and body on the error', Object.assign(new Error('Response status code 429'), {
    name: 'ResponseError', code: 'UND_ERR_RESPONSE', statusCode: 429, headers: { 'retry-after': '7' }, body: 'x',
  }), { class: 'transient', waitMs: 7000 }],
  ['undici: fetch failed by its cause', Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) }),
    { class: 'transient', reason: 'network' }],
  ['Node: an AggregateError with an empty message', Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new AggregateError([Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' })], ''), { code: 'ETIMEDOUT' }),
  }), { class: 'transient', reason: 'timeout' }],
  ['Node: attempts of one fetch as plain data, one of them perhaps sent', {
    error: {
      name: 'TypeError', message: 'fetch failed', cause: {
        name: 'AggregateError', code: 'ECONNREFUSED', message: '', errors: [
          { name: 'Error', code: 'ECONNREFUSED', message: 'connect' }, { name: 'Error', code: 'ECONNRESET', message: 'read' },
        ],
      },
    },
  }, { class: 'transient', reason: 'network', sent: 'maybe' }],
  ['AWS SDK v3: the name and $metadata', Object.assign(new Error('Rate exceeded'), {
    name: 'ThrottlingException', $fault: 'client', $metadata: { httpStatusCode: 400, attempts: 3 }, $response: { statusCode: 400, headers: { 'x-amzn-errortype': 'ThrottlingException' } },
  }), { class: 'transient', reason: 'rate_limit' }],
  ['AWS SDK v3: the status in $metadata alone', Object.assign(new Error('x'), { name: 'ServiceException', $metadata: { httpStatusCode: 503 } }),
    { class: 'transient', reason: 'overloaded' }],
  ['octokit: response.headers and response.data', Object.assign(new Error('API rate limit exceeded'), {
    name: 'HttpError', status: 403, response: { status: 403, url: 'https://api.github.com/x', headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '60', 'retry-after': '7' }, data: { message: 'API rate limit exceeded for 203.0.113.7.' } },
  }), { class: 'transient', waitMs: 7000 }],
  ['LangChain: a wrapper without an answer leaves it to the cause', sdkError('ModelError', 'the model failed', {
    lc_error_code: 'MODEL_RATE_LIMIT', cause: sdkError('RateLimitError', '429', { status: 429, headers: { 'retry-after': '7' } }),
  }), { class: 'transient', waitMs: 7000 }],
  ['gRPC: a numeric code and metadata', Object.assign(new Error('8 RESOURCE_EXHAUSTED: busy'), { code: 8, details: 'busy', metadata: { getMap: () => ({ 'retry-after': '7' }) } }),
    { class: 'transient', waitMs: 7000 }],
  ['Telegram: the parsed body is the response', Object.assign(new Error('429: Too Many Requests: retry after 38'), {
    response: { ok: false, error_code: 429, description: 'Too Many Requests: retry after 38', parameters: { retry_after: 38 } },
  }), { class: 'transient', waitMs: 38_000 }],
  ['Telegram: the words in that body alone', Object.assign(new Error('x'), { response: { ok: false, error_code: 429, description: 'Too Many Requests: retry after 38' } }),
    { class: 'transient', waitMs: 38_000 }],
  ['GraphQL: plain errors in a response of status 200', Object.assign(new Error('x'), { response: { status: 200, headers: {}, errors: [{ message: CAP.error.message }] } }),
    { reason: 'spend_cap' }],
  ['GraphQL: plain errors on the error', Object.assign(new Error('x'), { errors: [{ message: CAP.error.message }] }), { reason: 'spend_cap' }],
  ['Stripe: the error of the body under raw', Object.assign(new Error('x'), { type: 'StripeAPIError', raw: { message: CAP.error.message } }), { reason: 'spend_cap' }],
  ['three layers deep, only the text left', new Error('step failed', { cause: new Error('agent failed', { cause: new Error('Your project has exceeded its monthly spending cap.') }) }),
    { class: 'exhausted', reason: 'spend_cap' }],
  ['an abort', new DOMException('This operation was aborted', 'AbortError'), { class: 'permanent', reason: 'aborted' }],
  ['a timeout by signal', new DOMException('The operation was aborted due to timeout', 'TimeoutError'), { class: 'transient', reason: 'timeout' }],
  ['OpenAI: an abort known by its class name alone', sdkError('APIUserAbortError', 'x'), { class: 'permanent', reason: 'aborted' }],
  ['a settled promise\'s reason', { status: 'rejected', reason: Object.assign(new Error('x'), { status: 402 }) }, { class: 'exhausted', reason: 'payment_required' }],
  ['a settled promise\'s reason that says it in words', { status: 'rejected', reason: new Error(CAP.error.message) }, { reason: 'spend_cap' }],
  ['data beside an Error', { detail: CAP.error.message, error: new Error('x') }, { reason: 'spend_cap' }],
  ['an error under originalError', Object.assign(new Error('x'), { originalError: Object.assign(new Error(CAP.error.message), { status: 429 }) }), { reason: 'spend_cap' }],
  ['Apollo: an error under networkError', Object.assign(new Error('x'), { networkError: Object.assign(new Error('Response not successful'), { statusCode: 402 }) }),
    { reason: 'payment_required' }],
  ['a status as digits under code', Object.assign(new Error('x'), { code: '402' }), { reason: 'payment_required' }],
  ['a plain object that was thrown', { statusCode: 429, headers: { 'retry-after': '7' }, message: 'busy' }, { class: 'transient', waitMs: 7000 }],
  ['a string as the error part', { error: 'Your project has exceeded its monthly spending cap.' }, { reason: 'spend_cap' }],
  ['a number as the error part', { error: 42 }, { class: 'unknown' }],
];

for (const [title, thrown, expected] of SHAPES) {
  test(title, () => {
    const verdict = classify(thrown);
    for (const [field, value] of Object.entries(expected)) {
      assert.equal(verdict[field], value, `${field} of ${JSON.stringify(verdict)}`);
    }
  });
}

test('what the caller states outranks what the error carries', () => {
  const error = Object.assign(new Error('x'), { status: 500, headers: { 'retry-after': '7' }, responseBody: '{"error":{"code":"slow_down"}}' });
  assert.equal(classify({ error }).reason, 'ramp');
  assert.equal(classify({ error }).waitMs, 7000);
  assert.equal(classify({ body: CAP, error }).reason, 'spend_cap');
  assert.equal(classify({ headers: { 'retry-after': '9' }, error }).waitMs, 9000);
  assert.equal(classify({ status: 402, body: 'x', error }).reason, 'payment_required');
});

test('evidence says on which link of the chain it stands', () => {
  const deep = new Error('outer', { cause: new AggregateError([Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })], 'all failed') });
  const { evidence } = classify(deep);
  assert.ok(evidence.some(({ where, path }) => where === 'error' && path?.startsWith('cause.errors[0].')), JSON.stringify(evidence));
});
