// Many calls and many clients: neither the JavaScript heap nor the core's memory grows. memory.test.mjs runs it; for the
// million: CALLS=1000000 CLIENTS=100000 node --expose-gc tests/package/memory.mjs
import assert from 'node:assert/strict';
import { bytes } from '../../pkg/dist/bytes.js';
import { createApi } from '../../pkg/src/api.js';

const CALLS = Number(process.env.CALLS ?? 100_000);
const CLIENTS = Number(process.env.CLIENTS ?? 20_000);

/** Every instance of the core, for its memory to be seen. */
const instances = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function instance(...given) {
  const made = new Instance(...given);
  instances.push(made);
  return made;
};
const { createClient } = createApi(() => new WebAssembly.Module(bytes()));

const turn = () => new Promise(setImmediate);
const coreBytes = () => instances.reduce((sum, { exports }) => sum + exports.memory.buffer.byteLength, 0);

async function heapBytes() {
  for (let i = 0; i < 4; i += 1) {
    globalThis.gc();
    await turn();
  }
  return process.memoryUsage().heapUsed;
}

/** A platform in which no time passes: what is awaited is there at once. */
let time = 0;
const runtime = {
  now: () => time,
  monotonic: () => time,
  random: () => 0.5,
  sleep: async (ms) => { time += ms; },
  timer: () => () => {},
  fetch: () => answers[(answered += 1) % answers.length](),
};
let answered = 0;
const ok = async () => new Response(null, { status: 204 });
const busy = async () => new Response('{"error":{"code":"rate_limit_exceeded"}}', { status: 429 });
const answers = [ok, ok, ok, busy, ok, ok, ok, async () => new Response('no', { status: 404 }), ok, () => Promise.reject(new TypeError('fetch failed'))];

const results = [];

/** Runs in rounds and compares the last with the first, once that has warmed everything. */
async function flat(what, count, round, { heap = 4 * 2 ** 20, core = 0 } = {}) {
  const part = Math.ceil(count / 10);
  await round(part);
  const before = [await heapBytes(), coreBytes()];
  for (let i = 1; i < 10; i += 1) await round(part);
  const grown = [await heapBytes() - before[0], coreBytes() - before[1]];
  results.push(`${what} ${count}: heap ${grown[0] > 0 ? '+' : ''}${(grown[0] / 1024).toFixed(0)} KiB, core ${grown[1] > 0 ? '+' : ''}${grown[1] / 1024} KiB`);
  assert.ok(grown[0] <= heap, results.at(-1));
  assert.ok(grown[1] <= core, results.at(-1));
}

const call = (client, init) => client.fetch('https://api.example/v1', init).catch(() => {});

{
  const client = createClient({ runtime });
  await flat('calls of one client', CALLS, async (count) => {
    for (let i = 0; i < count; i += 1) await call(client);
  });
  client.close();
}

{
  const client = createClient({ runtime, onEvent: () => {} });
  const { signal } = new AbortController();
  // Node 20 and 22 keep up to 180 bytes of each AbortSignal.any with a signal that it was made of; 24 does not.
  const leaks = Number(process.versions.node.split('.')[0]) < 24;
  await flat('calls under one signal, with a listener and options of their own', CALLS / 5, async (count) => {
    for (let i = 0; i < count; i += 1) {
      await call(client, { signal, retriage: { attempts: 2 } });
      if (i % 100 === 0) await turn();
    }
  }, { heap: 4 * 2 ** 20 + (leaks ? 100 * CALLS : 0) });
}

{
  const client = createClient({ runtime });
  const event = new TextEncoder().encode('data: a\n\n');
  const events = () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(event) }, { highWaterMark: 0 }), { headers: { 'content-type': 'text/event-stream' } });
  await flat('streams watched and cancelled, or dropped unread', CLIENTS, async (count) => {
    for (let i = 0; i < count; i += 1) {
      const { body } = client.guardStream(events());
      if (i % 2) continue;
      const reader = body.getReader();
      await reader.read();
      await reader.cancel();
      // Finalizers run between turns.
      if (i % 500 === 0) await heapBytes();
    }
  }, { core: 256 * 1024 });
  const chain = client.fallback(['a', 'b'].map((name) => ({ name, prepare: (item) => `https://${name}.example/${item}` })));
  async function* items(count) {
    for (let i = 0; i < count; i += 1) {
      // Node's own table of signals is cleared between turns.
      if (i % 100 === 0) await turn();
      yield i;
    }
  }
  /** Some items fail by themselves, and failures are what a result keeps: each tenth of the run is a batch of its own. */
  const batch = (work, options) => async (count) => {
    const result = await client.batch(items(count), work, { onResult: () => {}, stopAfterSame: 1e9, ...options });
    assert.equal(result.next, count);
  };
  await flat('items of a batch', CALLS, batch(async (item, { fetch, signal }) => (signal.aborted ? 0 : (await fetch(`https://api.example/${item}`)).status)));
  await flat('items of a batch that a chain serves', CALLS / 5, batch(async (item, context) => (await context.chain(item)).provider, { chain }));
  client.close();
}

await flat('clients closed', CLIENTS, async (count) => {
  for (let i = 0; i < count; i += 1) {
    const client = createClient({ runtime });
    await call(client);
    client.close();
  }
});

await flat('clients dropped, known to their own listeners', CLIENTS, async (count) => {
  for (let i = 0; i < count; i += 1) {
    const client = createClient({ runtime, onEvent: () => client, shouldRetry: () => client !== undefined });
    await call(client);
    // Finalizers run between turns.
    if (i % 500 === 0) await heapBytes();
  }
}, { core: 256 * 1024 });

// As workerd drops a call whose client has gone: what it awaits never comes, and no `finally` is run.
{
  let inFlight;
  let fetch = () => new Promise(() => {});
  const onEvent = (record) => { inFlight = record.inFlight; };
  const client = createClient({ runtime: { ...runtime, fetch: () => fetch() }, onEvent });
  await flat('calls dropped in the middle', CLIENTS, async (count) => {
    for (let i = 0; i < count; i += 1) {
      call(client, { retriage: { attempts: 2 } });
      // What was lent to them comes back by time.
      time += 1_000;
      if (i % 500 === 0) await heapBytes();
    }
  }, { core: 256 * 1024 });
  await heapBytes();
  fetch = ok;
  await call(client);
  assert.equal(inFlight, 1);
}

console.log(results.join('\n'));
