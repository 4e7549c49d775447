// The only file that knows WebAssembly: it packs arguments into the core's flat form and keeps one live instance.
import { createGlue } from '../dist/glue.js';
import { RetriageError, cannotStart } from './errors.js';

const NEXT_LINE = '\x1e';
const NEXT_FIELD = '\x1f';
const NEXT_ITEM = '\x1d';
const NEXT_PART = '\x1c';
const SEPARATORS = /[\x1c-\x1f]/g;

/** The core's word for a number that is not there. */
const NONE = NaN;

/**
 * Wraps the core. `compile` gives a WebAssembly.Module; it is called at the first call that needs it, once.
 *
 * An exception out of the core leaves its instance in an unknown state, so the instance is dropped and the call made
 * once more on a fresh one. A call keeps nothing in an instance, so nothing is lost.
 */
export function createCore(compile) {
  let module;
  let live;
  /** Why the core cannot start here: a runtime that refuses it once does so again, and each try costs a compilation. */
  let refusal;

  function start() {
    if (refusal) throw refusal;
    try {
      module ??= compile();
      const glue = createGlue();
      const { exports } = new WebAssembly.Instance(module, { './core_bg.js': glue });
      glue.__wbg_set_wasm(exports);
      exports.__wbindgen_start?.();
      return glue;
    } catch (cause) {
      const error = cannotStart(cause);
      if (error !== cause) refusal = error;
      throw error;
    }
  }

  function call(run, giveUp = fail) {
    for (let again = true; ; again = false) {
      live ??= start();
      try {
        return run(live);
      } catch (cause) {
        live = undefined;
        if (!again) return giveUp(cause);
      }
    }
  }

  return {
    /** Uses this module from now on. */
    use(given) {
      module = given;
      live = undefined;
      refusal = undefined;
    },

    /** Compiles and instantiates now instead of at the first call. */
    ready() {
      live ??= start();
    },

    /** The live instance, for who holds something in it by number. */
    instance: () => (live ??= start()),

    /** Runs on the live instance; after an exception once more, on a fresh one. */
    call,

    /** Lets go of an instance that failed; the next one is fresh. */
    drop(failed) {
      if (live === failed) live = undefined;
    },

    /** A verdict, or undefined where the core failed twice. */
    classify(failure, { maxServerWaitMs, strict, rules }) {
      const packed = packFailure(failure, rules);
      const judge = (core) => core.classify(failure.status ?? NONE, failure.now ?? NONE, packed, maxServerWaitMs, strict);
      return call((core) => JSON.parse(judge(core)), () => undefined);
    },

    /** The failure as a redacted case of the corpus. */
    toCase(failure) {
      const packed = packFailure(failure);
      return call((core) => JSON.parse(core.to_case(failure.status ?? NONE, failure.now ?? NONE, packed)));
    },

    parseRetryAfter: (value, now) => call((core) => core.parse_retry_after(value, now)) ?? null,

    readMeters: (headers, now) => call((core) => JSON.parse(core.read_meters(packPairs(headers), now))),

    /** `[kind, ms, floorMs]`, see KINDS in delay.js. */
    nextDelay: (verdict, policy, chance) => call((core) => core.next_delay(
      verdict.class,
      verdict.reason,
      verdict.retryable,
      verdict.sent === 'no',
      verdict.waitMs ?? NONE,
      verdict.malformed === true,
      policy.attempt,
      policy.elapsedMs,
      policy.attempts,
      policy.retryForMs,
      policy.baseDelayMs,
      policy.maxDelayMs,
      policy.maxServerWaitMs,
      chance,
    )),
  };
}

function fail(cause) {
  throw new RetriageError('unavailable', 'the core of retriage failed twice on this input', { cause });
}

/** The failure as one text: one string across the boundary costs less than seven. */
export const packFailure = (failure, rules) => [
  clean(failure.url),
  clean(failure.method),
  packPairs(failure.errors),
  packPairs(failure.headers),
  packRules(rules),
  failure.message === undefined ? '' : `=${clean(failure.message)}`,
  // The last part ends with the text, so nothing in it separates.
  failure.body === undefined ? '' : `=${failure.body}`,
].join(NEXT_PART);

// A separator inside a value becomes a space, which keeps every offset where it was.
const clean = (text) => (typeof text === 'string' ? text.replace(SEPARATORS, ' ') : '');
const packLine = (fields) => fields.map(clean).join(NEXT_FIELD);
export const packPairs = (lists) => (lists?.length ? lists.map(packLine).join(NEXT_LINE) : '');
export const packRules = (rules) => (rules?.length ? rules.map(packRule).join(NEXT_LINE) : '');
const packRule = (rule) => [
  clean(rule.id),
  rule.class,
  rule.reason,
  rule.scope ?? '',
  rule.status.join(','),
  rule.code.map(clean).join(NEXT_ITEM),
  rule.contains.map(clean).join(NEXT_ITEM),
  clean(rule.header?.name),
  clean(rule.header?.value),
].join(NEXT_FIELD);
