// One world a duel: a fake clock that moves only when nothing else can, chance from a seed, a scripted server.
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
  /** `said` is the text of streams. `inFlight` counts calls by the fake clock; while `busy` counts real sockets, that clock stands still. */
  const world = { calls: [], said: '', inFlight: 0, mostInFlight: 0, busy: 0, url: 'http://api.example/v1/thing' };
  const elapsed = () => Date.now() - START - skewMs;

  /**
   * The server's answer to one request: `{ status, headers, body }`; throws where the script's network fails. The call
   * is recorded before its body is read, so a repeat that sends nothing counts as sent.
   */
  world.serve = async (readBytes, path = '/') => {
    if (world.calls.length >= MOST_CALLS) return new Promise(() => {});
    const call = { at: elapsed(), bytes: 0 };
    world.calls.push(call);
    world.inFlight += 1;
    world.mostInFlight = Math.max(world.mostInFlight, world.inFlight);
    const reply = answer(world.calls.length, START + call.at, call.at, path);
    try {
      if (readBytes) call.bytes = await readBytes();
      if (reply.takesMs) await new Promise((done) => setTimeout(done, reply.takesMs));
    } finally {
      world.inFlight -= 1;
    }
    if (reply.fails) {
      throw Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      });
    }
    return {
      status: reply.status,
      headers: { 'content-type': 'application/json', ...reply.headers },
      body: reply.body ?? '{"error":{"message":"no"}}',
    };
  };

  /** As fetch does: a used body or an aborted signal throws before anything is sent. */
  world.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const reply = await world.serve(async () => (await request.arrayBuffer()).byteLength, new URL(request.url).pathname);
    return new Response(reply.body, { status: reply.status, headers: reply.headers });
  };

  /** Runs the call to its end and a while beyond; the time moves when nothing is in flight. */
  world.run = async (start) => {
    const result = { outcome: 'cut', endedAt: null };
    let settled = false;
    const end = (outcome) => {
      settled = true;
      Object.assign(result, { outcome, endedAt: elapsed() });
    };
    Promise.resolve().then(start).then(
      (value) => end(Array.isArray(value) ? 'all' : Number.isInteger(value) ? `status ${value}` : 'value'),
      (error) => end(`${error?.name ?? typeof error}${statusOf(error)}`),
    );
    for (let idle = 0; idle < 200;) {
      for (let turn = 0; turn < 12 || world.busy > 0; turn += 1) await new Promise(realImmediate);
      if (world.calls.length >= MOST_CALLS || elapsed() > MOST_MS) break;
      if (settled && (clock.countTimers() === 0 || elapsed() > result.endedAt + AFTERMATH_MS)) break;
      idle = clock.countTimers() > 0 ? 0 : idle + 1;
      if (idle === 0) clock.next();
    }
    clock.uninstall();
    return {
      ...result,
      times: world.calls.map(({ at }) => at),
      bytes: world.calls.map(({ bytes }) => bytes),
      said: world.said,
      mostInFlight: world.mostInFlight,
    };
  };
  return world;
}

const statusOf = (error) => {
  const { response } = error ?? {};
  const status = error?.status ?? error?.statusCode ?? response?.status ?? response?.statusCode;
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

/** One call of the OpenAI SDK with its own retries. */
export function askOpenAI(fetch, options, more) {
  const sdk = new (from('openai').OpenAI)({ apiKey: 'k', baseURL: 'http://api.example/v1', fetch });
  return sdk.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more }, options);
}
