// What the tests of a client share: one client on a runtime of retriage/testing.
import assert from 'node:assert/strict';
import { createTestRuntime, retriage } from './installed.mjs';

export const ADDRESS = 'https://api.example/v1/items';

/**
 * A client of `api` whose fetch answers from `script`. `fetch` and `run` move the clock until the call ends, see to it
 * that no timer is left, and give `{ response }`, `{ value }` or `{ error }`.
 */
export function setUp(script, options = {}, given = {}, api = retriage) {
  const runtime = createTestRuntime({ script, random: () => 0.5, ...given });
  const records = [];
  const client = api.createClient({ runtime, onEvent: (record) => records.push(record), ...options });

  async function end(promise, name) {
    let ended;
    try {
      ended = { [name]: await runtime.run(promise) };
    } catch (error) {
      ended = { error };
    }
    assert.equal(runtime.pending, 0, 'a timer is left');
    return ended;
  }

  return {
    api,
    client,
    runtime,
    records,
    fetch: (input = ADDRESS, init = undefined) => end(client.fetch(input, init), 'response'),
    run: (work, opts) => end(client.run(work, opts), 'value'),
    /** When each call was sent, in seconds. */
    sentAt: () => runtime.calls.map(({ atMs }) => atMs / 1000),
  };
}

export const stopOf = (ended) => retriage.verdictOf(ended.response ?? ended.error)?.stop;

/** Collects rejections that nobody handles, over the life of a test. */
export function watchRejections(t) {
  const seen = [];
  const see = (reason) => seen.push(reason);
  process.on('unhandledRejection', see);
  t.after(() => process.off('unhandledRejection', see));
  return async () => {
    for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
    assert.deepEqual(seen, []);
  };
}
