// A chain of providers: asks one after the other, as the core says, until one answers.
import { discard, judgeError, judgeValue } from './ended.js';
import { allFailed } from './errors.js';
import { Handle } from './handle.js';
import { limit } from './limit.js';
import { chainOptions } from './options.js';
import { peek } from './read-error.js';
import { ALWAYS, endedBy, isRequest, laneOf, randomKey, repeatOf, urlOf } from './request.js';
import { Clock } from './runtime.js';
import { show } from './show.js';
import { quietly } from './text.js';

/** What a run is told, and what it says, as src/wasm/many.rs numbers it. */
const START = 0;
const SUCCEEDED = 1;
const FAILED = 2;
const WOKE = 3;
const ASK = 1;
const WAIT = 2;
const ALL_FAILED = 4;

/** A chain's run with bounds, for which a caller has no word. */
const runs = new WeakMap();
export const runOf = (chain) => runs.get(chain) ?? chain.run;

/** `own` is the inside of the client that makes the chain, `insideOf(client)` that of another. */
export function createChain(core, own, insideOf, given) {
  const providers = readProviders(given, (client) => (client === undefined ? own : insideOf(client)));
  let prepared = false;

  async function run(input, options, bounds) {
    const { signal, ...rest } = { ...options };
    const limits = chainOptions(rest, own.options);
    const one = { core, own, providers, bounds, signal, limits, ready: new Map(), accounts: new Map(), keys: [] };
    signal?.throwIfAborted();
    // The first run makes every request beforehand, so that a chain which is refused is refused before anything is sent.
    if (!prepared) await Promise.all(providers.map((_, at) => prepare(one, at, input)));
    prepared = true;
    return ask(one, input);
  }

  const chain = { run: (input, options) => run(input, options) };
  runs.set(chain, run);
  return chain;
}

function readProviders(given, insideOf) {
  if (!Array.isArray(given) || given.length === 0) throw new TypeError(`fallback takes an array of providers, got ${show(given)}`);
  return given.map((provider, at) => {
    const { name, client, prepare, call } = provider ?? {};
    const wrong = (part, words, got) => new TypeError(`providers[${at}]${part} must be ${words}, got ${show(got)}`);
    if (typeof name !== 'string' || name === '') throw wrong('.name', 'a name', name);
    if (given.findIndex((other) => other?.name === name) < at) throw wrong('.name', 'a name of its own', name);
    const inside = insideOf(client);
    if (!inside) throw wrong('.client', 'what createClient of this package returns', client);
    if (typeof prepare === typeof call || typeof (prepare ?? call) !== 'function') {
      throw wrong('', 'a provider with one function, prepare or call', provider);
    }
    return { name, inside, prepare, call };
  });
}

/** Makes the request of a provider, unless it is there already. */
async function prepare({ core, providers, ready, accounts, signal }, at, input) {
  const { name, inside, prepare } = providers[at];
  if (!prepare || ready.has(at)) return;
  const made = await prepare(input);
  const parts = isRequest(made) || typeof made === 'string' || made instanceof URL ? { input: made } : made;
  if (parts?.input === undefined) throw new TypeError(`prepare of provider ${show(name)} must return a Request or { input, init }, got ${show(made)}`);
  const request = endedBy(signal, parts.input, parts.init);
  ready.set(at, request);
  const mine = { url: urlOf(request[0]), account: accountOf(...request, inside.options) };
  accounts.set(at, mine);
  for (const [other, { url, account }] of accounts) {
    if (account === mine.account || !account || !mine.account) continue;
    if (!quietly(() => core.call((glue) => glue.is_one_provider(url, mine.url)))) continue;
    throw new TypeError(
      `providers ${show(providers[other].name)} and ${show(name)} are two keys of one provider. Falling back from one key or account to another `
        + "gets round its limits, so it is refused. Where both are one account, say so: give their clients the same 'key'.",
    );
  }
}

/** Whose request it is; of a signature (AWS), the part that names the key. */
function accountOf(input, init, options) {
  const { credential, account } = laneOf(input, init, options);
  return account || credential?.replace(/^(AWS4\S* Credential=[^/]+).*$/s, '$1');
}

async function ask(one, input) {
  const { core, own: { runtime }, providers, limits, signal } = one;
  const clock = new Clock(runtime);
  /** What each provider's last turn failed with. */
  const failures = [];
  const handle = new Handle(
    (glue) => glue.fallback_new(providers.length, limits.attempts, limits.retryForMs, limits.deadlineMs, limits.switchAfterMs),
    'fallback_free',
  );
  let glue;
  let lost = false;

  function tell(event, failure) {
    if (lost) return plainly();
    try {
      glue ??= core.instance();
      const { verdict } = failure ?? {};
      return glue.fallback_step(
        handle.in(glue), event, failure ? flagsOf(failure) : 0, verdict?.attempts ?? 0, verdict?.retryAt ?? NaN,
        clock.now(), runtime.now(), runtime.random(),
      );
    } catch {
      core.drop(glue);
      lost = true;
      return plainly();
    }
  }

  /** Without the core, each provider that was not asked is asked once. */
  function plainly() {
    const next = providers.findIndex((_, at) => !failures[at]);
    return next < 0 ? [ALL_FAILED, 0, 0, NaN] : [ASK, next, 1, Infinity, Infinity, NaN];
  }

  try {
    let step = tell(START);
    for (;;) {
      const [what, at] = step;
      if (what === ASK) {
        discard(failures[at]?.response);
        const { value, ...failure } = await turn(one, input, step);
        if (!failure.verdict) {
          tell(SUCCEEDED);
          failures.forEach(({ response }) => discard(response));
          return { provider: providers[at].name, value };
        }
        failures[at] = { provider: providers[at].name, ...failure };
        step = tell(FAILED, failure);
      } else if (what === WAIT) {
        const since = clock.now();
        await asleep(runtime, at, signal);
        clock.slept(since, at);
        step = tell(WOKE);
      } else {
        const [, , stops, retryAt] = step;
        const ends = { stopsBatch: stops === 1, retryAt: retryAt >= 0 ? retryAt : null };
        throw allFailed(failures.filter(Boolean), failures[at], ends);
      }
    }
  } finally {
    handle.free();
  }
}

/** One call of one provider: `{ value }`, or its failure. */
async function turn(one, input, [, at, attempts, retryForMs, deadlineMs, longestWaitMs]) {
  const { core, providers, signal, ready, bounds, keys } = one;
  const { name, inside, call } = providers[at];
  const { options } = inside;
  await prepare(one, at, input);
  const request = ready.get(at);
  ready.delete(at);
  const last = Number.isNaN(longestWaitMs);
  const within = {
    priority: bounds?.priority ?? options.priority,
    patient: last && bounds?.patient,
    // The same in every turn of a provider.
    idempotencyKey: options.idempotencyKey && (keys[at] ??= bounds?.key(name) ?? randomKey()),
    longestWaitMs: last ? undefined : longestWaitMs,
    attempts: Math.min(attempts, options.attempts),
    retryForMs: Math.min(retryForMs, options.retryForMs),
    deadlineMs: Math.min(deadlineMs, options.deadlineMs),
  };
  const repeats = call ? options.repeatIsSafe : repeatOf(...request, options) === ALWAYS;
  try {
    // All calls of a provider share its gates, also those of which nothing but its name is known.
    const value = call
      ? await inside.run((attempt) => call(input, attempt), { signal, key: typeof options.key === 'string' ? options.key : name }, within)
      : await inside.fetch(...request, within);
    const verdict = await judgeValue(core, value, inside);
    return verdict ? { response: value, verdict, repeats } : { value };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    return { error, verdict: judgeError(core, error, inside), repeats };
  }
}

/** What the core must know of a failure. */
function flagsOf({ verdict, error, repeats }) {
  const held = verdict.stop === 'queue_timeout' || verdict.stop === 'circuit_open';
  return (verdict.retryable || held ? 1 : 0)
    | (repeats || verdict.sent === 'no' || verdict.attempts === 0 ? 2 : 0)
    | (verdict.persists ? 4 : 0)
    | (peek(error, 'partial') === true || verdict.partial ? 8 : 0);
}

async function asleep(runtime, ms, signal) {
  const bounds = limit(runtime, Infinity, signal);
  try {
    await bounds.until(runtime.sleep(ms, signal));
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    bounds.free();
  }
}
