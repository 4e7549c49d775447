// What each scenario's server answers, what is then done in the runtime under test with its own fetch, and what must come
// of it. It imports nothing, so it runs everywhere: the runtime runs `play`, and whoever started it runs `judge`.
//
// A scenario holds
// - `answers` of its server, one a request, the last one for good; or a function of the path and of how many requests had
//   it. server.mjs knows what an answer may hold;
// - `options` of the client, and `init` of its one call; or `run(stage)` in place of the call;
// - `wanted`, what `run` or the call must give together with `served(log)` of what the server received; or a function
//   that gives it for a runtime. `sends` are calls of the platform's fetch, `requests` what the server received of them.
//   Of runtimes, `nature` in ../engines/engines.mjs says: which failures the errors tell apart (`tells`); whether a stream
//   can be sent (`streams`); whether a body that ends before its content-length is always an error (`cuts`); after what the
//   platform sends a request again by itself, where only `sends` are ours (`repeats`: 'kept', a kept connection that is
//   reset; 'any', any that is).

const CAPPED = '{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}';
const SLOW_DOWN = '{"error":{"message":"Slow Down","type":"slow_down","param":null,"code":null}}';
const LONG = 'and so on '.repeat(100);
const LARGE = 'all of it '.repeat(20_000);

const EVENTS = { 'content-type': 'text/event-stream' };
const OPENING = 'event: message_start\ndata: {"type":"message_start","message":{"content":[]}}\n\nevent: ping\ndata: {"type":"ping"}\n\n';
const SAID = 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"déjà vu"}}\n\n';
const CLOSING = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';
const OVERLOADED = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';

const done = { body: 'done' };
const bare = { status: 503, body: 'the server is on fire' };
const limited = { status: 429, headers: { 'retry-after-ms': '20' }, body: '{"error":{"message":"Rate limit reached"}}' };
const post = { method: 'POST', body: 'a body' };

/** Answers that say that nothing was done. */
const REFUSALS = [{ status: 429, body: 'not now' }, { status: 429, body: LONG, cutAt: 20 }];

/** Ends after which the server may have acted. */
const MISHAPS = [
  { reset: true },
  { reset: 'unread' },
  { never: true },
  { status: 500, body: LONG, cutAt: 20 },
  { status: 502, body: 'bad gateway' },
  bare,
  { body: LONG, cutAt: 20 },
  { body: LONG, resetAt: 20 },
];

const succeeded = (sends) => ({ status: 200, text: 'done', sends, requests: sends });
const failed = (status, text, reason, stop, sends) => ({ status, text, marked: 'false', reason, stop, attempts: sends, sends, requests: sends });
const thrown = (reason, stop, sends) => ({ threw: "the platform's", reason, stop, attempts: sends, sends });
const timedOut = (stop, sends) => ({ threw: 'timeout', reason: 'timeout', stop, attempts: sends, sends, requests: sends });

/** POSTs without a key against every mishap. Where the platform repeats on kept connections, others show what we do. */
function crowded(keep) {
  const answers = [done, done, done, ...REFUSALS, ...MISHAPS];
  const ours = ({ repeats }) => !repeats || (repeats === 'kept' && !keep);
  return {
    apart: true,
    keep,
    answers: (path, nth) => pick(answers, path, nth),
    options: { attemptTimeoutMs: 200 },
    run: (stage) => crowd(stage, 1_000, (path) => ({ method: 'POST', body: bodyOf(path) })),
    served: (log) => ({ answers: new Set(log.map(({ answer }) => answer)).size, received: repeatedAfter(log, ({ answer }) => answer.status), wrong: wrongBodies(log) }),
    wanted: (nature) => ({
      ended: 1_000,
      strange: [],
      sent: [429],
      ...(ours(nature) && { received: [429] }),
      wrong: [],
      answers: new Set(answers).size,
    }),
  };
}

/** Which requests came after which, by the server's clock. */
const gaps = (log) => log.slice(1).map(({ at }, nth) => at - log[nth].at);
const between = (least, most) => (ms) => ms >= least && ms < most;

const scenarios = {
  'a client without options is the platform to an answer below 400': {
    answers: [{ status: 201, body: LARGE, headers: { 'x-kept': 'yes' } }],
    async run({ createClient, at }) {
      const response = await createClient().fetch(at);
      return { status: response.status, kept: response.headers.get('x-kept'), marked: response.headers.has('x-should-retry'), whole: await response.text() === LARGE };
    },
    wanted: { status: 201, kept: 'yes', marked: false, whole: true, requests: 1 },
  },
  'a 429 is waited out': {
    answers: [limited, done],
    init: post,
    served: (log) => ({ bodies: log.map(({ body }) => body), held: gaps(log).map(between(520, 5_000)) }),
    wanted: { ...succeeded(2), bodies: ['a body', 'a body'], held: [true] },
  },
  'one call passes a stated wait, an overload and a ramp': {
    answers: [{ status: 429, headers: { 'retry-after': '1' } }, { status: 529 }, { status: 429, body: SLOW_DOWN }, done],
    init: post,
    served: (log) => ({ held: gaps(log).map((ms, nth) => between(nth ? 0 : 1_500, 5_000)(ms)) }),
    wanted: { ...succeeded(4), held: [true, true, true] },
  },
  'a bare 503 may have acted: a POST comes back whole after one send': {
    answers: [bare],
    init: post,
    wanted: failed(503, bare.body, 'overloaded', 'unsafe', 1),
  },
  'a bare 503 is repeated for a GET': { answers: [bare, bare, done], wanted: succeeded(3) },
  'a 503 with Retry-After has not acted: a POST is repeated': {
    answers: [{ ...bare, headers: { 'retry-after': '1' } }, done],
    init: post,
    served: (log) => ({ held: gaps(log).map(between(1_500, 5_000)) }),
    wanted: { ...succeeded(2), held: [true] },
  },
  'a 503 that says slow_down has not acted: a POST is repeated': {
    answers: [{ status: 503, body: SLOW_DOWN }, done],
    init: post,
    wanted: succeeded(2),
  },
  'an account without credit gets one send': {
    answers: [{ status: 429, body: CAPPED }],
    wanted: failed(429, CAPPED, 'credit_balance', 'exhausted', 1),
  },
  'a wrong key gets one send': {
    answers: [{ status: 401, body: 'who is it?' }],
    wanted: failed(401, 'who is it?', 'auth', 'permanent', 1),
  },
  'the last of all attempts comes back whole, however long it is': {
    answers: [{ status: 500 }, { status: 500, body: LARGE }],
    options: { attempts: 3 },
    wanted: failed(500, LARGE, 'server_error', 'attempts', 3),
  },
  'a compressed failure is judged by its text and comes back as text': {
    answers: [{ status: 429, body: CAPPED, gzip: true }],
    wanted: failed(429, CAPPED, 'credit_balance', 'exhausted', 1),
  },
  'a failure behind a redirect says where it came from': {
    answers: (path) => (path === '/' ? { status: 302, headers: { location: '/there' } } : { status: 404, body: 'nothing here' }),
    async run({ client, at }) {
      const { status, url, redirected } = await client.fetch(at);
      return { status, url: url.slice(at.length), redirected };
    },
    wanted: { status: 404, url: '/there', redirected: true, sends: 1, requests: 2 },
  },
  'slow headers are waited for': { answers: [{ ...done, afterMs: 300 }], wanted: succeeded(1) },

  'an attempt that takes too long is repeated, and its connection closed': {
    answers: [{ never: true }, done],
    options: { attemptTimeoutMs: 1_000 },
    served: (log) => ({ ends: log.map(({ end }) => end) }),
    wanted: { ...succeeded(2), ends: ['dropped', 'answered'] },
  },
  'no answer to any attempt is a timeout': {
    answers: [{ never: true }],
    options: { attempts: 2, attemptTimeoutMs: 1_000 },
    served: (log) => ({ ends: log.map(({ end }) => end) }),
    wanted: { ...timedOut('attempts', 2), ends: ['dropped', 'dropped'] },
  },
  'a POST that times out is not repeated': {
    answers: [{ never: true }],
    options: { attemptTimeoutMs: 1_000 },
    init: post,
    wanted: timedOut('unsafe', 1),
  },
  'deadlineMs ends the call': { answers: [{ never: true }], options: { deadlineMs: 1_000 }, wanted: timedOut('deadline', 1) },
  'a timeout after a failed answer gives back that answer': {
    answers: [bare, { never: true }],
    options: { attempts: 2, attemptTimeoutMs: 1_000 },
    wanted: failed(503, bare.body, 'overloaded', 'attempts', 2),
  },

  'an abort in flight ends the call and its connection at once': {
    answers: [{ never: true }],
    run: (stage) => aborting(stage, 500),
    served: (log) => ({ ends: log.map(({ end }) => end) }),
    wanted: { threw: "the signal's", soon: true, sends: 1, requests: 1, ends: ['dropped'] },
  },
  'an abort while the call waits ends it at once': {
    answers: [{ status: 429, headers: { 'retry-after': '30' } }],
    run: (stage) => aborting(stage, 500),
    wanted: { threw: "the signal's", soon: true, sends: 1, requests: 1 },
  },
  'an abort after the headers ends the body': {
    answers: [{ body: 'more and ', endlessMs: 20 }],
    async run({ client, at }) {
      const controller = new AbortController();
      const response = await client.fetch(at, { signal: controller.signal });
      const reader = response.body.getReader();
      const first = await reader.read();
      controller.abort();
      const ended = (async () => { for (;;) if ((await reader.read()).done) return 'whole'; })();
      return { status: response.status, first: first.value.length > 0, body: await ended.catch(() => 'ended') };
    },
    served: (log) => ({ ends: log.map(({ end }) => end) }),
    wanted: { status: 200, first: true, body: 'ended', sends: 1, requests: 1, ends: ['dropped'] },
  },

  'a failure whose body breaks off is repeated': {
    answers: [{ ...bare, body: LARGE, cutAt: 100 }, done],
    wanted: succeeded(2),
  },
  'a body that breaks off is judged by what came, and breaks off for the caller too': {
    answers: [{ status: 429, body: CAPPED.padEnd(10_000), cutAt: CAPPED.length }],
    wanted: ({ cuts }) => {
      const { text, ...rest } = failed(429, 'broken', 'credit_balance', 'exhausted', 1);
      return cuts ? { text, ...rest } : rest;
    },
  },
  'a success whose body breaks off is not sent again': {
    answers: [{ body: LARGE, cutAt: 100 }],
    wanted: ({ cuts }) => ({ status: 200, ...(cuts && { text: 'broken' }), sends: 1, requests: 1 }),
  },
  'a success whose connection is reset is not sent again': {
    answers: [{ body: LARGE, resetAt: 100 }],
    wanted: { status: 200, text: 'broken', sends: 1, requests: 1 },
  },
  'of an endless failure 64 KiB are read, and the rest is let go': {
    answers: [{ ...bare, body: LARGE, endlessMs: 1 }, done],
    served: (log) => ({ ends: log.map(({ end }) => end) }),
    wanted: { ...succeeded(2), ends: ['dropped', 'answered'] },
  },
  'a failure that comes in drops is read for a second, and the rest is let go': {
    answers: [{ ...bare, endlessMs: 50 }, done],
    served: (log) => ({ ends: log.map(({ end }) => end), held: gaps(log).map(between(900, 5_000)) }),
    wanted: { ...succeeded(2), ends: ['dropped', 'answered'], held: [true] },
  },
  'an endless failure is handed back and goes on': {
    answers: [{ status: 403, body: LARGE, endlessMs: 1 }],
    async run({ client, at, verdictOf }) {
      const response = await client.fetch(at);
      const reader = response.body.getReader();
      const text = new TextDecoder();
      let read = '';
      while (read.length < 2 * LARGE.length) read += text.decode((await reader.read()).value, { stream: true });
      await reader.cancel();
      return { status: response.status, stop: verdictOf(response).stop, right: (LARGE + LARGE) === read.slice(0, 2 * LARGE.length) };
    },
    served: (log) => ({ ends: log.map(({ end }) => end) }),
    wanted: { status: 403, stop: 'permanent', right: true, sends: 1, requests: 1, ends: ['dropped'] },
  },

  'a connection reset before the answer is repeated for a GET': {
    answers: [{ reset: true }, done],
    wanted: ({ repeats }) => (repeats === 'any' ? { status: 200, text: 'done' } : succeeded(2)),
  },
  'a connection reset under a POST is thrown as it was': {
    answers: [{ reset: true }],
    init: post,
    wanted: { ...thrown('network', 'unsafe', 1), requests: 1 },
  },
  'where nobody listens nothing was sent: a POST is repeated, and the error thrown as it was': {
    absent: true,
    options: { attempts: 3 },
    init: post,
    wanted: ({ tells }) => ({ ...(tells.includes('refused') ? thrown('network', 'attempts', 3) : thrown('network', 'unsafe', 1)), requests: 0 }),
  },
  'a certificate that nobody signed is permanent, and the error thrown as it was': {
    secure: true,
    answers: [done],
    options: { attempts: 2 },
    wanted: ({ tells }) => ({ ...(tells.includes('certificate') ? thrown('bad_request', 'permanent', 1) : { threw: "the platform's", stop: 'attempts', attempts: 2, sends: 2 }), requests: 0 }),
  },

  'every kind of body is sent whole each time': {
    answers: (path, nth) => (nth === 1 ? { status: 429 } : done),
    async run({ client, at }) {
      const form = new FormData();
      form.set('kind', 'form');
      const bytes = new TextEncoder().encode('kind=bytes');
      const kinds = {
        text: 'kind=text',
        search: new URLSearchParams({ kind: 'search' }),
        blob: new Blob(['kind=blob']),
        bytes,
        buffer: bytes.buffer,
        form,
      };
      const calls = Object.entries(kinds).map(([kind, body]) => client.fetch(`${at}/${kind}`, { method: 'POST', body }));
      calls.push(client.fetch(new Request(`${at}/request`, { method: 'POST', body: 'kind=request' })));
      return { statuses: (await Promise.all(calls)).map(({ status }) => status).join() };
    },
    served: (log) => ({
      bodies: Object.fromEntries(log.map(({ path }) => [path, log.filter((one) => one.path === path)
        .map(({ body }) => body.match(/kind=\w+$|"kind"\s+form\s/)?.[0].replace(/\s+/, ' ').trim() ?? body).join(', ')])),
    }),
    wanted: {
      statuses: '200,200,200,200,200,200,200',
      bodies: {
        '/text': 'kind=text, kind=text',
        '/search': 'kind=search, kind=search',
        '/blob': 'kind=blob, kind=blob',
        '/bytes': 'kind=bytes, kind=bytes',
        '/buffer': 'kind=bytes, kind=bytes',
        '/form': '"kind" form, "kind" form',
        '/request': 'kind=request, kind=request',
      },
      sends: 14,
      requests: 14,
    },
  },

  'of 1 000 POSTs without a key none is sent again that may have been acted on': crowded(true),
  'nor on connections that are not kept': crowded(false),
  'with idempotencyKey each call has a key of its own on all its attempts, and succeeds': {
    apart: true,
    answers: (path, nth) => (nth > dice(path) % 4 ? done : pick([...REFUSALS, ...MISHAPS.filter(({ status }) => status !== 200)], path, nth)),
    options: { attempts: 7, attemptTimeoutMs: 250, idempotencyKey: true },
    run: (stage) => crowd(stage, 300, (path) => ({ method: 'POST', body: bodyOf(path) })),
    served: (log) => {
      const calls = byPath(log);
      const keys = Array.from(calls.values(), (entries) => Array.from(new Set(entries.map(({ key }) => key))));
      return { keys: new Set(keys.flat()).size, most: Math.max(...keys.map(({ length }) => length)), shape: keys.flat().every((key) => /^[\da-f-]{36}$/.test(key)), wrong: wrongBodies(log) };
    },
    wanted: { ended: 300, strange: [], succeeded: 300, keys: 300, most: 1, shape: true, wrong: [] },
  },
  'a body that is a stream is sent once, whatever comes of it': {
    only: ({ streams }) => streams,
    apart: true,
    answers: (path, nth) => pick([done, ...REFUSALS, ...MISHAPS], path, nth),
    options: { attemptTimeoutMs: 150, idempotencyKey: true },
    run: (stage) => crowd(stage, 200, (path) => ({ method: 'POST', body: new Blob([bodyOf(path)]).stream(), duplex: 'half' })),
    served: (log) => ({ received: repeatedAfter(log, ({ answer }) => answer.status), wrong: wrongBodies(log) }),
    wanted: { ended: 200, strange: [], sent: [], received: [], wrong: [] },
  },

  'a stream that fails before it says anything is sent for once more': {
    apart: true,
    answers: [{ headers: EVENTS, body: OPENING + OVERLOADED }, { headers: EVENTS, body: OPENING + SAID + CLOSING }],
    options: { sse: true },
    init: post,
    wanted: { ...succeeded(2), text: OPENING + SAID + CLOSING },
  },
  'a stream that fails after it has said something ends with a typed error, and is not sent for again': {
    apart: true,
    answers: [{ headers: EVENTS, body: OPENING + SAID + OVERLOADED }],
    options: { sse: true },
    run: (stage) => reading(stage),
    wanted: { text: OPENING + SAID, code: 'stream_error', partial: true, reason: 'overloaded', stop: 'handed_out', sends: 1, requests: 1 },
  },
  'a stream that ends without its mark is truncated': {
    apart: true,
    answers: [{ headers: EVENTS, body: OPENING + SAID }],
    options: { sse: true },
    run: (stage) => reading(stage),
    wanted: { text: OPENING + SAID, code: 'truncated', partial: true, reason: 'network', sends: 1, requests: 1 },
  },
  'a response whose stream is guarded ends with a typed error, too': {
    apart: true,
    answers: [{ headers: EVENTS, body: OPENING + OVERLOADED }],
    run: (stage) => reading(stage, (response) => stage.client.guardStream(response)),
    wanted: { text: OPENING, code: 'stream_error', partial: false, sends: 1, requests: 1 },
  },
  'whoever has enough of a stream ends its connection': {
    apart: true,
    answers: [{ headers: EVENTS, body: OPENING + SAID, endlessMs: 20 }],
    options: { sse: true },
    async run({ client, at }) {
      const reader = (await client.fetch(at, post)).body.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      return { read: value.length > 0 };
    },
    served: (log) => ({ ends: log.map(({ end }) => end) }),
    wanted: { read: true, sends: 1, requests: 1, ends: ['dropped'] },
  },
  'an abort ends a stream that is watched, with the reason': {
    apart: true,
    answers: [{ headers: EVENTS, body: OPENING + SAID, endlessMs: 20 }],
    options: { sse: true },
    async run({ client, at }) {
      const controller = new AbortController();
      const reader = (await client.fetch(at, { ...post, signal: controller.signal })).body.getReader();
      await reader.read();
      const reason = new Error('enough');
      controller.abort(reason);
      const ended = (async () => { for (;;) if ((await reader.read()).done) return 'whole'; })();
      return { body: await ended.catch((error) => (error === reason ? "the signal's" : `${error}`)) };
    },
    served: (log) => ({ ends: log.map(({ end }) => end) }),
    wanted: { body: "the signal's", sends: 1, requests: 1, ends: ['dropped'] },
  },
};

const bodyOf = (path) => `the body of ${path}, and of no other call`;

/** A number that looks like chance and is the same in each run. */
function dice(text) {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619);
  return (hash ^ (hash >>> 15)) >>> 0;
}
const pick = (answers, path, nth) => answers[dice(`${path} ${nth}`) % answers.length];

function byPath(entries) {
  const calls = new Map();
  for (const entry of entries) calls.set(entry.path, [...(calls.get(entry.path) ?? []), entry]);
  return calls;
}

/** After what a call was sent once more, each once. */
const repeatedAfter = (entries, what) => Array.from(new Set(Array.from(byPath(entries).values(), (call) => call.slice(0, -1).map(what)).flat()));

/** Bodies that came to their end and are not those that were sent. */
const wrongBodies = (log) => log.filter(({ path, whole, body }) => whole && body !== bodyOf(path)).map(({ path, body }) => `${path}: ${body}`);

/** Makes many calls, 20 at a time, and tells what came of them. */
async function crowd(stage, count, initOf) {
  const { client, at, sent, isRetriageError } = stage;
  let next = 0;
  let ended = 0;
  let succeeded = 0;
  const strange = [];
  async function work() {
    while (next < count) {
      const path = `/${next}`;
      next += 1;
      try {
        const response = await client.fetch(at + path, initOf(path));
        await response.text().catch(() => {});
        if (response.ok) succeeded += 1;
      } catch (error) {
        if (!stage.caught.includes(error) && !(isRetriageError(error) && error.code === 'timeout')) strange.push(`${error?.stack ?? error}`);
      }
      ended += 1;
    }
  }
  await Promise.all(Array.from({ length: 20 }, work));
  return { ended, strange, succeeded, sent: repeatedAfter(sent, ({ came }) => came) };
}

/** Aborts a call after a while, and tells with what it ended and whether that was at once. */
async function aborting({ client, at }, afterMs) {
  const controller = new AbortController();
  const reason = new Error('enough');
  let since;
  setTimeout(() => {
    since = performance.now();
    controller.abort(reason);
  }, afterMs);
  const error = await client.fetch(at, { signal: controller.signal }).catch((caught) => caught);
  return { threw: error === reason ? "the signal's" : `${error}`, soon: performance.now() - since < 2_000 };
}

/** Reads a stream to its end, and tells what came and with what it ended. */
async function reading({ client, at, verdictOf }, guard = (response) => response) {
  const response = guard(await client.fetch(at, post));
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) text += decoder.decode(step.value, { stream: true });
  } catch (error) {
    const { reason, stop } = verdictOf(error);
    return { text, code: error.code, partial: error.partial, reason, stop };
  }
  return { text };
}

/** One call, and what it ended with. */
async function oneCall({ client, at, caught, verdictOf, isRetriageError }, init) {
  const known = (object) => {
    const { reason, stop, attempts } = verdictOf(object);
    return { reason, stop, attempts };
  };
  let response;
  try {
    response = await client.fetch(at, init);
  } catch (error) {
    const threw = caught.includes(error) ? "the platform's" : isRetriageError(error) && error.code;
    return threw ? { threw, ...known(error) } : { threw: `${error?.stack ?? error}` };
  }
  const { status, headers } = response;
  const text = await response.text().catch(() => 'broken');
  return verdictOf(response) ? { status, text, marked: headers.get('x-should-retry'), ...known(response) } : { status, text };
}

/** Runs one scenario, whose server is at `at`, and gives what was seen of it. */
async function perform({ options, init, apart, run = (stage) => oneCall(stage, init) }, at, retriage) {
  const stage = { ...retriage, at, sent: [], caught: [] };
  // The platform's own, looked at and not touched.
  const fetch = async (input, init) => {
    const send = { path: new URL(input.url ?? input).pathname, came: 'nothing' };
    stage.sent.push(send);
    try {
      const response = await globalThis.fetch(input, init);
      send.came = response.status;
      return response;
    } catch (error) {
      send.came = 'an error';
      stage.caught.push(error);
      throw error;
    }
  };
  // A crowd counts what is sent again, so nothing that calls share may hold one back.
  const alone = apart && { breaker: false, retryBudget: false, key: ({ input }) => String(input.url ?? input) };
  stage.client = retriage.createClient({ baseDelayMs: 5, ...alone, ...options, runtime: { fetch } });
  const seen = await run(stage);
  stage.client.close();
  return { seen, sends: stage.sent.length };
}

/** Runs the scenarios that have a place, side by side and then those that want to be alone. */
async function play(retriage, places) {
  const played = {};
  const one = async (name) => {
    try {
      played[name] = await perform(scenarios[name], places[name], retriage);
    } catch (error) {
      played[name] = { failed: `${error?.stack ?? error}` };
    }
  };
  const names = Object.keys(places);
  await Promise.all(names.filter((name) => !scenarios[name].apart).map(one));
  for (const name of names.filter((name) => scenarios[name].apart)) await one(name);
  return played;
}

/** `{ got, wanted }` of one scenario: equal where all is well. */
function judge({ wanted, served, apart }, { seen, sends, failed }, log, runtime) {
  const right = typeof wanted === 'function' ? wanted(runtime) : wanted;
  if (failed) return { got: failed, wanted: right };
  const got = { ...seen, sends, requests: log.length, ...served?.(log, runtime) };
  // What a scenario does not want to know is not held against it; nor what the runtime sends by itself.
  const asked = Object.keys(right).filter((key) => !(key === 'requests' && runtime.repeats === 'any'));
  const only = (from) => Object.fromEntries(asked.map((key) => [key, from[key]]));
  return { got: only(got), wanted: only(right) };
}

export { judge, play, scenarios };
