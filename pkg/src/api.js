// The public functions over one core. An entry makes them with its own way of getting the core's module.
import { createClient } from './client.js';
import { createCore } from './core.js';
import { suggestConcurrency, tokenCost } from './cost.js';
import { nextDelay } from './delay.js';
import { isRetriageError } from './errors.js';
import { readFailure } from './failure.js';
import { readHeaders } from './headers.js';
import { toModule } from './module.js';
import { caseOptions, defaults, judgingOptions, readNow } from './options.js';
import { verdictOf } from './outcome.js';
import { readResponse } from './response.js';
import { show } from './show.js';
import { localise, unreadable } from './verdict.js';

/** `getModule` gives a WebAssembly.Module without waiting; it is not called before the first call that needs it. */
export function createApi(getModule) {
  const core = createCore(getModule);

  function judge(failure, judging) {
    const verdict = core.classify(failure, judging);
    return verdict === undefined ? unreadable() : localise(verdict, failure);
  }

  return {
    defaults,
    isRetriageError,
    suggestConcurrency,
    tokenCost,
    verdictOf,

    createClient: (options) => createClient(core, options),

    classify(failure, options) {
      const judging = judgingOptions(options);
      return judge(readFailure(failure, judging.now), judging);
    },

    async classifyResponse(response, options) {
      const judging = judgingOptions(options);
      const now = readNow(judging.now);
      return judge({ ...await readResponse(response), now }, judging);
    },

    parseRetryAfter(value, now) {
      if (value === null || value === undefined) return null;
      if (typeof value !== 'string') throw new TypeError(`value must be a string, got ${show(value)}`);
      return core.parseRetryAfter(value.slice(0, 4096), readNow(now));
    },

    readMeters(headers, now) {
      const pairs = readHeaders(headers);
      if (pairs === undefined) {
        throw new TypeError(`headers must be a Headers instance, a plain object, a Map or pairs, got ${show(headers)}`);
      }
      return core.readMeters(pairs, readNow(now));
    },

    nextDelay: (verdict, options) => nextDelay(core, verdict, options),

    toCase(failure, options) {
      const { now, provider } = caseOptions(options);
      const made = core.toCase(readFailure(failure, now));
      return provider === undefined ? made : { ...made, provider };
    },

    async init(input) {
      const given = await input;
      if (given !== undefined) core.use(await toModule(given));
      core.ready();
    },
  };
}
