// A client: options that were checked once, a runtime, and what its calls share.
import { runBatch } from './batch.js';
import { drive } from './call.js';
import { packRules } from './core.js';
import { neverSent } from './errors.js';
import { isResponse } from './failure.js';
import { createChain } from './fallback.js';
import { Handle, freeWhenForgotten } from './handle.js';
import { callOptions, clientOptions, streamOptions, withOptions } from './options.js';
import {
  ALWAYS, IDEMPOTENCY_KEY, IF_UNSENT, NEVER, headersOf, isRequest, laneOf, methodOf, modelOf, randomKey, repeatOf, signalOf,
  urlOf,
} from './request.js';
import { createRuntime } from './runtime.js';
import { show } from './show.js';
import { guardStream } from './stream.js';
import { quietly } from './text.js';

export function createClient(core, given) {
  const options = clientOptions(given);
  return makeClient(core, options, createRuntime(options.runtime), new Shared(options));
}

/** What chains and batches ask of a client. */
const insides = new WeakMap();

/** How many lanes are kept at hand. */
const MAX_LANES = 256;

/** What the clients share that `with` makes of one another. */
class Shared {
  listeners = new Set();
  inFlight = 0;
  calls = 0;
  closed = false;
  gates;
  /** The lane of a response that was handed out. */
  lanes = new WeakMap();
  #lanes = new Map();
  #name;

  constructor({ onEvent, maxGates = 1_000 }) {
    this.gates = new Handle((glue) => glue.gates_new(maxGates), 'gates_free');
    if (onEvent) this.listeners.add(onEvent);
    freeWhenForgotten(this, this.gates);
  }

  /** The number of a lane in the core. */
  lane({ service, credential, account, model }) {
    const name = `${service}\n${credential}\n${account}\n${model}`;
    const known = this.#lanes.get(name);
    if (known) return known;
    for (const [oldest, handle] of this.#lanes) {
      if (this.#lanes.size < MAX_LANES) break;
      this.#lanes.delete(oldest);
      handle.free();
    }
    const made = new Handle((glue) => glue.lane_new(service, credential, account, model), 'lane_free');
    this.#lanes.set(name, made);
    freeWhenForgotten(this, made);
    return made;
  }

  free() {
    this.closed = true;
    this.gates.free();
    this.#lanes.forEach((handle) => handle.free());
    this.#lanes.clear();
  }

  /** A name for the next call. */
  nextCall(random) {
    this.#name ??= Math.floor(random() * 2 ** 32).toString(36).padStart(7, '0');
    this.calls += 1;
    return `${this.#name}-${this.calls}`;
  }

  /** Hands a record to every listener; an exception in one harms nothing. */
  tell(record) {
    for (const listener of this.listeners) {
      quietly(() => listener(record)?.then?.(undefined, () => {}));
    }
  }
}

function makeClient(core, options, runtime, shared) {
  const policy = createPolicy(options);

  /** Options, runtime and handles, as drive takes them. */
  const inner = {
    options,
    runtime,
    handles: (glue) => ({ policy: policy.in(glue), gates: shared.gates.in(glue) }),
    lane: (lane) => shared.lane(lane),
    came: (response, lane) => quietly(() => shared.lanes.set(response, lane)),

    record(machine) {
      if (shared.listeners.size === 0) return;
      const record = machine.record();
      if (record === undefined) return;
      machine.name ??= shared.nextCall(runtime.random);
      shared.tell({ operation: machine.name, inFlight: shared.inFlight, ...record });
    },

    /** A call was dropped in the middle. */
    forgotten: () => void (shared.inFlight -= 1),

    coreFailed() {
      shared.tell({ time: runtime.now(), decision: 'fail_open', inFlight: shared.inFlight });
    },
  };

  /** Runs with these options for one call where there are any; `bounds` are a chain's, and no caller's. */
  async function counted(own, run, bounds) {
    if (shared.closed) throw new TypeError('this client is closed');
    const one = own === undefined && bounds === undefined ? inner : forOneCall(own, bounds);
    shared.inFlight += 1;
    try {
      return await run(one);
    } finally {
      shared.inFlight -= 1;
      if (one !== inner) one.free();
    }
  }

  function forOneCall(own = {}, bounds) {
    const merged = { ...callOptions(own, options), ...bounds };
    const policy = createPolicy(merged);
    const one = {
      ...inner,
      options: merged,
      handles: (glue) => ({ policy: policy.in(glue), gates: shared.gates.in(glue) }),
      free: () => policy.free(),
    };
    freeWhenForgotten(one, policy);
    return one;
  }

  /** Asks the core about the gates. Where it cannot run there are none. */
  function ask(run) {
    let glue;
    try {
      glue = core.instance();
      return run(glue, shared.gates.in(glue));
    } catch {
      return core.drop(glue);
    }
  }

  const inside = {
    options,
    runtime,

    async fetch(input, init, bounds) {
      // A Request may stand for init, and what it holds are no members of its own.
      if (isRequest(init)) [input, init] = [new Request(input, init)];
      if (init?.retriage === undefined) return counted(undefined, (one) => fetchWith(core, one, input, init), bounds);
      const { retriage, ...rest } = init;
      return counted(retriage, (one) => fetchWith(core, one, input, rest), bounds);
    },

    async run(work, given, bounds) {
      if (typeof work !== 'function') throw new TypeError(`run takes a function, got ${show(work)}`);
      const { signal, ...own } = { ...given };
      return counted(Object.keys(own).length ? own : undefined, (one) => runWith(core, one, work, signal), bounds);
    },

    /** The client for a batch: its calls let others pass, and wait for the gates however long. */
    bulk: () => insides.get(makeClient(core, { ...options, priority: 'bulk', patient: true }, runtime, shared)),
    free: () => policy.free(),
  };

  const client = {
    fetch: (input, init) => inside.fetch(input, init),
    run: (work, given) => inside.run(work, given),
    fallback: (providers) => createChain(core, inside, (other) => insides.get(other), providers),
    batch: (items, work, given) => runBatch(core, inside, items, work, given),

    guardStream(response, given) {
      if (shared.closed) throw new TypeError('this client is closed');
      if (!quietly(() => isResponse(response))) throw new TypeError(`guardStream takes a Response, got ${show(response)}`);
      const { provider = '' } = streamOptions(given);
      const lane = shared.lanes.get(response) ?? laneOf(response.url, undefined, options);
      return guardStream(core, inner, response, lane, provider);
    },

    with: (given) => makeClient(core, withOptions(given, options), runtime, shared),

    on(listener) {
      if (typeof listener !== 'function') throw new TypeError(`on takes a function, got ${show(listener)}`);
      shared.listeners.add(listener);
      return () => shared.listeners.delete(listener);
    },

    reset(key = '') {
      if (typeof key !== 'string') throw new TypeError(`key must be a string, got ${show(key)}`);
      ask((glue, gates) => glue.gates_reset(gates, key));
    },

    snapshot() {
      const text = ask((glue, gates) => glue.gates_snapshot(gates, runtime.monotonic(), runtime.now()));
      return text ? JSON.parse(text) : { version: 1, at: runtime.now(), gates: [] };
    },

    restore(snapshot) {
      const text = quietly(() => JSON.stringify(snapshot)) ?? '';
      const wrong = ask((glue, gates) => glue.gates_restore(gates, text, runtime.monotonic(), runtime.now()));
      if (wrong) throw new TypeError(wrong);
    },

    close() {
      policy.free();
      shared.free();
    },
  };
  if (Symbol.dispose) client[Symbol.dispose] = client.close;
  insides.set(client, inside);
  freeWhenForgotten(client, policy);
  return client;
}

const createPolicy = (options) => new Handle((glue) => glue.policy_new(
  options.attempts,
  options.retryForMs,
  options.deadlineMs,
  options.attemptTimeoutMs ?? NaN,
  options.baseDelayMs,
  options.maxDelayMs,
  options.maxServerWaitMs,
  options.strict,
  packRules(options.rules),
  options.breaker,
  options.retryBudget,
  options.exhaustedProbeMs,
  options.pace,
  options.concurrency ?? NaN,
  options.priority === 'bulk',
  options.longestWaitMs ?? NaN,
  options.patient === true,
), 'policy_free');

async function fetchWith(core, one, input, init) {
  const { options, runtime } = one;
  const repeat = repeatOf(input, init, options);
  const key = keyOf(input, init, options.idempotencyKey);
  // A Request's body can be read once, so each attempt but the last sends a copy of it. Firefox does not say if it has one.
  const copied = isRequest(input) && input.body !== null && (init?.body ?? null) === null && repeat !== NEVER;

  const lane = laneOf(input, init, options);

  const response = await drive(core, one, {
    answers: true,
    lane,
    tokens: options.cost && quietly(() => options.cost({ input, init })),
    repeat,
    describe: () => [methodOf(input, init), urlOf(input), modelOf(init)],
    plain: () => runtime.fetch(input, init),

    async send(attempt, signal) {
      const sent = { ...init, signal };
      if (key !== undefined) {
        sent.headers = headersOf(input, init);
        sent.headers.set(IDEMPOTENCY_KEY, key);
      }
      const request = copied && attempt < options.attempts ? input.clone() : input;
      if (!options.prepare) return runtime.fetch(request, sent);
      const changed = await options.prepare({ input: request, init: sent }, attempt);
      // The caller may have left by now.
      signal.throwIfAborted();
      return isRequest(changed)
        ? runtime.fetch(changed, { signal })
        : runtime.fetch(changed?.input ?? request, { ...(changed?.init ?? sent), signal });
    },

    neverSent: (outcome, status) => neverSent(outcome, status, options, runtime.now()),
  }, signalOf(input, init));
  one.came(response, lane);
  return response;
}

/** The key to add, one for all attempts; none where the caller has set one. */
function keyOf(input, init, wanted) {
  if (!wanted || quietly(() => headersOf(input, init).has(IDEMPOTENCY_KEY))) return undefined;
  return wanted === true ? randomKey() : wanted;
}

function runWith(core, one, work, signal) {
  const { options } = one;
  const send = async (attempt, signal, timeoutMs) => work({ attempt, signal, timeoutMs });
  return drive(core, one, {
    answers: false,
    lane: typeof options.key === 'string' && { service: options.key, credential: '', account: '', model: '' },
    repeat: options.repeatIsSafe ? ALWAYS : IF_UNSENT,
    describe: () => ['', '', ''],
    plain: () => send(1, signal ?? new AbortController().signal, Infinity),
    send,
    neverSent: (outcome, status) => neverSent(outcome, status, { ...options, failFast: 'throw' }),
  }, signal);
}
