// What a call that succeeds costs above a bare stub of fetch, beside other libraries, all in one run.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const peer = createRequire(`${root}.tools/duels/package.json`);
const load = async (name) => import(peer.resolve(name));

const URL_OF = 'https://api.example.com/v1/chat/completions';
const HEADERS = {
  authorization: 'Bearer made-up',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`x-header-${i}`, `value ${i}`])),
};
const post = (length) => ({
  method: 'POST',
  headers: { ...HEADERS, 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'gpt-4o', input: 'x'.repeat(length) }),
});
const REQUESTS = { 'a GET': undefined, 'a POST of 4 KB': post(4_000), 'a POST of 100 KB': post(100_000) };

const stub = async () => new Response(null, { status: 200 });

/** `[{ request, stub, costs: { name: microseconds } }]`: medians of rounds in which everybody has a turn. */
export async function measureCost(rounds = 15, calls = 1_000) {
  const { createClient } = await import(`${root}target/installed/use.js`);
  const client = createClient({ runtime: { fetch: stub } });
  const { default: ky } = await load('ky');
  const { default: pRetry } = await load('p-retry');
  const { handleAll, retry } = await load('cockatiel');
  const { createFetch } = await load('ofetch');
  const policy = retry(handleAll, { maxAttempts: 3 });
  const kyClient = ky.create({ fetch: stub });
  const ofetch = createFetch({ fetch: stub, Headers, AbortController });
  const ways = {
    stub: () => stub(),
    retriage: (init) => client.fetch(URL_OF, init),
    'retriage run': (init) => client.run(({ signal }) => stub(URL_OF, { ...init, signal })),
    ky: (init) => kyClient(URL_OF, init),
    ofetch: (init) => ofetch.raw(URL_OF, { ...init }),
    'p-retry': (init) => pRetry(() => stub(URL_OF, init)),
    cockatiel: (init) => policy.execute(() => stub(URL_OF, init)),
  };
  const rows = [];
  for (const [request, init] of Object.entries(REQUESTS)) {
    const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
    for (const way of Object.values(ways)) for (let i = 0; i < 3 * calls; i += 1) await way(init);
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, way] of Object.entries(ways)) {
        const start = performance.now();
        for (let i = 0; i < calls; i += 1) await way(init);
        times[name].push(((performance.now() - start) * 1_000) / calls);
      }
    }
    const { stub: bare, ...others } = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
    rows.push({ request, stub: bare, costs: Object.fromEntries(Object.entries(others).map(([name, us]) => [name, us - bare])) });
  }
  client.close();
  return rows;
}
