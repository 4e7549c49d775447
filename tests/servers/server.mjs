// A server on loopback for each scenario of scenarios.js. It answers as the scenario says and keeps what it received.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** How long after the end of a play its last connections may take to close. */
const SETTLE_MS = 2_000;

/** Starts the servers and runs `use({ places, received })`: where each scenario's is, and what it has received. */
export async function serving(scenarios, use) {
  const stages = new Map();
  try {
    for (const [name, scenario] of Object.entries(scenarios)) stages.set(name, await openStage(scenario));
    const places = Object.fromEntries(Array.from(stages, ([name, { origin }]) => [name, origin]));
    return await use({ places, received: (name) => stages.get(name).received() });
  } finally {
    for (const { close } of stages.values()) close();
  }
}

async function openStage({ answers = [], keep = true, secure, absent }) {
  const log = [];
  const counts = new Map();
  const answerFor = typeof answers === 'function' ? answers : (path, nth) => answers[Math.min(nth, answers.length) - 1];
  const server = secure ? createSecureServer(selfSigned()) : createServer();
  server.on('request', (request, response) => {
    // A page comes from another origin, and what it may see of an answer is not what is tried here.
    for (const what of ['allow-origin', 'allow-headers', 'expose-headers']) response.setHeader(`access-control-${what}`, '*');
    if (request.method === 'OPTIONS') return response.end();
    const path = request.url;
    const entry = {
      path,
      method: request.method,
      key: request.headers['idempotency-key'],
      at: performance.now(),
      body: '',
      /** Whether the body came to its end. */
      whole: false,
      /** `answered`, `broken` by us, or `dropped` by the client; `open` until then. */
      end: 'open',
    };
    log.push(entry);
    if (!keep) response.setHeader('connection', 'close');
    counts.set(path, (counts.get(path) ?? 0) + 1);
    entry.answer = answerFor(path, counts.get(path));
    response.once('close', () => {
      if (entry.end === 'open') entry.end = response.writableFinished ? 'answered' : 'dropped';
    });
    // The other end may go at any time; then there is nobody to answer.
    return perform(entry, request, response).catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `${secure ? 'https' : 'http'}://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  if (absent) close();
  return {
    origin,
    close,
    async received() {
      for (const end = performance.now() + SETTLE_MS; performance.now() < end && log.some((one) => one.end === 'open');) await sleep(10);
      return log;
    },
  };
}

async function perform(entry, request, response) {
  const { status = 200, headers, body = '', gzip, afterMs = 0, reset, never, cutAt, resetAt, endlessMs } = entry.answer;
  const broken = (how) => {
    entry.end = 'broken';
    request.socket[how]();
  };
  if (reset === 'unread') return broken('resetAndDestroy');
  request.setEncoding('latin1');
  for await (const part of request) entry.body += part;
  entry.whole = true;
  if (reset) return broken('resetAndDestroy');
  if (never) return undefined;
  if (afterMs) await sleep(afterMs);

  const bytes = gzip ? gzipSync(body) : Buffer.from(body);
  const length = endlessMs === undefined ? { 'content-length': bytes.length } : {};
  const coding = gzip ? { 'content-encoding': 'gzip' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...length, ...coding, ...headers });
  if (endlessMs !== undefined) return pour(response, bytes, endlessMs);
  const at = cutAt ?? resetAt;
  if (at === undefined) return response.end(bytes);
  await new Promise((written) => { response.write(bytes.subarray(0, at), written); });
  // The end of a connection may take with it what the other side has not read yet.
  await sleep(200);
  return broken(cutAt === undefined ? 'resetAndDestroy' : 'destroy');
}

/** Writes the same bytes again and again until the client goes. */
async function pour(response, bytes, everyMs) {
  const gone = once(response, 'close');
  while (!response.closed) {
    if (!response.write(bytes)) await Promise.race([once(response, 'drain'), gone]);
    await sleep(everyMs);
  }
}

/** A certificate that nobody has signed, made anew, so that no key lies anywhere. */
function selfSigned() {
  const pem = execFileSync('openssl', [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1',
    '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', '-', '-out', '-',
  ], { stdio: ['ignore', 'pipe', 'ignore'] });
  return { key: pem, cert: pem };
}
