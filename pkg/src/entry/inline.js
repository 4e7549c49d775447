// The entry for every runtime that may compile bytes: Node, Deno, Bun, browsers and their bundlers.
import { createApi } from '../api.js';
import { compileInline } from '../inline.js';

export const {
  classify, classifyResponse, createClient, defaults, init, isRetriageError, nextDelay, parseRetryAfter, readMeters,
  suggestConcurrency, toCase, tokenCost, verdictOf,
} = /*#__PURE__*/ createApi(compileInline);
export { metricsOf } from '../metrics.js';
