// Batches: what is begun, what becomes of each item, what a result holds, and how a run goes on from one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi } from '../../pkg/src/api.js';
import { noneYet } from '../../pkg/src/slim.js';
import { ADDRESS, setUp, watchRejections } from './client.mjs';
import { retriage } from './installed.mjs';

const { createClient } = retriage;
const list = (count) => Array.from({ length: count }, (_, i) => i);
const get = (item, { fetch }) => fetch(`${ADDRESS}/${item}`);
const CAPPED = { status: 429, body: 'Your project has exceeded its monthly spending cap.' };
const limited = (seconds) => ({ status: 429, headers: { 'retry-after': `${seconds}` } });

/** A client, and `go(items, work, options)`, which runs a batch and sees to it that no timer is left. */
function batches(script, options) {
  const set = setUp(script, options);
  return {
    ...set,
    async go(...given) {
      const result = await set.runtime.run(set.client.batch(...given));
      assert.equal(set.runtime.pending, 0, 'a timer is left');
      assert.deepEqual(JSON.parse(JSON.stringify(result)), result, 'a result is JSON');
      return result;
    },
  };
}

const indexes = (entries) => entries.map(({ index }) => index);

test('a result tells why an item failed, and no key that the error names', async () => {
  const { go } = batches([]);
  const { failed } = await go(['a'], async () => {
    throw new Error('no row 17 for sk-proj-0123456789abcdef0123456789');
  });
  assert.match(failed[0].message, /^no row 17 for xx-/);
  assert.doesNotMatch(JSON.stringify(failed), /0123456789abcdef/);
});

test('at most concurrency items are under way, and results stand in the order of the items', async () => {
  let running = 0;
  let most = 0;
  const { go, runtime } = batches([]);
  const { done, next, stopped } = await go(list(20), async (item) => {
    most = Math.max(most, running += 1);
    await runtime.sleep(20 - item);
    running -= 1;
    return item * 2;
  }, { concurrency: 3 });
  assert.equal(most, 3);
  assert.deepEqual(done.map(({ index, value }) => [index, value]), list(20).map((i) => [i, i * 2]));
  assert.deepEqual([next, stopped], [20, null]);
});

test('four are under way by default', async () => {
  const { client } = setUp([]);
  let begun = 0;
  void client.batch(list(9), () => new Promise(() => { begun += 1; }));
  await new Promise(setImmediate);
  assert.equal(begun, 4);
});

test('every kind of iterable is read one item at a time, and no further than is worked on', async () => {
  const kinds = [
    () => list(5), () => new Set(list(5)),
    function* () { yield* list(5); },
    async function* () { yield* list(5); },
    () => ({ [Symbol.asyncIterator]: () => {
      let at = 0;
      let asked = false;
      return { async next() {
        assert.equal(asked, false, 'asked twice at one time');
        asked = true;
        await null;
        asked = false;
        return { done: at === 5, value: at++ };
      } };
    } }),
  ];
  for (const kind of kinds) {
    const { done } = await batches([]).go(kind(), (item) => item, { concurrency: 3 });
    assert.deepEqual(done.map(({ value }) => value), list(5));
  }
  let read = 0;
  let closed = false;
  function* endless() {
    try {
      for (;;) yield read++;
    } finally {
      closed = true;
    }
  }
  const { notStarted, next } = await batches(() => CAPPED).go(endless(), get, { concurrency: 2 });
  assert.equal(read, 2);
  assert.deepEqual(indexes(notStarted), [0, 1]);
  assert.equal(next, 2);
  assert.ok(closed, 'the iterator is told that no more is wanted');
});

test('a response that the work returns is read, and is a failure where it is a failed one', async () => {
  const { go } = batches([{ body: { a: 1 } }, { body: 'text' }, { headers: { 'content-type': 'application/json' }, body: 'no json' }, 204, { status: 404, body: 'none' }]);
  const { done, failed } = await go(list(5), get, { concurrency: 1 });
  assert.deepEqual(done.map(({ value }) => value), [{ a: 1 }, 'text', 'no json', '']);
  assert.deepEqual([failed[0].index, failed[0].verdict.reason], [4, 'not_found']);
  const plain = await batches([]).go([1], () => new Response(CAPPED.body, { status: 429 }));
  assert.equal(plain.stopped.verdict.reason, 'spend_cap', 'also one of another fetch');
});

test('what the work throws is judged by its last call that failed, else by itself', async () => {
  const { go } = batches([CAPPED]);
  const { stopped } = await go([1], async (item, context) => {
    const response = await get(item, context);
    if (!response.ok) throw new Error('no luck');
  });
  assert.deepEqual([stopped.why, stopped.verdict.reason, stopped.message], ['persists', 'spend_cap', 'no luck']);
  const own = await batches([]).go([1], () => { throw new Error('insufficient_quota'); });
  assert.equal(own.stopped.verdict.class, 'exhausted');
  const odd = await batches([]).go([1, 2], (item) => { throw item === 1 ? null : 'odd'; });
  assert.deepEqual(odd.failed.map(({ verdict }) => verdict.class), ['unknown', 'unknown']);
});

test('an item that fails by itself is a failure, and the batch goes on', async () => {
  const { go } = batches([200, { status: 400, body: 'bad' }, 200]);
  const { done, failed, notStarted, stopped } = await go(list(3), get, { concurrency: 1 });
  assert.deepEqual([indexes(done), indexes(failed), notStarted, stopped], [[0, 2], [1], [], null]);
  const { id, tries, verdict, message } = failed[0];
  assert.deepEqual([id, tries, verdict.class, verdict.attempts], ['1', 1, 'permanent', 1]);
  assert.equal(message, verdict.explain);
  assert.equal(verdict.evidence, undefined, 'evidence quotes bodies');
});

test('what was under way at a stop may still succeed, and is for the next run where it does not', async () => {
  const { go } = batches(({ url }) => ({ 0: CAPPED, 1: { delayMs: 50 }, 2: { delayMs: 60, status: 400 } })[url.at(-1)]);
  const { done, failed, notStarted, stopped } = await go(list(6), get, { concurrency: 3 });
  assert.deepEqual([indexes(done), failed, indexes(notStarted)], [[1], [], [0, 2, 3, 4, 5]]);
  assert.deepEqual(notStarted.map(({ tries }) => tries), [1, 1, 0, 0, 0]);
  assert.deepEqual([stopped.why, stopped.index, stopped.id], ['persists', 0, '0']);
});

test('items in a row that fail by the same rule stop it', async () => {
  const { go } = batches(() => ({ status: 400, body: 'bad' }));
  const { failed, notStarted, stopped } = await go(list(9), get, { concurrency: 1 });
  assert.deepEqual([failed.length, notStarted.length, stopped.why], [4, 5, 'same']);
  const two = await batches(() => ({ status: 400, body: 'bad' }), { stopAfterSame: 9 }).go(list(9), get, { concurrency: 1, stopAfterSame: 2 });
  assert.deepEqual([two.failed.length, two.notStarted.length], [1, 8]);
});

test('a call waits for the gates however long, and its time begins after that', async () => {
  const { client, go, fetch, sentAt } = batches([limited(59), ...Array(9).fill({ delayMs: 900 })], { retryForMs: 5_000, deadlineMs: 1_000 });
  await fetch();
  await assert.rejects(client.fetch(ADDRESS), { code: 'queue_timeout' });
  const { done } = await go(list(9), get, { concurrency: 9 });
  assert.equal(done.length, 9);
  assert.ok(sentAt().at(-1) > 62, `${sentAt().at(-1)}`);
});

test('an outage is waited for, item by item, and ends in a stop that can be resumed', async () => {
  const { go, runtime } = batches(() => ({ status: 500 }));
  const result = await go(list(50), get, { concurrency: 1, stopAfterSame: 8 });
  assert.equal(result.stopped.why, 'same');
  assert.ok(runtime.monotonic() > 30_000, 'the circuit was open in between');
  assert.deepEqual([result.failed.length, result.notStarted.length], [7, 43]);
});

test('interactive calls go before those of a batch', async () => {
  const order = [];
  const { client, runtime } = setUp(({ url }) => {
    order.push(url.split('/').at(-1));
    return { delayMs: 2_000 };
  }, { concurrency: 1 });
  const batch = client.batch(list(5), get, { concurrency: 5 });
  await runtime.advance(1_000);
  const one = client.fetch(`${ADDRESS}/quick`);
  await runtime.run(Promise.all([batch, one]));
  assert.equal(order.indexOf('quick'), 1, `${order}`);
});

test('the work is told its item, its try, and a key that is the same in each run', async () => {
  const { go, runtime } = batches([200, CAPPED, 200, 200, 200], { idempotencyKey: true });
  const seen = [];
  const work = (item, context) => {
    seen.push({ item, id: context.id, index: context.index, attempt: context.attempt, key: context.key, aborted: context.signal.aborted });
    return context.fetch(ADDRESS, { method: 'POST', body: item });
  };
  const resume = await go(['a', 'b'], work, { concurrency: 1, id: (item, index) => `${item}${index}` });
  // The client remembers the cap, so another one goes on.
  const next = batches([200], { idempotencyKey: true });
  await next.go(['a', 'b'], work, { concurrency: 1, id: (item, index) => `${item}${index}`, resume });
  assert.deepEqual(seen.map(({ item, id, index, attempt }) => [item, id, index, attempt]), [['a', 'a0', 0, 1], ['b', 'b1', 1, 1], ['b', 'b1', 1, 2]]);
  assert.equal(seen[1].key, seen[2].key);
  assert.notEqual(seen[0].key, seen[1].key);
  const sent = [...runtime.calls, ...next.runtime.calls].map(({ headers }) => headers['idempotency-key']);
  assert.match(sent[0], /^[0-9a-f]{32}$/);
  assert.equal(sent[1], sent[2]);
  assert.equal(new Set(sent).size, 2);
});

test('each run of a chain in an item has keys of its own, the same in each run of the batch', async () => {
  const keys = async (resume) => {
    const { client, runtime } = setUp(() => 200, { idempotencyKey: true });
    const chain = client.fallback([{ name: 'a', prepare: (item) => ({ input: ADDRESS, init: { method: 'POST', body: item } }) }]);
    const work = async (item, context) => {
      await context.chain('one');
      await context.chain('two');
      return item;
    };
    await runtime.run(client.batch([1], work, { chain, resume }));
    return runtime.calls.map(({ headers }) => headers['idempotency-key']);
  };
  const resume = { version: 1, batch: 'name', next: 0, done: [], failed: [], notStarted: [], stopped: null, resumeAt: null };
  const first = await keys(resume);
  assert.equal(new Set(first).size, 2);
  assert.deepEqual(await keys(resume), first);
  assert.notDeepEqual(await keys(), first);
});

test('calls of one item have keys of their own, and a caller\'s key stays', async () => {
  const { go, runtime } = batches(() => 200, { idempotencyKey: true });
  await go([1], async (_, { fetch }) => {
    await fetch(ADDRESS, { method: 'POST' });
    await fetch(ADDRESS, { method: 'POST' });
    await fetch(ADDRESS, { method: 'POST', headers: { 'Idempotency-Key': 'mine' } });
    await fetch(ADDRESS, { method: 'POST', retriage: { idempotencyKey: 'ours' } });
    return 'done';
  });
  const keys = runtime.calls.map(({ headers }) => headers['idempotency-key']);
  assert.equal(new Set(keys).size, 4);
  assert.deepEqual(keys.slice(2), ['mine', 'ours']);
  const without = batches(() => 200);
  await without.go([1], get);
  assert.equal(without.runtime.calls[0].headers['idempotency-key'], undefined);
});

test('a chain serves it, stops it only where all persist, and the soonest recovery is when to resume', async () => {
  const host = (name) => ({ name, prepare: (item) => `https://${name}.example/${item}` });
  const until = (seconds) => ({ status: 429, headers: { 'retry-after': `${seconds}` }, body: 'requests per day' });
  const { client, runtime } = setUp(({ url }) => {
    const [, name, item] = url.match(/\/\/(\w)\.example\/(\d)/);
    if (name === 'a') return item < 2 ? 200 : item < 4 ? { status: 400, body: 'bad' } : until(7_200);
    return item < 3 ? 200 : until(3_600);
  });
  const chain = client.fallback([host('a'), host('b')]);
  const result = await runtime.run(client.batch(list(7), async (item, context) => (await context.chain(item)).value, { chain, concurrency: 1 }));
  assert.deepEqual(result.done.map(({ index, provider }) => [index, provider]), [[0, 'a'], [1, 'a'], [2, 'b']]);
  assert.deepEqual(indexes(result.failed), [3], 'a bad request there and a cap here');
  assert.deepEqual(indexes(result.notStarted), [4, 5, 6]);
  assert.equal(result.stopped.why, 'persists');
  assert.ok(Math.abs(result.resumeAt - runtime.now() - 3_600_000) < 1_000);
});

test('what a run has done is not done again, and what failed only where that is asked', async () => {
  const first = await batches([200, { status: 400 }, CAPPED]).go(list(5), get, { concurrency: 1 });
  assert.deepEqual([indexes(first.done), indexes(first.failed), indexes(first.notStarted)], [[0], [1], [2, 3, 4]]);
  const second = batches(() => ({ body: 'again' }));
  const result = await second.go(list(5), get, { resume: first });
  assert.deepEqual(second.runtime.calls.map(({ url }) => url.at(-1)).sort(), ['2', '3', '4']);
  assert.deepEqual([indexes(result.done), indexes(result.failed), result.notStarted], [[0, 2, 3, 4], [1], []]);
  const third = batches(() => 200);
  const tries = [];
  const all = await third.go(list(5), (item, context) => {
    tries.push([item, context.attempt]);
    return get(item, context);
  }, { resume: result, retryFailed: true });
  assert.deepEqual(tries, [[1, 2]], 'the count of tries is kept');
  assert.deepEqual([indexes(all.done), all.failed, all.batch], [list(5), [], first.batch]);
});

test('a result can be written at any moment and gone on from', async () => {
  const moments = [];
  const { go } = batches(({ url }) => ({ delayMs: 100 - 7 * Number(url.at(-1)), status: url.endsWith('3') ? 400 : 200 }));
  await go(list(10), get, { concurrency: 3, onProgress: (_, result) => moments.push(JSON.stringify(result())) });
  assert.equal(moments.length, 12, 'at the start, after each item, at the end');
  for (const moment of moments) {
    const resume = JSON.parse(moment);
    const { go: again, runtime } = batches(() => 200);
    const { done, failed, notStarted, next } = await again(list(10), get, { resume });
    const asked = runtime.calls.map(({ url }) => Number(url.at(-1)));
    for (const index of [...indexes(resume.done), ...indexes(resume.failed)]) assert.ok(!asked.includes(index), moment);
    assert.deepEqual([...indexes(done), ...indexes(failed)].sort(), list(10), 'no item is lost');
    assert.deepEqual([notStarted, next], [[], 10]);
  }
});

test('a batch is resumed with its own items only', async () => {
  const resume = await batches([200, CAPPED]).go(['a', 'b'], get, { concurrency: 1, id: (item) => item });
  for (const items of [['b', 'a'], ['a', 'c']]) {
    await assert.rejects(batches(() => 200).go(items, get, { resume, id: (item) => item }), { name: 'TypeError', message: /^item \d is ".", and was|^item \d is "." and was "." in the run to resume/ });
  }
});

test('progress is consistent at every moment, and fit for a bar', async () => {
  const seen = [];
  const { go, runtime } = batches(({ url }) => ({ delayMs: 1_000, status: url.endsWith('/5') ? 400 : 200 }));
  await go(list(40), get, { concurrency: 2, onProgress: (progress) => seen.push({ ...progress, now: runtime.now() }) });
  for (const { done, failed, left, total, running } of seen) {
    assert.equal(done + failed + left, total);
    assert.ok(running <= Math.min(2, left));
  }
  assert.deepEqual([seen[0].done, seen[0].left, seen.at(-1).done, seen.at(-1).failed, seen.at(-1).left], [0, 40, 39, 1, 0]);
  const half = seen[20];
  assert.ok(Math.abs(half.perSecond - 2) < 0.2, `${half.perSecond}`);
  assert.ok(Math.abs(half.endsAt - half.now - 10_000) < 1_500);
  const open = [];
  await batches(() => 200).go(list(3)[Symbol.iterator](), get, { onProgress: (progress) => open.push(progress) });
  assert.deepEqual([open[0].total, open[0].left, open[0].endsAt], [null, null, null]);
  const told = [];
  await batches(() => 200).go(list(3)[Symbol.iterator](), get, { total: 3, onProgress: (progress) => told.push(progress.left) });
  assert.deepEqual(told, [3, 2, 1, 0, 0]);
  await batches(() => 200).go([1], get, { onProgress() { throw new Error('ignored'); } });
});

test('onResult takes each result as it ends, and the batch holds none', async () => {
  const taken = [];
  let under = 0;
  const { go } = batches(({ url }) => ({ status: url.endsWith('2') ? 400 : 200, body: 'x' }));
  const result = await go(list(5), get, {
    concurrency: 1,
    async onResult(entry) {
      under += 1;
      await null;
      assert.equal(under, 1);
      under -= 1;
      taken.push(entry);
    },
  });
  assert.deepEqual(taken.map(({ state, index, value }) => [state, index, value]), [['done', 0, 'x'], ['done', 1, 'x'], ['failed', 2, undefined], ['done', 3, 'x'], ['done', 4, 'x']]);
  assert.deepEqual([result.done, indexes(result.failed), result.next], [[], [2], 5]);
  const again = batches(() => 200);
  await again.go(list(5), get, { resume: result });
  assert.equal(again.runtime.calls.length, 0);
});

test('what onResult, the iterable or id throws ends the batch with it', async (t) => {
  const handled = watchRejections(t);
  const full = new Error('disk full');
  const fail = () => { throw full; };
  const { client, runtime } = setUp(() => ({ delayMs: 5 }));
  let begun = 0;
  const work = (item, context) => {
    begun += 1;
    return get(item, context);
  };
  await assert.rejects(runtime.run(client.batch(list(50), work, { onResult: fail })), full);
  assert.ok(begun <= 4, `${begun}`);
  await assert.rejects(runtime.run(client.batch((function* () { yield 1; fail(); })(), work)), full);
  await assert.rejects(runtime.run(client.batch([1], work, { id: fail })), full);
  await handled();
});

test('an abort ends it at once, and what was under way is for the next run', async (t) => {
  const handled = watchRejections(t);
  const controller = new AbortController();
  const { client, runtime } = setUp(({ url }) => (url.endsWith('/0') ? 200 : { delayMs: Infinity }));
  let inside;
  const run = client.batch(list(9), (item, context) => {
    inside = context.signal;
    return item === 2 ? new Promise(() => {}) : get(item, context);
  }, { signal: controller.signal, concurrency: 2 });
  await runtime.advance(1_000);
  controller.abort(new Error('enough'));
  const result = await runtime.run(run);
  assert.deepEqual([indexes(result.done), indexes(result.notStarted), result.stopped], [[0], [1, 2, 3, 4, 5, 6, 7, 8], { why: 'aborted' }]);
  assert.deepEqual(result.notStarted.map(({ tries }) => tries), [1, 1, 0, 0, 0, 0, 0, 0]);
  assert.equal(inside.reason.message, 'enough');
  assert.equal(runtime.pending, 0);
  const none = await client.batch(list(2), get, { signal: AbortSignal.abort() });
  assert.deepEqual(indexes(none.notStarted), [0, 1]);
  await handled();
});

test('an abort ends the wait for an iterable that gives nothing', async () => {
  const controller = new AbortController();
  const { client } = setUp([]);
  const run = client.batch({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }, get, { signal: controller.signal });
  controller.abort();
  assert.deepEqual((await run).stopped, { why: 'aborted' });
});

test('misuse is a TypeError that says what is wrong', async () => {
  const { client } = setUp([]);
  const work = () => 1;
  for (const [given, message] of [
    [[5, work], 'batch takes an iterable or an async iterable of items, got 5'],
    [['abc', work], 'batch takes an iterable or an async iterable of items, got "abc"'],
    [[[1]], 'batch takes a function that works on an item, got undefined'],
    [[[1], work, { concurrency: 0 }], "option 'concurrency' must be an integer, 1 or more, got 0"],
    [[[1], work, { concurency: 2 }], "unknown option \"concurency\"; did you mean 'concurrency'?"],
    [[[1], work, { resume: {} }], "option 'resume' must be the result of an earlier run, got an object"],
    [[[1], work, { chain: {} }], "option 'chain' must be what fallback returns, got an object"],
  ]) {
    await assert.rejects(client.batch(...given), { name: 'TypeError', message });
  }
  const { client: coreless } = setUp([], {}, {}, createApi(noneYet));
  await assert.rejects(coreless.batch([1], work), { code: 'unavailable' });
});

test('a batch keeps nothing of its client but what it was given', async () => {
  const { client, go } = batches(() => 200);
  await go(list(3), get);
  assert.equal((await createClient().batch([], get)).next, 0);
  client.close();
  const { failed } = await client.batch([1], get);
  assert.match(failed[0].message, /closed/);
});
