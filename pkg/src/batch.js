// Many items: workers that take one after the other, as the core says, and a result that is JSON.
import { discard, isAnswer, judgeError, judgeValue } from './ended.js';
import { runOf } from './fallback.js';
import { Handle } from './handle.js';
import { Ledger } from './ledger.js';
import { Aborted } from './limit.js';
import { batchOptions } from './options.js';
import { verdictOf } from './outcome.js';
import { IDEMPOTENCY_KEY, both, endedBy, headersOf, randomKey } from './request.js';
import { show } from './show.js';
import { quietly } from './text.js';

/** What a batch is told, and what it says, as src/wasm/many.rs numbers it. */
const FREE = 0;
const EMPTY = 1;
const DONE = 2;
const FAILED = 3;
const STOPS = 4;
const ABORTED = 5;
const TAKE = 0;
const PUT_FAILED = 4;
const STOPPED = [undefined, 'persists', 'same', 'aborted'];

/** `inside` is that of the client whose batch it is. */
export async function runBatch(core, inside, items, work, given) {
  const iterator = (items?.[Symbol.asyncIterator] ?? items?.[Symbol.iterator])?.call(items);
  if (!iterator || typeof items === 'string') throw new TypeError(`batch takes an iterable or an async iterable of items, got ${show(items)}`);
  if (typeof work !== 'function') throw new TypeError(`batch takes a function that works on an item, got ${show(work)}`);
  const { signal, ...rest } = { ...given };
  const options = batchOptions(rest, inside.options);
  const { concurrency, onProgress, onResult } = options;
  const { runtime } = inside;
  const list = Array.isArray(items) ? items : undefined;
  const total = options.total ?? list?.length ?? items.size;
  const ledger = new Ledger(options.resume?.batch ?? randomKey(), options);
  const bulk = inside.bulk();
  /** What broke the batch itself: an item could not be read, or a result not be taken. */
  let broken;
  const over = () => broken !== undefined || ledger.stopped !== null;

  // The core holds counts alone, so a fresh instance of it goes on from the ledger's.
  const handle = new Handle((glue) => glue.batch_new(concurrency, options.stopAfterSame, ledger.done, ledger.failed), 'batch_free');
  const step = (event, verdict) => core.call((glue) => {
    const code = glue.batch_step(handle.in(glue), event, verdict?.rule ?? '', verdict?.retryAt ?? NaN, runtime.monotonic());
    if (Number.isNaN(code)) throw new Error('the core has lost this batch');
    return code;
  });
  const ask = () => core.call((glue) => glue.batch_progress(handle.in(glue), runtime.monotonic()));

  function tell() {
    if (!onProgress) return;
    const [, , running, perSecond] = ask();
    const { done, failed } = ledger;
    const left = total === undefined ? null : Math.max(0, total - done - failed);
    const endsAt = left !== null && perSecond > 0 && !over() ? runtime.now() + (left / perSecond) * 1_000 : null;
    const progress = { done, failed, left, total: total ?? null, running, perSecond, endsAt };
    quietly(() => onProgress(progress, () => ledger.toJSON())?.then?.(undefined, () => {}));
  }

  /** What an abort ends: nothing else holds on to the caller's signal. */
  const pending = new Set();
  function abort() {
    ledger.stopped ??= { why: 'aborted' };
    quietly(() => step(ABORTED));
    pending.forEach((end) => end());
  }

  function untilAborted(promise, controller) {
    return new Promise((resolve, reject) => {
      const end = () => {
        controller?.abort(signal.reason);
        reject(new Aborted());
      };
      pending.add(end);
      promise.then(resolve, reject).finally(() => pending.delete(end));
    });
  }

  async function begin({ item, id, index, tries }) {
    const controller = new AbortController();
    const used = {};
    const context = contextOf({ core, inside, bulk, chain: options.chain, batch: ledger.batch, signal: controller.signal, used }, { id, index, tries });
    let value;
    let verdict;
    let error;
    try {
      value = await untilAborted((async () => work(item, context))(), controller);
      verdict = await judgeValue(core, value, inside);
      if (isAnswer(value)) {
        if (verdict) discard(value);
        else value = await untilAborted(contentOf(value), controller);
      }
    } catch (thrown) {
      error = thrown;
      // What the last call has failed with says more than what was made of it.
      verdict = verdictOf(thrown) ?? used.failed ?? judgeError(core, thrown, inside);
    }
    if (!verdict) {
      const entry = { id, index, value, ...(used.provider !== undefined && { provider: used.provider }) };
      await onResult?.({ state: 'done', ...entry });
      step(DONE);
      return ledger.finish(entry, onResult ? undefined : entry);
    }
    const place = step(verdict.stopsBatch ? STOPS : FAILED, verdict);
    const tried = { id, index, tries: tries + (verdict.attempts === 0 ? 0 : 1) };
    const why = { verdict: brief(verdict), message: told(core, error?.message ?? verdict.explain) };
    if (place === PUT_FAILED) {
      await onResult?.({ state: 'failed', ...tried, ...why });
      return ledger.fail({ ...tried, ...why });
    }
    if (!over()) {
      ledger.stopped = { why: STOPPED[ask()[4]], id, index, ...why };
      ledger.resumeAt = verdict.retryAt ?? null;
    }
    ledger.putBack(tried);
  }

  /** Items are read one at a time, whoever asks. */
  let line = Promise.resolve();
  function take() {
    const mine = line.then(() => ledger.take(iterator, over));
    line = mine.catch(() => {});
    return untilAborted(mine);
  }

  async function worker() {
    try {
      while (!over() && step(FREE) === TAKE) {
        const next = await take();
        if (next === undefined) return step(EMPTY);
        await begin(next);
        tell();
      }
    } catch (error) {
      if (!(error instanceof Aborted)) broken ??= { error };
    }
  }

  try {
    tell();
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    await Promise.all(Array.from({ length: concurrency }, worker));
    if (broken) throw broken.error;
    if (ledger.stopped && list) ledger.skip(list);
    tell();
    return ledger.toJSON();
  } finally {
    signal?.removeEventListener('abort', abort);
    if (over()) quietly(() => iterator.return?.()?.then?.(undefined, () => {}));
    handle.free();
    bulk.free();
  }
}

/** What the work on an item is handed. `used` notes what its calls came to. */
function contextOf({ core, inside, bulk, chain, batch, signal, used }, { id, index, tries }) {
  const key = (name) => core.call((glue) => glue.item_key(`${batch}\n${id}\n${name}`));
  /** Each call has a key of its own, and the n-th the same in each run. */
  let calls = 0;

  async function noted(promise) {
    try {
      const value = await promise;
      used.failed = verdictOf(value);
      return value;
    } catch (error) {
      used.failed = verdictOf(error);
      throw error;
    }
  }

  function keyed(input, init, call) {
    if (!inside.options.idempotencyKey || init?.retriage?.idempotencyKey !== undefined) return init;
    const headers = headersOf(input, init);
    if (!headers.has(IDEMPOTENCY_KEY)) headers.set(IDEMPOTENCY_KEY, key(call));
    return { ...init, headers };
  }

  return {
    id,
    index,
    attempt: tries + 1,
    signal,
    get key() {
      return key('');
    },
    fetch(input, init) {
      [input, init] = endedBy(signal, input, init);
      return noted(bulk.fetch(input, keyed(input, init, calls += 1)));
    },
    run: (fn, options) => noted(bulk.run(fn, { ...options, signal: both(options?.signal, signal) })),
    chain: chain && (async (input, options) => {
      const call = calls += 1;
      const bounds = { priority: 'bulk', patient: true, key: (provider) => key(`${call}\n${provider}`) };
      const served = await noted(runOf(chain)(input, { ...options, signal: both(options?.signal, signal) }, bounds));
      used.provider = served.provider;
      return served;
    }),
  };
}

/** A response's content: JSON where it says so, else text. */
async function contentOf(response) {
  const text = await response.text();
  if (!/\bjson\b/i.test(response.headers.get('content-type'))) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A message as a result may keep it: without what looks like a key. */
function told(core, message) {
  const text = String(message).slice(0, 1_000);
  return quietly(() => core.toCase({ message: text }).message) ?? '';
}

/** What the result keeps of a verdict: its evidence quotes bodies. */
const brief = ({ class: kind, scope, reason, rule, provider, retryAt, explain, stop = null, attempts }) => (
  { class: kind, scope, reason, rule, provider, retryAt, explain, stop, attempts });
