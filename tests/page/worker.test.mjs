// The Worker in workerd: the page's files, the judge as an API, the lab.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { root, serving } from './served.mjs';

const CAP = 'Your project has exceeded its monthly spending cap.';
const CURL = 'HTTP/2 429\r\nretry-after: 7\r\n\r\n{"error":{"message":"Rate limit reached"}}';
const sizes = JSON.parse(readFileSync(`${root}target/page/sizes.json`, 'utf8'));

let origin;
let close;
before(async () => {
  let up;
  const isUp = new Promise((resolve) => { up = resolve; });
  const served = serving((at) => new Promise((resolve) => {
    origin = at;
    close = () => { resolve(); return served; };
    up();
  }));
  served.catch(up);
  await isUp;
});
after(() => close?.());

const judge = (body, type = 'text/plain', method = 'POST') => fetch(`${origin}/api/judge`, { method, body, headers: type === null ? {} : { 'content-type': type } });

/** An answer as it is on the wire. */
const raw = (path, headers) => new Promise((resolve, reject) => {
  request(`${origin}${path}`, { headers }, async (response) => {
    const parts = [];
    for await (const part of response) parts.push(part);
    resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
  }).on('error', reject).end();
});

test('the API judges a text, a JSON body, a case and what curl -i shows', async () => {
  const asked = async (...args) => {
    const { read, verdict, delay } = await (await judge(...args)).json();
    return [read, verdict.class, verdict.reason, verdict.waitMs, delay.least.stop ?? delay.least.ms];
  };
  assert.deepEqual(await asked(CAP), ['text', 'exhausted', 'spend_cap', null, 'exhausted']);
  assert.deepEqual(await asked('{"error":{"type":"overloaded_error"}}', 'application/json'), ['json', 'transient', 'overloaded', null, 0]);
  assert.deepEqual(await asked(JSON.stringify({ status: 429, headers: { 'retry-after': '7' } }), 'application/json'), ['case', 'transient', 'rate_limit', 7_000, 7_500]);
  assert.deepEqual(await asked(CURL), ['answer', 'transient', 'rate_limit', 7_000, 7_500]);
  assert.deepEqual(await asked(CAP, 'application/x-www-form-urlencoded'), ['text', 'exhausted', 'spend_cap', null, 'exhausted'], 'as curl --data sends it');
});

test('the API says what is wrong with a request', async () => {
  const wrong = async (...args) => {
    const response = await judge(...args);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const { error } = await response.json();
    return [response.status, error.code, error.message];
  };
  assert.deepEqual(await wrong(undefined, null, 'GET'), [405, 'method_not_allowed', 'POST a failure here: as text, as JSON, or as curl -i shows it.']);
  assert.deepEqual(await wrong('  \n'), [400, 'empty', 'The request has no body. POST the failure as it is.']);
  assert.deepEqual((await wrong('{"a":', 'application/json')).slice(0, 2), [400, 'bad_json']);
  assert.deepEqual(await wrong('{"status":"soon","body":""}', 'application/json'), [400, 'bad_failure', 'failure.status must be an HTTP status, got "soon"']);
  assert.deepEqual(await wrong(CAP, 'image/png'), [415, 'unsupported_media_type', 'The judge takes application/json or text/plain, not image/png.']);
  assert.deepEqual(await wrong('x'.repeat(1024 * 1024 + 1)), [413, 'too_large', 'The judge takes at most 1048576 bytes.']);
});

test('a body of the most bytes is judged', async () => {
  const { verdict } = await (await judge(CAP.padEnd(1024 * 1024, ' .'))).json();
  assert.equal(verdict.class, 'exhausted');
});

test('any site may ask the API', async () => {
  const response = await fetch(`${origin}/api/judge`, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' } });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.equal(response.headers.get('access-control-allow-methods'), 'POST, OPTIONS');
  assert.equal(response.headers.get('access-control-allow-headers'), 'content-type');
});

test('the page may run its own scripts and WebAssembly, and may ask nothing but its files and the lab', async () => {
  const { headers } = await raw('/', {});
  const policy = Object.fromEntries(headers['content-security-policy'].split('; ').map((part) => part.split(/ (.*)/)));
  assert.equal(policy['default-src'], "'none'");
  assert.equal(policy['script-src'], "'self' 'wasm-unsafe-eval'");
  assert.equal(policy['style-src'], "'self'");
  assert.equal(policy['connect-src'], `${origin}/assets/ ${origin}/lab/`);
  assert.ok(!/unsafe-inline|'unsafe-eval'/.test(headers['content-security-policy']));
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('each file comes in the best encoding that is accepted, and is the same in all', async () => {
  const wasm = sizes.first.find((path) => path.endsWith('.wasm'));
  const plain = await raw(wasm, {});
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.headers['content-type'], 'application/wasm');
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  for (const [accepted, encoding] of [['gzip, deflate, br, zstd', 'br'], ['gzip, deflate', 'gzip']]) {
    const packed = await raw(wasm, { 'accept-encoding': accepted });
    assert.equal(packed.headers['content-encoding'], encoding);
    assert.equal(packed.body.length, sizes.files[wasm][encoding]);
    const unpacked = await fetch(origin + wasm, { headers: { 'accept-encoding': accepted } });
    assert.deepEqual(Buffer.from(await unpacked.arrayBuffer()), plain.body);
  }
});

test('a file that has not changed is not sent again', async () => {
  const { headers } = await raw('/', {});
  assert.equal(headers['cache-control'], 'no-cache');
  const again = await raw('/', { 'if-none-match': headers.etag });
  assert.deepEqual([again.status, again.body.length], [304, 0]);
});

test('what is not there is not found, and files are only read', async () => {
  for (const path of ['/index.html', '/assets/../worker.js', '/sizes.json', '/api', '/api/judge/x', '/lab/', '/lab/short/limit?at=0', '/lab/abcdef1/nothing?at=0', '/constructor']) {
    assert.equal((await raw(path, {})).status, 404, path);
  }
  assert.equal((await fetch(`${origin}/`, { method: 'POST', body: 'x' })).status, 405);
  assert.equal((await fetch(`${origin}/lab/abcdef1/limit`)).status, 400);
});

test('a first visit loads at most 150 KiB of gzip', () => {
  assert.ok(sizes.gzip <= 150 * 1024, `${sizes.gzip} bytes`);
});

test('the lab keeps the counters of one run apart from those of another, and goes by the clock it is told', async () => {
  const ask = async (run, at) => (await fetch(`${origin}/lab/${run}/limit/1?at=${at}`)).status;
  const first = [];
  for (let n = 0; n < 12; n += 1) first.push(await ask('run000001', 5_000));
  assert.deepEqual(first, [...Array(10).fill(200), 429, 429]);
  assert.equal(await ask('run000002', 5_000), 200);
  assert.equal(await ask('run000001', 10_000), 200);
  const refused = await fetch(`${origin}/lab/run000003/meters/1?at=2500`);
  assert.equal(refused.headers.get('x-ratelimit-reset-requests'), '7.500s');
});

test('the lab cuts every third stream', async () => {
  const read = async () => (await fetch(`${origin}/lab/cutcut1/cut/1?at=0`)).text();
  assert.match(await read(), /message_stop/);
  assert.match(await read(), /message_stop/);
  await assert.rejects(read());
});
