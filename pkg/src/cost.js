// What a request costs in tokens, as providers count it against their limits. Estimates, made before sending.
import { show } from './show.js';
import { quietly } from './text.js';

/** A text of this many characters is about one token (OpenAI's page on rate limits counts so). */
const CHARACTERS = 4;

/** A request's JSON body, if it is an object and was given as text. */
function bodyOf({ init }) {
  const body = typeof init?.body === 'string' ? quietly(() => JSON.parse(init.body)) : undefined;
  return typeof body === 'object' && body !== null ? body : undefined;
}

const estimate = (value) => (value === undefined ? 0 : Math.ceil(JSON.stringify(value).length / CHARACTERS));

/** The larger of the most output that is asked for and an estimate of the request. */
function openai(request) {
  const body = bodyOf(request);
  if (body === undefined) return undefined;
  const most = body.max_output_tokens ?? body.max_completion_tokens ?? body.max_tokens ?? 0;
  return Math.max(most, estimate(body.messages ?? body.input));
}

/** The input without what is read from the cache; output counts as it is generated, so it costs nothing beforehand. */
function anthropic(request) {
  const body = bodyOf(request);
  if (body === undefined) return undefined;
  const parts = [...listOf(body.tools), ...listOf(body.system), ...listOf(body.messages).flatMap(({ content }) => listOf(content))];
  // A mark caches all that stands before it.
  const cached = parts.findLastIndex((part) => part?.cache_control) + 1;
  return estimate(parts.slice(cached));
}

const listOf = (value) => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

export const tokenCost = /*#__PURE__*/ Object.freeze({ openai, anthropic });

/** How many calls to have under way: as many as begin in the time that one takes. */
export function suggestConcurrency(requestsPerMinute, latencyMs) {
  for (const [name, value] of Object.entries({ requestsPerMinute, latencyMs })) {
    if (!(typeof value === 'number' && value >= 0 && value < Infinity)) {
      throw new TypeError(`${name} must be a finite number, 0 or more, got ${show(value)}`);
    }
  }
  return Math.max(1, Math.round((requestsPerMinute / 60) * (latencyMs / 1_000)));
}
