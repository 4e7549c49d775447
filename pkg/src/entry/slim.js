// The entry without a core, for those who load it their own way and hand it to `init`.
import { createApi } from '../api.js';
import { noneYet } from '../slim.js';

export const {
  classify, classifyResponse, createClient, defaults, init, isRetriageError, nextDelay, parseRetryAfter, readMeters,
  suggestConcurrency, toCase, tokenCost, verdictOf,
} = /*#__PURE__*/ createApi(noneYet);
export { metricsOf } from '../metrics.js';
