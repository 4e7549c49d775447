// What `wasm-pack build --features fetch --target web` makes, in Node. FOLDER says where it is.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(`${process.env.FOLDER}/`);
const { createFetch, default: init, retriageFetch, verdictOf } = await import(new URL('retriage.js', folder));
await init({ module_or_path: await readFile(new URL('retriage_bg.wasm', folder)) });

/** A runtime that gives these responses one after another, and what was slept. */
function scripted(...responses) {
  const slept = [];
  let clock = 0;
  const runtime = {
    fetch: async () => responses.shift(),
    monotonic: () => clock,
    random: () => 0.5,
    async sleep(ms) {
      slept.push(ms);
      clock += ms;
    },
  };
  return { slept, runtime };
}

test('it waits as long as the server says', async () => {
  const { slept, runtime } = scripted(
    new Response('', { status: 429, headers: { 'retry-after': '3' } }),
    new Response('done'),
  );
  const response = await retriageFetch('https://api.example/', {}, { runtime });
  assert.equal(await response.text(), 'done');
  assert.deepEqual(slept, [3_800]);
});

test('a failed response comes back whole with its verdict', async () => {
  const { runtime } = scripted(new Response('{"error":{"code":"insufficient_quota"}}', { status: 429 }));
  const response = await retriageFetch('https://api.example/', {}, { runtime });
  assert.equal(response.headers.get('x-should-retry'), 'false');
  assert.deepEqual(await response.json(), { error: { code: 'insufficient_quota' } });
  assert.equal(verdictOf(response).class, 'exhausted');
});

test('the calls of one fetch share what they learn', async () => {
  const { runtime } = scripted(new Response('{"error":{"code":"insufficient_quota"}}', { status: 429 }));
  const fetch = createFetch({ runtime });
  assert.equal((await fetch('https://api.example/')).status, 429);
  await assert.rejects(fetch('https://api.example/'), { name: 'RetriageError', code: 'exhausted' });
});

test('an abort ends a sleep of the platform at once', async () => {
  const controller = new AbortController();
  const runtime = {
    async fetch() {
      setTimeout(() => controller.abort('enough'));
      return new Response('', { status: 429, headers: { 'retry-after': '30' } });
    },
  };
  const call = retriageFetch('https://api.example/', { signal: controller.signal }, { runtime });
  await assert.rejects(call, (reason) => reason === 'enough');
});

test('an option that is not as it must be is named', async () => {
  await assert.rejects(retriageFetch('https://api.example/', {}, { attempts: '3' }), {
    name: 'TypeError',
    message: "option 'attempts' must be an integer, 1 or more, got '3'",
  });
});
