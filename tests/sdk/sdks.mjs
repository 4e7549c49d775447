// The SDKs by the names of their pages: what their server answers, and how their users know a failure.

for (const name of ['ANTHROPIC', 'GEMINI', 'GROQ', 'MISTRAL', 'OPENAI', 'OPENROUTER']) process.env[`${name}_API_KEY`] = 'a-key';
process.env.GITHUB_TOKEN = 'a-token';

const chat = {
  answer: {
    id: 'c', object: 'chat.completion', created: 1, model: 'm', usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'hello' } }],
  },
  read: ({ choices }) => choices[0].message.content,
};

const openai = {
  ...chat,
  limited: { status: 429, body: { error: { message: 'Rate limit reached for requests', type: 'requests', code: 'rate_limit_exceeded' } } },
  overloaded: { status: 503, body: { error: {
    message: 'Our servers are currently overloaded. Please try again later.', type: 'service_unavailable_error', code: 'server_is_overloaded',
  } } },
  exhausted: { reason: 'spend_cap', status: 429, body: { error: {
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'project_spend_limit_exceeded',
  } } },
  finished: { status: 429, body: { error: {
    message: 'Rate limit reached for gpt-5.5 in organization org-a on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s.',
    type: 'requests',
    code: 'rate_limit_exceeded',
  } } },
};

const things = {
  host: 'api.example.com',
  answer: { content: 'hello' },
  read: ({ content }) => content,
  limited: { status: 429, body: { message: 'Too many requests' } },
  overloaded: { status: 503, body: { message: 'The service is overloaded' } },
  exhausted: { reason: 'spend_cap', status: 429, body: { message: 'The project has exceeded its monthly spending cap.' } },
};

const google = (code, status, message) => ({ status: code, body: { error: { code, status, message } } });
const anthropic = (status, type, message) => ({ status, body: { type: 'error', error: { type, message } } });
const github = (status, message, headers) => ({ status, headers, body: { message, documentation_url: 'https://docs.github.com/rest' } });

/**
 * Each has its server's success (`answer`, in which `read` finds the text), a rate limit without a time, an overload, an
 * account that is `exhausted` (by `reason`), and a model that is finished for the day, where such limits go by model.
 *
 * `package` and `page` are its name unless given, `ask(page, signal)` is the page's own, and `host` is where that calls.
 * `retries` and `timeout` change the page, words by other words, so that the SDK retries by itself, and that its timeout is
 * as short as it is unless set. `errors` names classes, exported by `from` or global: of an exhausted account
 * (`refused`), of any failed answer (`failed`), of a broken connection, of an abort.
 */
export const sdks = {
  openai: {
    ...openai,
    host: 'api.openai.com',
    retries: [', maxRetries: 0', ''],
    errors: { from: 'openai', refused: 'RateLimitError', failed: 'APIError', broken: 'APIConnectionError', aborted: 'APIUserAbortError' },
  },
  anthropic: {
    package: '@anthropic-ai/sdk',
    host: 'api.anthropic.com',
    answer: { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hello' }] },
    read: ({ content }) => content[0].text,
    limited: anthropic(429, 'rate_limit_error', "This request would exceed your organization's rate limit."),
    overloaded: anthropic(529, 'overloaded_error', 'Overloaded'),
    exhausted: { reason: 'spend_cap', ...anthropic(429, 'rate_limit_error', "This request would exceed your account's monthly spend limit.") },
    retries: [', maxRetries: 0', ''],
    errors: { from: '@anthropic-ai/sdk', refused: 'RateLimitError', failed: 'APIError', broken: 'APIConnectionError', aborted: 'APIUserAbortError' },
  },
  ai: {
    ...openai,
    host: 'openrouter.ai',
    read: ({ text }) => text,
    retries: [', maxRetries: 0', ''],
    errors: { from: 'ai', refused: 'APICallError', failed: 'APICallError', broken: 'APICallError', aborted: 'DOMException' },
  },
  'ai, streamText': {
    package: 'ai',
    ...openai,
    page: 'ai',
    host: 'openrouter.ai',
    answer: ['hel', 'lo'].map((content) => `data: ${JSON.stringify({
      id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }],
    })}\n\n`).concat('data: [DONE]\n\n'),
    read: (text) => text,
    retries: [', maxRetries: 0', ''],
    errors: { from: 'ai', refused: 'APICallError', failed: 'APICallError', broken: 'APICallError', aborted: 'DOMException' },
    async ask(page, signal) {
      const failures = [];
      let text = '';
      for await (const part of page.stream('hi', signal, ({ error }) => failures.push(error)).textStream) text += part;
      signal?.throwIfAborted();
      if (text === '') throw failures[0];
      return text;
    },
  },
  'groq-sdk': {
    ...chat,
    host: 'api.groq.com',
    limited: { status: 429, body: { error: { message: 'Rate limit reached for model', type: 'requests', code: 'rate_limit_exceeded' } } },
    overloaded: { status: 498, body: { error: { message: 'Flex tier capacity exceeded' } } },
    exhausted: { reason: 'spend_cap', status: 400, body: { error: { message: 'API access is blocked', code: 'blocked_api_access' } } },
    finished: { status: 429, body: { error: {
      message: 'Rate limit reached for model `openai/gpt-oss-20b` on tokens per day (TPD): Limit 200000, Used 199000, Requested 2000. Please try again in 7m12s.',
      code: 'rate_limit_exceeded',
    } } },
    retries: [', maxRetries: 0', ''],
    timeout: [', timeout: 600_000', ''],
    errors: { from: 'groq-sdk', refused: 'BadRequestError', failed: 'APIError', broken: 'APIConnectionError', aborted: 'APIUserAbortError' },
  },
  'google-genai': {
    package: '@google/genai',
    host: 'generativelanguage.googleapis.com',
    answer: { candidates: [{ content: { role: 'model', parts: [{ text: 'hello' }] } }] },
    read: ({ text }) => text,
    limited: google(429, 'RESOURCE_EXHAUSTED', 'Too many requests'),
    overloaded: google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    exhausted: { reason: 'spend_cap', ...google(429, 'RESOURCE_EXHAUSTED', 'Your project has exceeded its monthly spending cap. Please go to AI Studio.') },
    finished: { status: 429, body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota.', details: [{
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier', quotaDimensions: { model: 'gemini-3.8-flash' }, quotaValue: '20' }],
    }] } } },
    retries: ['{ fetch: client.fetch }', '{ fetch: client.fetch, retryOptions: {} }'],
    errors: { from: '@google/genai', refused: 'ApiError', failed: 'ApiError', broken: 'TypeError', aborted: 'DOMException' },
  },
  mistralai: {
    package: '@mistralai/mistralai',
    ...chat,
    host: 'api.mistral.ai',
    limited: { status: 429, body: { object: 'error', message: 'Requests rate limit exceeded', type: 'rate_limited' } },
    overloaded: { status: 503, body: { object: 'error', message: 'Service tier capacity exceeded for this model.' } },
    exhausted: { reason: 'credit_balance', status: 402, body: { object: 'error', message: 'Your credit balance is too low' } },
    finished: { status: 429, body: { object: 'error', message: 'Daily request limit reached for model mistral-small-latest' } },
    retries: ['new Mistral({', "new Mistral({ retryConfig: { strategy: 'backoff', retryConnectionErrors: true },"],
    errors: { from: '@mistralai/mistralai/models/errors', refused: 'SDKError', failed: 'SDKError', broken: 'ConnectionError', aborted: 'RequestAbortedError' },
  },
  'langchain-openai': {
    package: '@langchain/openai',
    ...openai,
    host: 'api.openai.com',
    read: ({ content }) => content,
    retries: [', maxRetries: 0', ''],
    errors: { from: 'openai', refused: 'RateLimitError', failed: 'APIError', broken: 'APIConnectionError', aborted: 'Error' },
  },
  ky: {
    ...things,
    retries: [', retry: 0', ''],
    timeout: [', timeout: false', ''],
    errors: { from: 'ky', refused: 'HTTPError', failed: 'HTTPError', broken: 'NetworkError', aborted: 'DOMException' },
  },
  ofetch: {
    ...things,
    retries: [', defaults: { retry: 0 }', ''],
    errors: { from: 'ofetch', refused: 'FetchError', failed: 'FetchError', broken: 'FetchError', aborted: 'FetchError' },
  },
  axios: {
    ...things,
    read: ({ data }) => data.content,
    errors: { from: 'axios', refused: 'AxiosError', failed: 'AxiosError', broken: 'AxiosError', aborted: 'CanceledError' },
  },
  octokit: {
    host: 'api.github.com',
    answer: { description: 'hello' },
    read: ({ data }) => data.description,
    limited: github(403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'),
    overloaded: github(503, 'The service is overloaded'),
    exhausted: { reason: 'long_wait', ...github(403, 'API rate limit exceeded for user ID 1.', {
      'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 10, 30, 12, 30) / 1000),
    }) },
    retries: ['  retry: { enabled: false },\n  throttle: { enabled: false },\n', ''],
    errors: { from: 'octokit', refused: 'RequestError', failed: 'RequestError', broken: 'RequestError', aborted: 'DOMException' },
  },
};
