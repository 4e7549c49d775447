// The entry for the edge runtime of Vercel and Next.js, which spells the import of a WebAssembly.Module so.
import core from './core_bg.wasm?module';
import { createApi } from '../api.js';

export const {
  classify, classifyResponse, createClient, defaults, init, isRetriageError, nextDelay, parseRetryAfter, readMeters,
  suggestConcurrency, toCase, tokenCost, verdictOf,
} = /*#__PURE__*/ createApi(() => core);
export { metricsOf } from '../metrics.js';
