// One world a duel: a fake clock that moves only when nothing else can, chance from a seed, a server that follows a script.
import { createRequire } from 'node:module';

export const from = createRequire(new URL('../../.tools/duels/package.json', import.meta.url));
const realImmediate = setImmediate;
const START = Date.UTC(2026, 10, 30, 12);
const MOST_CALLS = 3000;
const MOST_MS = 60 * 24 * 3_600_000;
const AFTERMATH_MS = 600_000;
const SEED = 20261130;

export function createWorld(answer, { skewMs = 0 } = {}) {
  Math.random = mulberry32(SEED);
  const clock = from('@sinonjs/fake-timers').install({
    now: START + skewMs,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const world = { calls: [], inFlight: 0, url: 'http://api.example/v1/thing' };
  const elapsed = () => Date.now() - START - skewMs;

  /** The server's answer to one request: `{ status, headers, body }`; throws where the script's network fails. */
  world.serve = (sent = {}) => {
    if (world.calls.length >= MOST_CALLS) return new Promise(() => {});
    world.calls.push({ at: elapsed(), ...sent });
    const reply = answer(world.calls.length, START + elapsed(), elapsed());
    if (reply.fails) throw Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
    return { status: reply.status, headers: { 'content-type': 'application/json', ...reply.headers }, body: reply.body ?? '{"error":{"message":"no"}}' };
  };

  world.fetch = async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const signal = init?.signal ?? request?.signal;
    signal?.throwIfAborted();
    const body = init?.body ?? request?.body;
    const bytes = body && typeof body !== 'string' ? (await new Response(body).arrayBuffer()).byteLength : body?.length ?? 0;
    const reply = await world.serve({ bytes });
    return new Response(reply.body, { status: reply.status, headers: reply.headers });
  };

  /** Runs the call to its end and a while beyond; the time moves when nothing is in flight. */
  world.run = async (start) => {
    const result = { outcome: 'cut', endedAt: null };
    let settled = false;
    const end = (outcome) => { settled = true; result.outcome = outcome; result.endedAt = elapsed(); };
    Promise.resolve().then(start).then(
      (value) => end(Array.isArray(value) ? 'all' : Number.isInteger(value) ? `status ${value}` : 'value'),
      (error) => end(`${error?.name ?? typeof error}${statusOf(error)}`),
    );
    for (let idle = 0; idle < 200;) {
      for (let turn = 0; turn < 12 || world.inFlight > 0; turn += 1) await new Promise(realImmediate);
      if (world.calls.length >= MOST_CALLS || elapsed() > MOST_MS) break;
      if (settled && (clock.countTimers() === 0 || elapsed() > result.endedAt + AFTERMATH_MS)) break;
      if (clock.countTimers() > 0) { clock.next(); idle = 0; } else idle += 1;
    }
    clock.uninstall();
    return { ...result, times: world.calls.map(({ at }) => at), bytes: world.calls.map(({ bytes }) => bytes) };
  };
  return world;
}

const statusOf = (error) => {
  const status = error?.status ?? error?.statusCode ?? error?.response?.status ?? error?.response?.statusCode;
  return Number.isInteger(status) ? ` ${status}` : '';
};

/** A small generator with a seed, so that a run can be repeated. */
function mulberry32(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What an operation throws that wraps a plain fetch, as most callers write it. */
export async function orThrow(response) {
  if (response.ok) return response.status;
  const body = await response.text();
  throw Object.assign(new Error(body), { status: response.status, headers: response.headers, response });
}
