// Streams of events as the providers document them: whole ones with text from a seed, and the errors that come in them.
import { retriage } from './installed.mjs';

/** A generator of numbers from 0 up to 1, the same for the same seed. */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS = [
  'The', ' rate', ' limit', ' of', ' a', ' "quota"', '\n\n', ' döner', ' 速率限制', ' 🥙', ' {"error":', ' {"code":429}}', ' \\', ' event: error', '\ndata: x',
  ' data: [DONE]', ' Überlast', ' — é', '\u2028', ' 1.5', '\t', ' </p>',
];

/** Some words, among them what an error looks like. */
function words(random) {
  return Array.from({ length: 2 + Math.floor(random() * 8) }, () => WORDS[Math.floor(random() * WORDS.length)]);
}

const named = (event) => (data) => `event: ${event ?? data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const typed = named();
const plain = (data) => `data: ${JSON.stringify(data)}\n\n`;
const chunk = (choices, more) => plain({ id: 'chatcmpl-9', object: 'chat.completion.chunk', created: 1_785_326_400, model: 'm', system_fingerprint: 'fp_44', choices, ...more });
const delta = (given, finish_reason = null) => [{ index: 0, delta: given, logprobs: null, finish_reason }];
const DONE = 'data: [DONE]\n\n';

const chat = (host, provider, { comments = '', first = '', more } = {}) => ({
  provider,
  url: `https://${host}/v1/chat/completions`,
  marked: true,
  opening: () => comments + first + chunk(delta({ role: 'assistant', content: '', refusal: null }), more),
  content: (said) => said.map((text) => comments + chunk(delta({ content: text }))).join(''),
  closing: () => chunk(delta({}, 'stop')) + chunk([], { usage: { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 } }) + DONE,
});

const response = (status, more) => ({ id: 'resp_67', object: 'response', created_at: 1_785_326_400, status, error: null, instructions: 'Never exceed the rate limit per day.', model: 'm', output: [], ...more });

/** The forms: `opening()` says nothing yet, `content(texts)` does, `closing()` ends it; `marked` where that is a mark of its own. */
export const FORMS = {
  'OpenAI chat completions': chat('api.openai.com', 'openai'),
  'Azure OpenAI': chat('ours.openai.azure.com', 'azure-openai', { first: chunk([], { prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }) }),
  Groq: chat('api.groq.com/openai', 'groq', { more: { x_groq: { id: 'req_01' } } }),
  OpenRouter: chat('openrouter.ai/api', 'openrouter', { comments: ': OPENROUTER PROCESSING\n\n' }),
  'DashScope, compatible': { ...chat('dashscope.aliyuncs.com/compatible-mode', 'dashscope'), marked: false },
  'OpenAI Responses': {
    provider: 'openai',
    url: 'https://api.openai.com/v1/responses',
    marked: true,
    opening: () => ['created', 'queued', 'in_progress'].map((state, sequence_number) => typed({ type: `response.${state}`, sequence_number, response: response('in_progress') })).join(''),
    content: (said) => typed({ type: 'response.output_item.added', output_index: 0, item: { id: 'msg_1', type: 'message', content: [] } })
      + said.map((text) => typed({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text })).join(''),
    closing: () => typed({ type: 'response.completed', response: response('completed') }),
  },
  Anthropic: {
    provider: 'anthropic',
    url: 'https://api.anthropic.com/v1/messages',
    marked: true,
    opening: () => typed({ type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'm', stop_reason: null, usage: { input_tokens: 25, output_tokens: 1 } } }) + typed({ type: 'ping' }),
    content: (said) => typed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
      + said.map((text) => typed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })).join(''),
    closing: () => typed({ type: 'content_block_stop', index: 0 }) + typed({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 15 } }) + typed({ type: 'message_stop' }),
  },
  Gemini: {
    provider: 'gemini',
    url: 'https://generativelanguage.googleapis.com/v1beta/models/m:streamGenerateContent?alt=sse',
    marked: false,
    opening: () => '',
    content: (said) => said.map((text) => plain({ candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }], usageMetadata: { promptTokenCount: 4 }, modelVersion: 'm' })).join('').replaceAll('\n', '\r\n'),
    closing: () => plain({ candidates: [{ content: { parts: [{ text: '.' }], role: 'model' }, finishReason: 'STOP', index: 0 }] }).replaceAll('\n', '\r\n'),
  },
  'DashScope, its own': {
    provider: 'dashscope',
    url: 'https://dashscope.aliyuncs.com/api/v1/services/aigc/text-generation/generation',
    marked: false,
    opening: () => '',
    content: (said) => said.map((text, id) => `id:${id + 1}\nevent:result\n:HTTP_STATUS/200\ndata:${JSON.stringify({ output: { choices: [{ message: { content: text, role: 'assistant' }, finish_reason: 'null' }] }, request_id: 'r' })}\n\n`).join(''),
    closing: () => `id:99\nevent:result\n:HTTP_STATUS/200\ndata:${JSON.stringify({ output: { choices: [{ message: { content: '', role: 'assistant' }, finish_reason: 'stop' }] }, request_id: 'r' })}\n\n`,
  },
};

/** A whole stream of one form. */
export function written(form, seed) {
  return form.opening() + form.content(words(chance(seed))) + form.closing();
}

const OVERLOADED = { type: 'error', error: { details: null, type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' };

/** `[form, text of the error, reason, whether the server may have acted]`, as documented or recorded. */
export const ERRORS = [
  ['OpenAI chat completions', plain({ error: { message: 'The server had an error while processing your request. Sorry about that!', type: 'server_error', param: null, code: null } }), 'server_error', 'maybe'],
  ['OpenAI chat completions', named('error')({ error: { message: 'Rate limit reached for m on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s.', type: 'tokens', param: null, code: 'rate_limit_exceeded' } }), 'tokens_per_minute', 'no'],
  ['OpenAI Responses', named('error')({ type: 'error', error: { type: 'service_unavailable_error', code: 'server_is_overloaded', message: 'Our servers are currently overloaded. Please try again later.', param: null }, sequence_number: 2 }), 'overloaded', 'no'],
  ['OpenAI Responses', named('error')({ type: 'error', code: 'rate_limit_exceeded', message: 'Rate limit reached for m on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.', param: null, sequence_number: 3 }), 'requests_per_minute', 'no'],
  ['OpenAI Responses', typed({ type: 'response.failed', sequence_number: 4, response: response('failed', { error: { code: 'server_error', message: 'The model failed to generate a response.' } }) }), 'server_error', 'maybe'],
  ['Anthropic', typed(OVERLOADED), 'overloaded', 'no'],
  ['Anthropic', `event: error\ndata: ${JSON.stringify({ type: 'error', error: { details: null, type: 'api_error', message: 'Internal server error' } })}              }\n\n`.replace('}              }', '              }'), 'server_error', 'maybe'],
  ['Gemini', plain({ error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' } }).replaceAll('\n', '\r\n'), 'overloaded', 'no'],
  ['Gemini', `${JSON.stringify({ error: { code: 429, message: 'Resource has been exhausted (e.g. check quota).', status: 'RESOURCE_EXHAUSTED' } }, undefined, 2)}\n\n`, 'rate_limit', 'no'],
  ['Groq', named('error')({ error: { message: 'Rate limit reached for model `m` on requests per minute (RPM): Limit 30, Used 30, Requested 1. Please try again in 2s.', type: 'requests', code: 'rate_limit_exceeded' } }), 'requests_per_minute', 'no'],
  ['Groq', chunk(delta({}), { x_groq: { id: 'req_01', error: 'over_capacity' } }), 'overloaded', 'no'],
  ['OpenRouter', chunk([{ index: 0, delta: { content: '' }, finish_reason: 'error' }], { provider: 'openai', error: { code: 'server_error', message: 'Provider disconnected unexpectedly' } }), 'server_error', 'maybe'],
  ['OpenRouter', chunk([{ index: 0, delta: { content: '' }, finish_reason: null, error: { code: 429, message: 'Rate limit exceeded' } }]), 'rate_limit', 'no'],
  ['DashScope, compatible', plain({ error: { code: 'internal_error', details: 'Allocated quota exceeded, please increase your quota limit. For details, see: https://help.aliyun.com/zh/model-studio/error-code#token-limit' }, response_id: 'r', response_index: 0 }), 'tokens_per_minute', 'no'],
  ['DashScope, its own', `id:3\nevent:error\n:HTTP_STATUS/429\ndata:${JSON.stringify({ code: 'Throttling.RateQuota', message: 'Requests rate limit exceeded, please try again later.', request_id: 'r' })}\n\n`, 'requests_per_minute', 'no'],
];

export const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8' };

const encoder = new TextEncoder();
export const encode = (text) => encoder.encode(text);

/** The bytes, cut at these places. */
export function cutAt(bytes, ...places) {
  const borders = [0, ...places, bytes.length];
  return borders.slice(1).map((end, index) => bytes.subarray(borders[index], end));
}

/** The bytes, cut at random, with empty pieces among them. */
export function cutAtRandom(bytes, random) {
  const count = 4 + Math.floor(random() * 12);
  return cutAt(bytes, ...Array.from({ length: count }, () => Math.floor(random() * (bytes.length + 1))).sort((one, other) => one - other));
}

/** A response whose body comes in these pieces; `source` counts what was asked of it and hears of its end. */
export function streamed(pieces, url = 'https://api.example/v1', source = {}) {
  const queue = [...pieces];
  source.pulls = 0;
  const body = new ReadableStream({
    async pull(controller) {
      source.pulls += 1;
      const piece = queue.shift();
      if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else if (typeof piece === 'function') await piece(controller);
      else controller.enqueue(piece);
    },
    cancel(reason) {
      source.cancelled = { reason };
    },
  }, { highWaterMark: 0 });
  return Object.defineProperty(new Response(body, { headers: EVENTS }), 'url', { value: url, configurable: true });
}

/** What a reader gets of a response: its bytes, and the error with which it ended. */
export async function readAll(response) {
  const pieces = [];
  const reader = response.body.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) pieces.push(step.value);
  } catch (error) {
    return { bytes: Buffer.concat(pieces), pieces, error };
  }
  return { bytes: Buffer.concat(pieces), pieces };
}

/** A client for which no time passes; `answers` are what its fetch gives. `sent` counts the sends. */
export function timeless(answers, options) {
  const queue = [...answers];
  const seen = { sent: 0, records: [] };
  const runtime = {
    fetch: async () => {
      seen.sent += 1;
      const answer = queue.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    now: () => 1_785_326_400_000,
    sleep: async () => {},
    timer: () => () => {},
    random: () => 0,
  };
  const client = retriage.createClient({ runtime, onEvent: (record) => seen.records.push(record), sse: true, ...options });
  return { client, ...seen, seen };
}
