import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retriage } from './installed.mjs';

const { classify } = retriage;

const ADVERT = 'Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing';

test('J3: tokens per minute with an advert for billing is transient, 3 035 ms', () => {
  const verdict = classify('Rate limit reached for model `m` in organization `o` on tokens per minute (TPM): '
    + `Limit 12000, Used 9841, Requested 2766. Please try again in 3.035s. ${ADVERT}`);
  assert.equal(verdict.class, 'transient');
  assert.equal(verdict.reason, 'tokens_per_minute');
  assert.equal(verdict.waitMs, 3035);
  assert.equal(verdict.waitSource, 'message');
  assert.equal(verdict.retryable, true);
});

test('J3: the same on tokens per day is exhausted', () => {
  const verdict = classify('Rate limit reached for model `m` in organization `o` on tokens per day (TPD): '
    + `Limit 100000, Used 99410, Requested 1210. Please try again in 8m55.68s. ${ADVERT}`);
  assert.equal(verdict.class, 'exhausted');
  assert.equal(verdict.reason, 'daily_quota');
  assert.equal(verdict.stopsBatch, true);
});

test('J3: a monthly spending cap is exhausted', () => {
  const verdict = classify('Your project has exceeded its monthly spending cap.');
  assert.equal(verdict.class, 'exhausted');
  assert.equal(verdict.reason, 'spend_cap');
});

test('J3: a retired model is permanent, for that model', () => {
  const verdict = classify('404 This model models/gemini-2.0-flash is no longer available.');
  assert.equal(verdict.class, 'permanent');
  assert.equal(verdict.scope, 'model');
  assert.equal(verdict.reason, 'model_not_found');
});

test('a verdict has every field, null where nothing is known', () => {
  const verdict = classify('something odd happened');
  assert.deepEqual(Object.keys(verdict), [
    'class', 'scope', 'reason', 'retryable', 'persists', 'stopsBatch', 'sent', 'waitMs', 'waitSource', 'malformed',
    'retryAt', 'provider', 'confidence', 'rule', 'explain', 'evidence', 'meters',
  ]);
  assert.equal(verdict.class, 'unknown');
  assert.equal(verdict.waitMs, null);
  assert.equal(verdict.rule, null);
  assert.equal(JSON.parse(JSON.stringify(verdict)).retryAt, null);
});

test('the span of evidence cuts its text out of the body, counted in UTF-16 units', () => {
  const body = JSON.stringify({ note: 'né 🙂 \u{10FFFF}', error: { message: 'x', code: 'rate_limit_exceeded' } });
  const verdict = classify({ status: 429, body });
  const piece = verdict.evidence.find(({ where, span }) => where === 'body' && span);
  assert.ok(piece, JSON.stringify(verdict.evidence));
  assert.equal(body.slice(...piece.span), piece.text);
});

test('the span of a header is counted in the line that it quotes', () => {
  // Two lines of as many bytes.
  const lines = [';q=\u{FFFD}\u{FFFD}\u{10F}=60', '"rate";r=0;t=6'];
  const verdict = classify({ status: 429, headers: lines.map((line) => ['RateLimit', line]) });
  const piece = verdict.evidence.find(({ where }) => where === 'header');
  assert.equal(piece.text, lines[1]);
  assert.deepEqual(piece.span, [0, lines[1].length]);
});

test('a body given as an object is judged like its text, without spans', () => {
  const body = { error: { message: 'x', code: 'rate_limit_exceeded' } };
  const fromText = classify({ status: 429, body: JSON.stringify(body), now: 0 });
  const fromObject = classify({ status: 429, body, now: 0 });
  assert.equal(fromObject.rule, fromText.rule);
  for (const piece of fromObject.evidence) if (piece.where === 'body') assert.equal(piece.span, null);
});

test('headers are read from a Headers instance, an object, pairs, a Map, a flat list and a raw block', () => {
  const shapes = [
    new Headers({ 'Retry-After': '7' }),
    { 'Retry-After': '7' },
    { 'retry-after': ['7'] },
    { 'retry-after': 7 },
    [['RETRY-AFTER', '7']],
    new Map([['retry-after', '7']]),
    ['Content-Type', 'text/plain', 'Retry-After', '7'],
    'content-type: text/plain\r\nretry-after: 7\r\n',
    { getMap: () => ({ 'retry-after': '7' }) },
    { forEach: (callback) => callback('7', 'retry-after') },
  ];
  for (const headers of shapes) assert.equal(classify({ status: 429, headers }).waitMs, 7000);
});

test('a body is read from bytes', () => {
  const text = '{"error":{"message":"Your project has exceeded its monthly spending cap."}}';
  const bytes = new TextEncoder().encode(text);
  for (const body of [bytes, bytes.buffer, Buffer.from(text), new DataView(bytes.buffer)]) {
    assert.equal(classify({ status: 429, body }).reason, 'spend_cap');
  }
  assert.equal(classify({ status: 429, body: bytes.subarray(0, 9) }).reason, 'rate_limit');
});

test('a text is a message, and the address may be a URL', () => {
  assert.equal(classify('Your project has exceeded its monthly spending cap.').evidence[0].where, 'message');
  for (const url of ['https://api.deepl.com/v2/translate', new URL('https://api.deepl.com/v2/translate')]) {
    assert.equal(classify({ status: 456, url }).class, 'exhausted');
  }
});

test('a parsed body is judged as the body that it is', () => {
  const { where } = classify({ detail: 'Your project has exceeded its monthly spending cap.' }).evidence[0];
  assert.equal(where, 'body');
  assert.equal(classify({ error: { type: 'insufficient_quota', message: 'x' } }).reason, 'credit_balance');
  assert.equal(classify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }).reason, 'overloaded');
  assert.equal(classify({ error: { type: 'overloaded_error', message: 'Overloaded' } }).reason, 'overloaded');
});

test('a stated wait over the cap makes a limit exhausted, and says when to come back', () => {
  const now = Date.UTC(2026, 2, 4, 10);
  const failure = { status: 429, headers: { 'retry-after': '90' }, now };
  const verdict = classify(failure);
  assert.equal(verdict.class, 'exhausted');
  assert.equal(verdict.retryAt, now + 90_000);
  assert.equal(classify(failure, { maxServerWaitMs: 90_000 }).class, 'transient');
});

test('the time of judging comes from the failure, then from the options', () => {
  const failure = { status: 429, headers: { 'retry-after': '10' } };
  assert.equal(classify({ ...failure, now: 5_000 }, { now: 9_000 }).retryAt, 15_000);
  assert.equal(classify({ ...failure, now: new Date(5_000) }).retryAt, 15_000);
  assert.equal(classify(failure, { now: 9_000 }).retryAt, 19_000);
});

test('strict keeps the class and takes back what only the status supports', () => {
  const loose = classify({ status: 500 });
  const strict = classify({ status: 500 }, { strict: true });
  assert.equal(loose.retryable, true);
  assert.equal(strict.class, 'transient');
  assert.equal(strict.retryable, false);
});

test("a caller's rule comes first, and the verdict cites it", () => {
  const rules = [{ id: 'ours.maintenance', status: [500, 503], contains: 'Maintenance Window', class: 'exhausted', reason: 'long_wait', scope: 'service' }];
  const verdict = classify({ status: 503, body: 'maintenance window until noon' }, { rules });
  assert.equal(verdict.class, 'exhausted');
  assert.equal(verdict.scope, 'service');
  assert.equal(verdict.rule, 'ours.maintenance');
  assert.equal(classify({ status: 503, body: 'busy' }, { rules }).class, 'transient');
});

test("a caller's rule matches a code and a header", () => {
  const rules = [
    { id: 'ours.code', code: ['E_FULL', 'E_BUSY'], class: 'transient', reason: 'overloaded' },
    { id: 'ours.header', header: { name: 'X-Blocked', value: 'yes' }, class: 'permanent', reason: 'forbidden' },
  ];
  assert.equal(classify({ status: 400, body: { code: 'E_BUSY' } }, { rules }).rule, 'ours.code');
  assert.equal(classify({ status: 400, headers: { 'x-blocked': 'yes' } }, { rules }).rule, 'ours.header');
  assert.notEqual(classify({ status: 400, headers: { 'x-blocked': 'no' } }, { rules }).rule, 'ours.header');
});

test('J13: a case is the failure redacted, with whose it is and when it was seen', () => {
  const failure = { status: 418, headers: { 'retry-after': '7', 'set-cookie': 'a=b' }, body: 'the flux failed for ann@example.com' };
  assert.deepEqual(retriage.toCase(failure, { provider: 'acme', now: 5 }), {
    id: '', provider: 'acme', status: 418, headers: { 'retry-after': '7' }, body: 'the flux failed for xxx@xxxxxxx.xxx', message: null, now: 5, expect: null, why: '',
  });
  assert.equal(retriage.toCase(failure).provider, 'unknown');
});

test('one policy can be handed to every function', () => {
  const policy = { ...retriage.defaults, attempts: 3 };
  const verdict = classify({ status: 500 }, policy);
  assert.equal(retriage.nextDelay(verdict, { ...policy, attempt: 3 }).stop, 'attempts');
});

test('the defaults are frozen', () => {
  assert.throws(() => { retriage.defaults.attempts = 9; }, TypeError);
});
