// Chains of providers: whom a run asks, when it waits, how it fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi } from '../../pkg/src/api.js';
import { noneYet } from '../../pkg/src/slim.js';
import { setUp } from './client.mjs';
import { createTestRuntime, retriage } from './installed.mjs';

const { createClient, isRetriageError, verdictOf } = retriage;
const at = (host) => (item) => `https://${host}.example/v1/${item}`;
const provider = (name, more) => ({ name, prepare: at(name), ...more });
const limited = (seconds) => ({ status: 429, headers: { 'retry-after': `${seconds}` } });
const CAPPED = { status: 429, body: 'Your project has exceeded its monthly spending cap.' };
const down = { status: 503 };

/** A client whose hosts answer from scripts of their own, and a chain through them. */
function chained(scripts, options, providers = Object.keys(scripts).map((name) => provider(name))) {
  const hostOf = ({ url }) => new URL(url).hostname.split('.')[0];
  const set = setUp((call) => scripts[hostOf(call)].shift() ?? 200, options);
  const chain = set.client.fallback(providers);
  return {
    ...set,
    chain,
    asked: () => set.runtime.calls.map(hostOf).join(' '),
    async go(input = 'x', given = undefined) {
      try {
        const ended = await set.runtime.run(chain.run(input, given));
        assert.equal(set.runtime.pending, 0, 'a timer is left');
        return ended;
      } catch (error) {
        assert.equal(set.runtime.pending, 0, 'a timer is left');
        return { error };
      }
    },
  };
}

test('the first that answers serves, and the next run begins with the first again', async () => {
  const { go, asked } = chained({ a: [400, 200], b: [] });
  const { provider: by, value } = await go();
  assert.deepEqual([by, value.status], ['b', 200]);
  assert.equal((await go()).provider, 'a');
  assert.equal(asked(), 'a b a');
});

test('what is not transient moves on at once, and so does a wait over switchAfterMs', async () => {
  for (const first of [{ status: 401 }, CAPPED, 'odd', limited(6)]) {
    const { go, asked, runtime } = chained({ a: [first === 'odd' ? new Error('something odd') : first], b: [] });
    assert.equal((await go()).provider, 'b');
    assert.equal(asked(), 'a b');
    assert.deepEqual(runtime.sleeps, []);
  }
});

test('other failures have two attempts while another is left, and all for the last', async () => {
  const { go, asked } = chained({ a: [down, down, down], b: Array(9).fill(down) });
  const { error } = await go();
  assert.equal(asked(), 'a a b b b b b');
  assert.equal(error.code, 'all_failed');
});

test('switchAfterMs is an option of the client and of a run', async () => {
  const patient = chained({ a: [limited(6)], b: [] }, { switchAfterMs: 10_000 });
  assert.equal((await patient.go()).provider, 'a');
  const hasty = chained({ a: [limited(2)], b: [] });
  assert.equal((await hasty.go('x', { switchAfterMs: 1_000 })).provider, 'b');
});

test('a pause that another call met moves on as well, and costs no call', async () => {
  const { go, asked } = chained({ a: [limited(30)], b: [] });
  await go();
  assert.equal((await go()).provider, 'b');
  assert.equal(asked(), 'a b b');
});

test('an exhausted account costs no further call until it may have been repaired', async () => {
  const { go, asked, runtime } = chained({ a: [CAPPED], b: [] });
  await go();
  assert.equal((await go()).provider, 'b');
  await runtime.advance(300_000);
  assert.equal((await go()).provider, 'a', 'a provider that has recovered is used again');
  assert.equal(asked(), 'a b b a');
});

test('an open circuit moves on at once, and its provider is asked again when it is tried', async () => {
  const { client, go, asked, runtime } = chained({ a: Array(25).fill({ status: 500 }), b: [...Array(5).fill(CAPPED)] }, { retryBudget: false });
  for (let i = 0; i < 5; i += 1) await runtime.run(client.fetch(at('a')('y'), { retriage: { attempts: 1 } }));
  runtime.calls.length = 0;
  const before = runtime.monotonic();
  const { error } = await go();
  assert.equal(asked(), 'b a', 'the open circuit, the capped one, then the probe after 30 s');
  assert.ok(runtime.monotonic() - before >= 30_000);
  assert.equal(error.code, 'all_failed');
});

test('when all have failed the soonest is asked again, with its wait as a floor', async () => {
  const { go, asked, sentAt } = chained({ a: [limited(30)], b: [limited(9)], c: [CAPPED] });
  assert.equal((await go()).provider, 'b');
  assert.equal(asked(), 'a b c b');
  assert.ok(sentAt()[3] >= 9.5 && sentAt()[3] < 12, `${sentAt()[3]}`);
});

test('all_failed has every verdict, and speaks by the most hopeful', async () => {
  const { go } = chained({ a: [CAPPED], b: [limited(50), limited(50), limited(50)], c: [{ status: 400, body: 'bad' }] }, { retryForMs: 20_000 });
  const { error } = await go();
  assert.ok(isRetriageError(error));
  assert.equal(error.code, 'all_failed');
  assert.deepEqual(error.failures.map(({ provider: name, verdict }) => [name, verdict.class]), [['a', 'exhausted'], ['b', 'transient'], ['c', 'permanent']]);
  assert.equal(await error.failures[2].response.text(), 'bad');
  const verdict = verdictOf(error);
  assert.deepEqual([verdict.class, verdict.stopsBatch, verdict.attempts], ['transient', false, 3]);
  assert.equal(verdict.retryAt, error.failures[1].verdict.retryAt);
  assert.match(error.message, /^every provider failed\. a: .+ b: .+ c: /);
  assert.deepEqual(Object.keys(error).filter((key) => key !== 'name' && key !== 'code'), []);
});

test('stopsBatch of all_failed is one condition over the list', async () => {
  const model = { status: 404, body: { error: { code: 'model_not_found', message: 'no such model' } } };
  for (const [answers, stops] of [[[CAPPED, CAPPED], true], [[model, CAPPED], true], [[{ status: 400 }, CAPPED], false], [[CAPPED, new Error('odd')], false]]) {
    const { go } = chained({ a: [answers[0]], b: [answers[1]] });
    assert.equal(verdictOf((await go()).error).stopsBatch, stops);
  }
});

test('the window spans all, and one provider has half of it', async () => {
  const hang = { delayMs: Infinity };
  const { go, sentAt, asked } = chained({ a: [hang], b: [hang] }, { deadlineMs: 60_000 });
  const { error } = await go();
  assert.equal(asked(), 'a b');
  assert.deepEqual(sentAt(), [0, 30]);
  assert.deepEqual(error.failures.map(({ error: one }) => one.code), ['timeout', 'timeout']);
});

test('nothing is repeated at a provider that may have acted, and the next is asked all the same', async () => {
  const reset = () => Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) });
  const post = (name) => ({ name, prepare: (item) => new Request(at(name)(item), { method: 'POST', body: item }) });
  const { go, asked, runtime } = chained({ a: [reset()], b: [limited(1)] }, {}, [post('a'), post('b')]);
  assert.equal((await go('hello')).provider, 'b');
  assert.equal(asked(), 'a b b');
  assert.deepEqual(runtime.calls.map(({ body }) => body), ['hello', 'hello', 'hello'], 'a Request is made anew or copied');
});

test('a provider is sent one idempotency key in all of its turns, and another in the next run', async () => {
  const post = (name) => ({ name, prepare: (item) => ({ input: at(name)(item), init: { method: 'POST' } }) });
  const { go, asked, runtime } = chained({ a: [{ status: 502, headers: { 'retry-after': '9' } }], b: [CAPPED] }, { idempotencyKey: true }, [post('a'), post('b')]);
  await go();
  await go();
  assert.equal(asked(), 'a b a a', 'a 502 that says when is asked again, since the key makes it safe');
  const [first, other, again, next] = runtime.calls.map(({ headers }) => headers['idempotency-key']);
  assert.equal(first, again);
  assert.equal(new Set([first, other, next]).size, 3);
});

test('call has the attempts of run, under the provider\'s name, and its errors are judged', async () => {
  const { client, runtime } = setUp([]);
  const seen = [];
  const busy = () => Object.assign(new Error('slow down'), { status: 429, headers: { 'retry-after': '30' } });
  const chain = client.fallback([
    { name: 'sdk', call(input, { attempt, signal, timeoutMs }) {
      seen.push([input, attempt, signal instanceof AbortSignal, timeoutMs]);
      throw busy();
    } },
    { name: 'other', call: (input) => `${input}!` },
  ]);
  assert.deepEqual(await runtime.run(chain.run('hi')), { provider: 'other', value: 'hi!' });
  assert.deepEqual(await runtime.run(chain.run('again')), { provider: 'other', value: 'again!' });
  assert.deepEqual(seen, [['hi', 1, true, 300_000]], 'the second run knows of the pause');
});

test('a failed response that call returns is a failure', async () => {
  const { client, runtime } = setUp([]);
  const chain = client.fallback([
    { name: 'a', call: () => new Response('Your project has exceeded its monthly spending cap.', { status: 429 }) },
    { name: 'b', call: () => new Response('ok') },
  ]);
  assert.equal((await runtime.run(chain.run())).provider, 'b');
});

test('an error with partial: true ends the run, since its output is with a reader', async () => {
  const { client, runtime } = setUp([]);
  let asked = 0;
  const cut = Object.assign(new Error('overloaded'), { status: 529, partial: true });
  const chain = client.fallback([{ name: 'a', call: () => { throw cut; } }, { name: 'b', call: () => { asked += 1; } }]);
  await assert.rejects(runtime.run(chain.run()), (error) => error.code === 'all_failed' && error.cause === cut);
  assert.equal(asked, 0);
});

test('each provider has its own client, with its own options', async () => {
  const { client, runtime } = setUp([]);
  const other = createTestRuntime({ script: [{ status: 500 }, 200] });
  const chain = client.fallback([
    { name: 'a', call: () => { throw new Error('odd'); } },
    provider('b', { client: createClient({ runtime: other, attempts: 1, rules: [{ id: 'ours', status: 500, class: 'exhausted', reason: 'plan_limit' }] }) }),
  ]);
  await assert.rejects(runtime.run(chain.run('x')), (error) => error.failures[1].verdict.rule === 'ours');
  assert.equal(other.calls.length, 1);
  assert.equal(runtime.calls.length, 0);
});

test('an abort ends a run at once, in flight and in a wait', async () => {
  for (const scripts of [{ a: [{ delayMs: Infinity }], b: [] }, { a: [limited(9)], b: [CAPPED] }]) {
    const { runtime, chain, asked } = chained(scripts);
    const controller = new AbortController();
    const run = chain.run('x', { signal: controller.signal });
    run.catch(() => {});
    await runtime.advance(1_000);
    const before = asked();
    const reason = new Error('enough');
    controller.abort(reason);
    await assert.rejects(runtime.run(run), reason);
    await runtime.advance(60_000);
    assert.equal(asked(), before);
    assert.equal(runtime.pending, 0);
  }
  const { chain, runtime } = chained({ a: [] });
  await assert.rejects(chain.run('x', { signal: AbortSignal.abort('never') }), (reason) => reason === 'never');
  assert.equal(runtime.calls.length, 0);
});

const keyed = (name, address, key, more) => ({ name, prepare: () => ({ input: address, init: { headers: { authorization: `Bearer ${key}` } } }), ...more });
const OPENAI = 'https://api.openai.com/v1/responses';

test('two keys of one provider are refused before anything is sent, with the reason', async () => {
  const signed = (name, key, signature) => ({ name, prepare: () => new Request('https://bedrock-runtime.us-east-1.amazonaws.com/x', {
    headers: { authorization: `AWS4-HMAC-SHA256 Credential=${key}/20261130/us-east-1/bedrock/aws4_request, Signature=${signature}` },
  }) });
  for (const [pair, refused] of [
    [[keyed('one', OPENAI, 'k1'), keyed('two', OPENAI, 'k2')], true],
    [[keyed('one', OPENAI, 'k1'), keyed('two', 'https://eu.api.openai.com/v1/responses', 'k2')], true],
    [[keyed('one', 'https://own.example/a', 'k1'), keyed('two', 'https://own.example/b', 'k2')], true],
    [[signed('one', 'AKIA1', 'a'), signed('two', 'AKIA2', 'b')], true],
    [[signed('one', 'AKIA1', 'a'), signed('two', 'AKIA1', 'b')], false],
    [[keyed('one', OPENAI, 'k1'), keyed('two', OPENAI, 'k1')], false],
    [[keyed('one', OPENAI, 'k1'), keyed('two', 'https://api.anthropic.com/v1/messages', 'k2')], false],
  ]) {
    const runtime = createTestRuntime({ script: () => 200 });
    const run = runtime.run(createClient({ runtime }).fallback(pair).run('x'));
    if (refused) {
      await assert.rejects(run, { name: 'TypeError', message: /^providers "one" and "two" are two keys of one provider\..*refused/ });
      assert.equal(runtime.calls.length, 0);
    } else {
      assert.equal((await run).provider, 'one');
    }
  }
});

test('two keys of one account are no two accounts, where the clients say so', async () => {
  const runtime = createTestRuntime({ script: [{ status: 400 }, 200] });
  const client = createClient({ runtime, key: 'our subscription' });
  const chain = client.fallback([keyed('west', 'https://west.openai.azure.com/x', 'k1'), keyed('east', 'https://east.openai.azure.com/x', 'k2')]);
  assert.equal((await runtime.run(chain.run('x'))).provider, 'east');
});

test('a request that shows another key only later is refused too', async () => {
  const runtime = createTestRuntime({ script: () => ({ status: 400 }) });
  const second = { name: 'two', prepare: (input) => ({ input: OPENAI, init: { headers: { authorization: `Bearer ${input}` } } }) };
  const chain = createClient({ runtime }).fallback([keyed('one', OPENAI, 'k1'), second]);
  await assert.rejects(runtime.run(chain.run('k1')), { code: 'all_failed' });
  await assert.rejects(runtime.run(chain.run('k2')), { name: 'TypeError' });
  assert.equal(runtime.calls.length, 3);
});

test('misuse is a TypeError that says what is wrong', async () => {
  const { client } = setUp([]);
  const call = () => 1;
  for (const [given, message] of [
    [undefined, 'fallback takes an array of providers, got undefined'],
    [[], 'fallback takes an array of providers, got an array'],
    [[null], 'providers[0].name must be a name, got undefined'],
    [[{ name: 'a', call }, { name: 'a', call }], 'providers[1].name must be a name of its own, got "a"'],
    [[{ name: 'a' }], 'providers[0] must be a provider with one function, prepare or call, got an object'],
    [[{ name: 'a', call, prepare: call }], 'providers[0] must be a provider with one function, prepare or call, got an object'],
    [[{ name: 'a', call, client: {} }], 'providers[0].client must be what createClient of this package returns, got an object'],
  ]) {
    assert.throws(() => client.fallback(given), { name: 'TypeError', message });
  }
  const chain = client.fallback([{ name: 'a', prepare: () => 7 }]);
  await assert.rejects(chain.run('x'), { name: 'TypeError', message: 'prepare of provider "a" must return a Request or { input, init }, got 7' });
  await assert.rejects(chain.run('x', { switchAfter: 1 }), { name: 'TypeError', message: "unknown option \"switchAfter\"; did you mean 'switchAfterMs'?" });
  const broken = new Error('prepare is broken');
  await assert.rejects(client.fallback([{ name: 'a', prepare() { throw broken; } }, { name: 'b', call }]).run('x'), broken);
});

test('without a core each provider is asked once, in order', async () => {
  const { client, runtime } = setUp([500, new Error('odd'), 200], {}, {}, createApi(noneYet));
  const chain = client.fallback(['a', 'b', 'c'].map((name) => provider(name)));
  const { provider: by, value } = await runtime.run(chain.run('x'));
  assert.deepEqual([by, value.status, runtime.calls.length], ['c', 200, 3]);
  runtime.script(500, 500, 500);
  await assert.rejects(runtime.run(chain.run('x')), { code: 'all_failed' });
});
