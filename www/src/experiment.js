// One run of the lab: the same calls through Retriage and through a naive loop, each against a server of its own of the
// same kind, and what became of every call.
import { classify, createClient, isRetriageError } from 'retriage/slim';
import { seeded } from './policies.js';

/** The same request each time; a server like this takes no charge for a repeat with the same key. */
const REQUEST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"model":"gpt-5","input":"Hello"}' };

/** `calls` calls, one each `everyMs`; `streams` where the answer is an event stream, which is read to its end. */
export const SCENARIOS = {
  limit: { title: 'Limit, with Retry-After', says: '10 requests in 10 s; beyond that 429, and the time when it clears.', calls: 36, everyMs: 450 },
  meters: { title: 'Limit, with meters', says: 'The same limit, but every answer tells what is left of it.', calls: 36, everyMs: 450 },
  overload: { title: 'Overload', says: '529 to everybody for 12 seconds. Five calls that meet it open the circuit for 30.', calls: 30, everyMs: 700 },
  cap: { title: 'Spending cap', says: 'After 8 calls the money is gone. The status is 429 all the same.', calls: 24, everyMs: 700 },
  outage: { title: 'Outage', says: '503 for 46 seconds. What is left alone fails at once; what is not makes it worse.', calls: 40, everyMs: 1_500 },
  cut: { title: 'Cut streams', says: 'Status 200, but every third stream breaks off.', calls: 12, everyMs: 900, streams: true },
  sse: { title: 'Errors inside streams', says: 'Status 200, but every third stream holds an error event.', calls: 12, everyMs: 900, streams: true },
};

/**
 * Starts a run: `{ lanes, done, client, total }`. A lane has `calls`, each `{ n, at, parts, marks }` with `parts` of
 * `{ kind: held | wait | flight, from, to }` and `marks` of `{ kind, at }`, and `counts`. `done` resolves when all calls
 * have ended, and when `signal` ends them; then `client` is the caller's to close.
 */
export function start(scenario, clock, signal) {
  const { calls, everyMs, streams } = SCENARIOS[scenario];
  const name = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36).padStart(2, '0')).join('');
  const ours = makeLane('a');
  const naive = makeLane('b');
  const epoch = Date.now();
  const client = createClient({
    runtime: {
      fetch: (input, init) => send(ours, init.call, input, init),
      now: () => epoch + clock.now(),
      monotonic: () => clock.now(),
      sleep: (ms, own) => clock.sleep(ms, own),
      timer: (ms, done) => clock.timer(ms, done),
      random: seeded(7),
    },
    idempotencyKey: true,
    sse: Boolean(streams),
    onEvent: record,
  });

  function makeLane(letter) {
    const counts = { sent: 0, done: 0, refused: 0, wasted: 0, failed: 0, unsent: 0, unnoticed: 0 };
    return { calls: [], counts, pausedUntil: 0, chance: seeded(11), run: name + letter };
  }

  /** A real request to the lab; the answer takes its time on the clock of the run. */
  async function send(lane, call, input, { call: _, ...init }) {
    const at = clock.now();
    const url = new URL(input);
    url.searchParams.set('at', Math.round(at));
    const part = begin(call, 'flight', at);
    lane.counts.sent += 1;
    const early = at < lane.pausedUntil;
    const response = await fetch(url, init);
    await clock.sleep(250 + 500 * lane.chance(), init.signal);
    // A stream is under way until what comes next.
    if (response.ok && streams) return response;
    part.to = clock.now();
    if (response.ok) return response;
    lane.counts.refused += 1;
    if (early) lane.counts.wasted += 1;
    call.marks.push({ kind: early ? 'wasted' : 'refused', at: part.to });
    await heed(lane, response.clone(), at);
    return response;
  }

  /** Remembers until when the server has said that it will refuse, so that what is sent before is counted as wasted. */
  async function heed(lane, response, at) {
    const { class: kind, waitMs } = classify({ status: response.status, headers: response.headers, body: await response.text() });
    lane.pausedUntil = Math.max(lane.pausedUntil, kind === 'exhausted' ? Infinity : at + (waitMs ?? 0));
  }

  function begin(call, kind, at) {
    const last = call.parts.at(-1);
    if (last && last.to === undefined) last.to = at;
    const part = { kind, from: at };
    call.parts.push(part);
    return part;
  }

  /** What the client decides: where a call is held or waits. */
  function record({ decision, why, url, status }) {
    const call = ours.calls[Number(url?.match(/\d+$/)?.[0])];
    if (decision !== 'wait' || !call) return;
    // The client has read an error in a stream that began well, which no status told.
    if (why === 'backoff' && status < 400) failedInside(ours, call);
    begin(call, why === 'backoff' ? 'wait' : 'held', clock.now());
  }

  const address = (lane, call) => new URL(`/lab/${lane.run}/${scenario}/${call.n}`, location.href).href;

  async function throughRetriage(call) {
    // An error that comes before content is seen by the client itself. A stream that breaks off later was begun to be
    // read, so who wants it again reads it inside a run.
    if (scenario !== 'cut') {
      const response = await client.fetch(address(ours, call), { ...REQUEST, signal, call });
      if (streams) await response.text();
      return response;
    }
    return client.run(async (attempt) => {
      const response = await send(ours, call, address(ours, call), { ...REQUEST, signal: attempt.signal });
      await readAll(response, ours, call);
      return response;
    }, { signal, repeatIsSafe: true, key: `lab ${name}` });
  }

  /** The whole body; where it breaks off, that is counted. */
  async function readAll(response, lane, call) {
    try {
      return await response.text();
    } catch (error) {
      failedInside(lane, call);
      // The records of a run name no address, so its wait is drawn from here.
      begin(call, 'wait', clock.now());
      throw error;
    }
  }

  function failedInside(lane, call) {
    lane.counts.refused += 1;
    call.marks.push({ kind: 'refused', at: clock.now() });
  }

  async function throughLoop(call) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await send(naive, call, address(naive, call), { ...REQUEST, signal });
        // It looks at the status, and at no word of the body.
        if (response.ok) {
          if (streams && /^event: error/m.test(await readAll(response, naive, call))) call.unnoticed = true;
          return response;
        }
        if (attempt === 5) return response;
      } catch (error) {
        if (signal.aborted || attempt === 5) throw error;
      }
      if (call.parts.at(-1).kind !== 'wait') begin(call, 'wait', clock.now());
      await clock.sleep(1_000 * 2 ** (attempt - 1), signal);
    }
  }

  async function one(lane, call, through) {
    let mark = 'failed';
    try {
      const response = await through(call);
      if (call.unnoticed) mark = 'unnoticed';
      else if (response.ok) mark = 'done';
    } catch (error) {
      if (signal.aborted) return;
      if (isRetriageError(error) && call.parts.every(({ kind }) => kind !== 'flight')) mark = 'unsent';
    } finally {
      const last = call.parts.at(-1);
      if (last) last.to ??= clock.now();
      call.ended = true;
    }
    lane.counts[mark] += 1;
    call.marks.push({ kind: mark, at: clock.now() });
  }

  async function all(lane, through) {
    const under = [];
    for (let n = 0; n < calls && !signal.aborted; n += 1) {
      const call = { n, at: clock.now(), parts: [], marks: [] };
      lane.calls.push(call);
      under.push(one(lane, call, through));
      await clock.sleep(everyMs, signal).catch(() => {});
    }
    await Promise.all(under);
  }

  const done = Promise.all([all(ours, throughRetriage), all(naive, throughLoop)]);
  return { lanes: [ours, naive], client, done, total: calls };
}
