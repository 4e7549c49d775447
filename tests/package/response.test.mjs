import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fresh, retriage } from './installed.mjs';

const { classifyResponse } = retriage;
const CAP = '{"error":{"message":"Your project has exceeded its monthly spending cap."}}';

/** A body that sends these chunks and then stays open; `state.cancelled` tells its end. */
function openStream(chunks, state = {}) {
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      return chunk === undefined ? new Promise(() => {}) : undefined;
    },
    cancel() { state.cancelled = true; },
  });
}

test('status, headers and body of a Response are judged, and it stays unread', async () => {
  const response = new Response(CAP, { status: 429, headers: { 'content-type': 'application/json' } });
  assert.equal((await classifyResponse(response)).reason, 'spend_cap');
  assert.equal(response.bodyUsed, false);
  assert.equal(await response.text(), CAP);
});

test('its headers state the wait, its address says whose it is', async () => {
  const response = new Response('x', { status: 456, headers: { 'retry-after': '7' } });
  assert.equal((await classifyResponse(response)).class, 'permanent');
  assert.equal((await classifyResponse(response)).waitMs, 7000);
  Object.defineProperty(response, 'url', { value: 'https://api.deepl.com/v2/translate' });
  assert.equal((await classifyResponse(response)).class, 'exhausted');
});

test('time and strictness of the options are heard', async () => {
  const headers = { 'retry-after': 'Wed, 04 Mar 2026 10:00:30 GMT' };
  const { waitMs, retryable } = await classifyResponse(new Response('x', { status: 500, headers }), { now: Date.UTC(2026, 2, 4, 10), strict: true });
  assert.deepEqual([waitMs, retryable], [30_000, false]);
});

test('a used body is no error: the rest is judged', async () => {
  const response = new Response(CAP, { status: 503 });
  await response.text();
  assert.equal((await classifyResponse(response)).class, 'transient');
});

test('a locked body is no error either', async () => {
  const response = new Response(CAP, { status: 503 });
  response.body.getReader();
  assert.equal((await classifyResponse(response)).class, 'transient');
});

test('a body that does not end is judged after a second by what came', async () => {
  const start = Date.now();
  const verdict = await classifyResponse(new Response(openStream([CAP]), { status: 429 }));
  assert.equal(verdict.reason, 'spend_cap');
  assert.ok(Date.now() - start < 3_000);
});

test('a body without end is read up to 64 KiB', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(16 * 1024).fill(32));
    },
  });
  await classifyResponse(new Response(endless, { status: 503 }));
  assert.ok(sent < 12, `${sent} chunks were read`);
});

test('a body that breaks off is judged by what came', async () => {
  const broken = new ReadableStream({
    start(controller) { controller.enqueue(new TextEncoder().encode(CAP)); },
    pull(controller) { setTimeout(() => controller.error(new TypeError('terminated')), 20); },
  });
  assert.equal((await classifyResponse(new Response(broken, { status: 429 }))).reason, 'spend_cap');
});

test('a response without a body, and one that hides its status, are judged', async () => {
  assert.equal((await classifyResponse(new Response(null, { status: 503 }))).class, 'transient');
  assert.equal((await classifyResponse(Response.error())).class, 'unknown');
});

test('a response of another library is known by its shape', async () => {
  const foreign = {
    status: 429,
    headers: { get: () => null, forEach: (callback) => callback('7', 'retry-after') },
    body: { pipe() {} },
    clone() { return { body: this.body, text: async () => CAP }; },
  };
  assert.equal((await classifyResponse(foreign)).reason, 'spend_cap');
});

test('what is no Response rejects with a TypeError that names the argument', async () => {
  for (const value of [null, 'text', 429, {}, new Error('x')]) {
    await assert.rejects(classifyResponse(value), { name: 'TypeError', message: /^response must be a Response, got/ });
  }
  await assert.rejects(classifyResponse(new Response(''), { stict: true }), { name: 'TypeError', message: /'strict'/ });
});

test('no timer is left behind', () => {
  const { stdout } = fresh(`
    const { classifyResponse } = await import('retriage');
    await classifyResponse(new Response('x', { status: 429 }));
    console.log(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length);
  `);
  assert.equal(stdout, '0');
});
