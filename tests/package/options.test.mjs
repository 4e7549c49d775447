import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retriage } from './installed.mjs';

const { classify, nextDelay, parseRetryAfter, readMeters, toCase } = retriage;
const RULE = { id: 'a', status: 500, class: 'transient', reason: 'overloaded' };

/** What is called, and the whole sentence that it answers. */
const MISUSE = [
  [() => classify('a', null), 'options must be an object, got null'],
  [() => classify('a', 5), 'options must be an object, got 5'],
  [() => classify('a', { stict: true }), "unknown option \"stict\"; did you mean 'strict'?"],
  [() => classify('a', { max_server_wait: 1 }), "unknown option \"max_server_wait\"; did you mean 'maxServerWaitMs'?"],
  [() => classify('a', { strict: 1 }), "option 'strict' must be true or false, got 1"],
  [() => classify('a', { maxServerWaitMs: -1 }), "option 'maxServerWaitMs' must be a number of milliseconds, 0 or more, got -1"],
  [() => classify('a', { maxServerWaitMs: '60' }), "option 'maxServerWaitMs' must be a number of milliseconds, 0 or more, got \"60\""],
  [() => classify('a', { now: NaN }), "option 'now' must be a finite number of milliseconds since 1970, got NaN"],
  [() => classify('a', { rules: {} }), "option 'rules' must be an array of rules, got an object"],
  [() => classify('a', { rules: [null] }), "option 'rules[0]' must be a rule, got null"],
  [() => classify('a', { rules: [RULE, { ...RULE, id: '' }] }), "option 'rules[1].id' must be a name, got \"\""],
  [() => classify('a', { rules: [{ ...RULE, stats: 5 }] }), "option 'rules[0]': unknown field \"stats\"; did you mean 'status'?"],
  [() => classify('a', { rules: [{ ...RULE, status: '500' }] }), "option 'rules[0].status' must be an HTTP status or a list of them, got \"500\""],
  [() => classify('a', { rules: [{ ...RULE, class: 'fatal' }] }), "option 'rules[0].class' must be one of transient, permanent, exhausted, unknown, got \"fatal\""],
  [() => classify('a', { rules: [{ ...RULE, header: 5 }] }), "option 'rules[0].header' must be a name or { name, value }, got 5"],
  [() => classify('a', { rules: [{ ...RULE, status: undefined }] }), "option 'rules[0]' must say what it matches: status, code, contains or header"],
  [() => classify({ status: 'x' }), 'failure.status must be an HTTP status, got "x"'],
  [() => classify({ status: 42 }), 'failure.status must be an HTTP status, got 42'],
  [() => classify({ headers: 7 }), 'failure.headers must be a Headers instance, a plain object, a Map or pairs, got 7'],
  [() => classify({ message: 7 }), 'failure.message must be a string, got 7'],
  [() => classify({ body: () => '' }), 'failure.body must be a string, bytes or a JSON value, got a function'],
  [() => classify({ url: 7 }), 'failure.url must be a string or a URL, got 7'],
  [() => classify({ now: NaN }), 'failure.now must be a finite number of milliseconds since 1970, got NaN'],
  [() => classify({ now: new Date(NaN) }), 'failure.now must be a finite number of milliseconds since 1970, got an object'],
  [() => classify({ stauts: 429 }), "failure has no part \"stauts\"; did you mean 'status'?"],
  [() => classify(new Response('')), 'failure is a Response, whose body cannot be read at once; use classifyResponse'],
  [() => parseRetryAfter(7), 'value must be a string, got 7'],
  [() => parseRetryAfter('7', NaN), 'now must be a finite number of milliseconds since 1970, got NaN'],
  [() => readMeters(7), 'headers must be a Headers instance, a plain object, a Map or pairs, got 7'],
  [() => readMeters(null), 'headers must be a Headers instance, a plain object, a Map or pairs, got null'],
  [() => readMeters({}, Infinity), 'now must be a finite number of milliseconds since 1970, got Infinity'],
  [() => toCase('a', { provder: 'x' }), "unknown option \"provder\"; did you mean 'provider'?"],
  [() => nextDelay(null, { attempt: 1 }), 'verdict must be what classify returns, got null'],
  [() => nextDelay(classify('a')), 'options must be an object, got undefined'],
  [() => nextDelay(classify('a'), {}), "option 'attempt' must be an integer, 1 or more, got undefined"],
  [() => nextDelay(classify('a'), { attempt: 0 }), "option 'attempt' must be an integer, 1 or more, got 0"],
  [() => nextDelay(classify('a'), { attempt: 1, random: () => NaN }), "option 'random' must return a number from 0 to 1, got NaN"],
];

for (const [misuse, message] of MISUSE) {
  test(`TypeError: ${message}`, () => assert.throws(misuse, { name: 'TypeError', message }));
}

for (const failure of [null, undefined, 3, NaN, true, 10n, Symbol('x'), () => 1, [], [1]]) {
  test(`classify refuses ${typeof failure} ${Array.isArray(failure) ? 'array' : String(failure)} by name`, () => {
    assert.throws(() => classify(failure), { name: 'TypeError', message: /^failure must be a string, an Error or an object/ });
  });
}

test('an option that is undefined has its default', () => {
  assert.equal(classify({ status: 500 }, { strict: undefined, rules: undefined }).retryable, true);
});
