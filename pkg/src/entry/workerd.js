// The entry for Cloudflare Workers, which compile no bytes but give an imported .wasm as a WebAssembly.Module.
import core from './core_bg.wasm';
import { createApi } from '../api.js';

export const {
  classify, classifyResponse, createClient, defaults, init, isRetriageError, nextDelay, parseRetryAfter, readMeters,
  suggestConcurrency, toCase, tokenCost, verdictOf,
} = /*#__PURE__*/ createApi(() => core);
export { metricsOf } from '../metrics.js';
