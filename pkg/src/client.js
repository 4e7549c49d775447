// A client: options that were checked once, a runtime, and what its calls share.
import { drive } from './call.js';
import { packRules } from './core.js';
import { neverSent } from './errors.js';
import { Handle, freeWhenForgotten } from './handle.js';
import { callOptions, clientOptions, withOptions } from './options.js';
import {
  ALWAYS, IDEMPOTENCY_KEY, IF_UNSENT, NEVER, headersOf, isRequest, laneOf, methodOf, modelOf, repeatOf, signalOf, urlOf,
} from './request.js';
import { createRuntime } from './runtime.js';
import { show } from './show.js';
import { quietly } from './text.js';

export function createClient(core, given) {
  const options = clientOptions(given);
  return makeClient(core, options, createRuntime(options.runtime), new Shared(options));
}

/** How many lanes are kept at hand. */
const MAX_LANES = 256;

/** What the clients share that `with` makes of one another. */
class Shared {
  listeners = new Set();
  inFlight = 0;
  calls = 0;
  closed = false;
  gates;
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

    record(machine) {
      if (shared.listeners.size === 0) return;
      const record = machine.record();
      if (record === undefined) return;
      machine.name ??= shared.nextCall(runtime.random);
      shared.tell({ operation: machine.name, inFlight: shared.inFlight, ...record });
    },

    coreFailed() {
      shared.tell({ time: runtime.now(), decision: 'fail_open', inFlight: shared.inFlight });
    },
  };

  /** Runs with these options for one call where there are any. */
  async function counted(own, run) {
    if (shared.closed) throw new TypeError('this client is closed');
    const one = own === undefined ? inner : forOneCall(own);
    shared.inFlight += 1;
    try {
      return await run(one);
    } finally {
      shared.inFlight -= 1;
      if (one !== inner) one.free();
    }
  }

  function forOneCall(own) {
    const merged = callOptions(own, options);
    const policy = createPolicy(merged);
    return {
      ...inner,
      options: merged,
      handles: (glue) => ({ policy: policy.in(glue), gates: shared.gates.in(glue) }),
      free: () => policy.free(),
    };
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

  const client = {
    async fetch(input, init) {
      // A Request may stand for init, and what it holds are no members of its own.
      if (isRequest(init)) [input, init] = [new Request(input, init)];
      if (init?.retriage === undefined) return counted(undefined, (one) => fetchWith(core, one, input, init));
      const { retriage, ...rest } = init;
      return counted(retriage, (one) => fetchWith(core, one, input, rest));
    },

    async run(work, given) {
      if (typeof work !== 'function') throw new TypeError(`run takes a function, got ${show(work)}`);
      const { signal, ...own } = { ...given };
      return counted(Object.keys(own).length ? own : undefined, (one) => runWith(core, one, work, signal));
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
), 'policy_free');

function fetchWith(core, one, input, init) {
  const { options, runtime } = one;
  const repeat = repeatOf(input, init, options);
  const key = keyOf(input, init, options.idempotencyKey);
  // A Request's body can be read once, so each attempt but the last sends a copy of it. Firefox does not say if it has one.
  const copied = isRequest(input) && input.body !== null && (init?.body ?? null) === null && repeat !== NEVER;

  return drive(core, one, {
    answers: true,
    lane: laneOf(input, init, options),
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

    neverSent: (outcome, status) => neverSent(outcome, status, options),
  }, signalOf(input, init));
}

/** The key to add, one for all attempts; none where the caller has set one. */
function keyOf(input, init, wanted) {
  if (!wanted || quietly(() => headersOf(input, init).has(IDEMPOTENCY_KEY))) return undefined;
  return wanted === true ? randomKey() : wanted;
}

/** A UUID of version 4 (RFC 9562), also on pages where randomUUID is missing for want of TLS. */
function randomKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
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
