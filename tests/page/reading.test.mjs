// How the page reads what was pasted, what it says of it, and what it knows of others' policies. No browser.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { readPaste } from '../../www/src/read.js';
import { POLICIES, play, seeded } from '../../www/src/policies.js';
import { duration, headline, reasonWords } from '../../www/src/words.js';
import { createServer, scenarios } from '../../www/worker/faults.js';
import { retriage } from '../package/installed.mjs';
import { root } from './served.mjs';

const { classify } = retriage;

/** `[words, where]` of each piece of evidence, as they stand in the pasted text. */
function found(text) {
  const { failure, find } = readPaste(text);
  return classify(failure).evidence.map((evidence) => {
    const range = find(evidence);
    return [range && text.slice(...range), evidence.path ?? evidence.where];
  });
}

test('what curl -i shows is read as status, headers and body, with any line ends', () => {
  for (const end of ['\n', '\r\n']) {
    const text = ['HTTP/1.1 301 Moved', 'location: /x', '', 'HTTP/2 429 ', 'Retry-After:  7', 'x-request-id: 1', '', '{"error":{"code":"slow_down"}}', ''].join(end);
    const { kind, failure } = readPaste(text);
    assert.equal(kind, 'answer');
    assert.deepEqual(failure, { status: 429, headers: [['Retry-After', '7'], ['x-request-id', '1']], body: '{"error":{"code":"slow_down"}}' });
    assert.deepEqual(found(text), [['slow_down', 'error.code'], ['7', 'retry-after']]);
  }
});

test("what curl -v shows is read without curl's remarks", () => {
  const text = '* Connected\n> GET / HTTP/1.1\n> accept: */*\n>\n< HTTP/1.1 429 Too Many Requests\n< retry-after: 7\n<\n{ [5 bytes data]\n{"error":{"code":"slow_down"}}\n* Connection #0 left intact';
  assert.deepEqual(readPaste(text).failure, { status: 429, headers: [['retry-after', '7']], body: '{"error":{"code":"slow_down"}}' });
  assert.deepEqual(found(text), [['slow_down', 'error.code'], ['7', 'retry-after']]);
});

test('evidence inside a case of the corpus is found where the JSON writes it', () => {
  const text = JSON.stringify({ status: 429, body: '{"error":{"code":"organization_spend_limit_exceeded"}}' });
  assert.equal(readPaste(text).kind, 'case');
  assert.deepEqual(found(text), [['organization_spend_limit_exceeded', 'error.code']]);
});

test('JSON is a body, a page is a body, all else is a message', () => {
  assert.deepEqual(readPaste('{"message":"x"}').failure, { body: '{"message":"x"}' });
  assert.equal(readPaste(' <!doctype html><p>').kind, 'page');
  assert.deepEqual(readPaste('{"cut').failure, { message: '{"cut' });
  assert.deepEqual(readPaste('GET / HTTP/1.1 429').failure, { message: 'GET / HTTP/1.1 429' });
});

test('evidence of every case that is pasted as text stands where the page marks it', () => {
  let marked = 0;
  for (const name of readdirSync(`${root}tests/cases`).filter((file) => file.endsWith('.jsonl'))) {
    for (const line of readFileSync(`${root}tests/cases/${name}`, 'utf8').split('\n').filter(Boolean)) {
      const { id, message } = JSON.parse(line);
      if (!message) continue;
      const { failure, find } = readPaste(message);
      for (const evidence of classify(failure).evidence) {
        const range = find(evidence);
        if (!range || !evidence.span) continue;
        marked += 1;
        const words = evidence.text.replace(/…$/, '');
        assert.ok(message.slice(...range).startsWith(words) || message.slice(...range).includes('\\'), `${id}: ${message.slice(...range)} for ${words}`);
      }
    }
  }
  assert.ok(marked > 500, `${marked}`);
});

test('a headline says what to do, and for how long', () => {
  const says = (failure) => headline(classify(failure), undefined, (typeof failure === 'string' ? failure : '')).join(' ');
  assert.equal(says({ status: 429, headers: { 'retry-after': '3' } }), 'Wait 3.0 s, then retry');
  assert.equal(says('on tokens per day (TPD): Limit 1, Used 1. Please try again in 11h46m1.98s'), 'Stop: daily token quota used up, resets in 11 h 46 min');
  assert.equal(says('Your project has exceeded its monthly spending cap.'), 'Stop: spending limit reached');
  assert.equal(says({ status: 404, message: 'The model `x` is no longer available.' }), 'Do not repeat: no such model');
  assert.equal(says({ status: 529 }), 'Back off, then retry');
  assert.equal(says('hello'), 'Undecided: nothing in it is recognised, so no retry');
  assert.equal(says({ status: 503, headers: { 'x-should-retry': 'false' } }), 'Do not repeat: it may pass, but a repeat is not allowed');
});

test('every reason of the corpus has words of its own', () => {
  const reasons = new Set(readdirSync(`${root}tests/cases`).filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(`${root}tests/cases/${file}`, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line).expect.reason)));
  for (const reason of reasons) if (reason !== 'rate_limit') assert.notEqual(reasonWords(reason), reason.replaceAll('_', ' '), reason);
});

test("a length of time is said as the crate's own sentences say it", () => {
  for (const seconds of [0.3, 1, 3.035, 12, 59.94, 60, 61, 3_599, 3_600, 42_361.98, 86_399, 90_000, 418_000]) {
    const { explain } = classify({ status: 429, message: `on tokens per day. Please try again in ${seconds}s` });
    assert.ok(explain.includes(` ${duration(seconds * 1_000)}. `), `${explain} ${duration(seconds * 1_000)}`);
  }
  assert.equal(duration(Number.MAX_SAFE_INTEGER), 'for ever');
});

const ladder = (name, given, attempts = [1, 2, 3]) => {
  const { next } = POLICIES.find((policy) => policy.name === name);
  return attempts.map((attempt) => {
    const { ms, stop } = next({ status: 429, method: 'GET', chance: 0, attempt, ...given, headers: new Map(Object.entries(given.headers ?? {})) });
    return stop ?? ms;
  });
};

test("the others' policies sleep as they are documented", () => {
  assert.deepEqual(ladder('openai', {}), [500, 1_000, 'attempts']);
  assert.deepEqual(ladder('openai', { chance: 1 }), [375, 750, 'attempts']);
  assert.deepEqual(ladder('openai', { headers: { 'retry-after': '7' } }), [7_000, 7_000, 'attempts']);
  assert.deepEqual(ladder('openai', { headers: { 'retry-after': '60' } }, [1]), [60_000]);
  assert.deepEqual(ladder('openai', { headers: { 'retry-after': '61' } }), [500, 1_000, 'attempts']);
  assert.deepEqual(ladder('openai', { headers: { 'retry-after': '7', 'retry-after-ms': '1500' } }, [1]), [1_500]);
  assert.deepEqual(ladder('openai', { status: 400 }, [1]), ['never retries 400']);
  assert.deepEqual(ladder('openai', { headers: { 'x-should-retry': 'false' } }, [1]), ['never retries 429']);
  assert.deepEqual(ladder('ky', {}), [300, 600, 'attempts']);
  assert.deepEqual(ladder('ky', { headers: { 'retry-after': '600' } }, [1]), [600_000]);
  assert.deepEqual(ladder('ky', { headers: { 'x-ratelimit-reset': '30' } }, [1]), [30_000]);
  assert.deepEqual(ladder('ky', { headers: { 'retry-after': '1.5' } }, [1]), [300], 'what is malformed loses its time');
  assert.deepEqual(ladder('ky', { status: 413 }, [1]), ['no Retry-After']);
  assert.deepEqual(ladder('ky', { method: 'POST' }, [1]), ['never retries POST']);
  assert.deepEqual(ladder('ky', { status: 529 }, [1]), ['never retries 529']);
  assert.deepEqual(ladder('a naive loop', { status: 400 }, [1, 2, 3, 4, 5]), [1_000, 2_000, 4_000, 8_000, 'attempts']);
});

test('a call that comes when the server has recovered succeeds', () => {
  const every = (ms) => (attempt) => (attempt > 3 ? { stop: 'attempts' } : { ms });
  const { calls, endMs } = play(every(1_000), { clearsMs: 2_000 });
  assert.deepEqual(calls, [{ at: 0, done: false }, { at: 1_300, done: false }, { at: 2_600, done: true }]);
  assert.equal(endMs, 2_900);
  assert.equal(play(every(1_000), { clearsMs: 2_000, repeats: true }).stop, 'attempts');
});

test('the same seed draws the same numbers, all from 0 to 1', () => {
  const [a, b] = [seeded(7), seeded(7)];
  const drawn = Array.from({ length: 1_000 }, () => a());
  assert.deepEqual(drawn, Array.from({ length: 1_000 }, () => b()));
  assert.ok(drawn.every((chance) => chance >= 0 && chance < 1));
  assert.ok(Math.abs(drawn.reduce((sum, chance) => sum + chance) / 1_000 - 0.5) < 0.05);
});

test("each of the lab's failures is judged as its scenario means it", () => {
  const judged = (scenario, at = 0, asked = 40) => {
    const answer = createServer(scenario);
    const failed = Array.from({ length: asked }, () => answer(at)).find(({ status, body }) => status >= 400 || /event: error/.test(body));
    const { class: kind, reason, scope, waitMs } = classify(failed.status >= 400 ? failed : { status: 200, body: failed.body });
    return [kind, reason, scope, waitMs];
  };
  assert.deepEqual(judged('limit', 3_200), ['transient', 'requests_per_minute', 'model', 7_000]);
  assert.deepEqual(judged('meters', 3_200), ['transient', 'requests_per_minute', 'model', 7_000]);
  assert.deepEqual(judged('overload', 5_000), ['transient', 'overloaded', 'service', null]);
  assert.deepEqual(judged('cap'), ['exhausted', 'spend_cap', 'account', null]);
  assert.deepEqual(judged('outage', 5_000), ['transient', 'overloaded', 'service', null]);
  assert.deepEqual(judged('sse'), ['transient', 'overloaded', 'service', null]);
  assert.deepEqual(scenarios, ['limit', 'meters', 'overload', 'cap', 'outage', 'cut', 'sse']);
});
