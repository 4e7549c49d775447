// A world for one call: a scripted server on loopback, a fetch that leads every host there, seeded chance, and a clock that
// moves only while no request is under way. So the waits of an SDK and of Retriage pass at once, over real connections.
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { load } from './page.mjs';

const { install } = await load('@sinonjs/fake-timers');
const { fetch: platformFetch, setImmediate } = globalThis;
const platformRandom = Math.random;
const NOW = Date.UTC(2026, 10, 30, 12);
const HOUR = 3_600_000;

/** Turns of the event loop in which all gets done that does not wait for the clock. */
const TURNS = 20;

/** Requests of the platform's fetch, from their making to the end of the answer's body. */
const underWay = new Set();
subscribe('undici:request:create', ({ request }) => underWay.add(request));
for (const end of ['trailers', 'error']) subscribe(`undici:request:${end}`, ({ request }) => underWay.delete(request));

/**
 * Opens a world for the test `t`. `answers` are `{ status, headers, body }`, one a request and the last for ever; a body
 * that is an array is a stream of its members. `'silence'` is no answer, or no more of a stream; `'reset'` breaks the
 * connection at once.
 */
export async function openWorld(t, answers) {
  const clock = install({
    now: NOW,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const atMs = () => Date.now() - NOW;
  const hits = [];
  const unhandled = [];
  const see = (reason) => unhandled.push(reason);

  const server = createServer(async (request, response) => {
    const hit = { atMs: atMs(), method: request.method, host: request.headers['x-meant-for'], gone: once(response, 'close') };
    const answer = answers[Math.min(hits.push(hit), answers.length) - 1];
    await once(request.resume(), 'end');
    if (answer === 'silence') return;
    if (answer === 'reset') request.socket.resetAndDestroy();
    else await perform(answer, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `http://127.0.0.1:${server.address().port}`;

  Math.random = seeded();
  process.on('unhandledRejection', see);
  globalThis.fetch = (input, init) => {
    const meant = new Request(input, init);
    const { host, pathname, search } = new URL(meant.url);
    const led = new Request(`${place}${pathname}${search}`, meant);
    led.headers.set('x-meant-for', host);
    led.headers.set('connection', 'close');
    return platformFetch(led);
  };
  t.after(() => {
    globalThis.fetch = platformFetch;
    process.off('unhandledRejection', see);
    Math.random = platformRandom;
    clock.uninstall();
    server.close();
    server.closeAllConnections();
  });

  async function settle(over = () => false) {
    for (let turn = 0; (turn < TURNS || underWay.size > 0) && !over(); turn += 1) await new Promise(setImmediate);
  }

  return {
    hits,

    /** Waits for the first request; the clock stands still. */
    async hit() {
      while (hits.length === 0) await new Promise(setImmediate);
      return hits[0];
    },

    /** Moves the clock until the promise settles: `{ value }` or `{ error }`, and when that was. */
    async end(promise) {
      let ended;
      promise.then((value) => { ended = { value }; }, (error) => { ended = { error }; });
      for (;;) {
        await settle(() => ended);
        if (ended) return { ...ended, atMs: atMs() };
        if (clock.countTimers() === 0 || atMs() > 2 * HOUR) throw new Error(`nothing ends this call after ${hits.length} requests`);
        clock.next();
      }
    },

    /** Lets an hour pass, and tells what was left behind: requests since, timers, rejections that nobody handled. */
    async aftermath() {
      const before = hits.length;
      await settle();
      const timers = clock.countTimers();
      await clock.tickAsync(HOUR);
      await settle();
      return { requests: hits.length - before, timers, unhandled };
    },
  };
}

async function perform({ status = 200, headers, body = '' }, response) {
  const stream = Array.isArray(body);
  response.writeHead(status, {
    'content-type': stream ? 'text/event-stream' : 'application/json',
    // Node's own would be of the real clock.
    date: new Date().toUTCString(),
    ...headers,
  });
  for (const part of stream ? body : []) {
    if (part === 'silence') return;
    response.write(part);
    await new Promise(setImmediate);
  }
  response.end(stream ? undefined : JSON.stringify(body));
}

/** Numbers from 0 up to 1, the same in each world (a linear congruential generator, which does for jitter). */
function seeded(state = 1) {
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
