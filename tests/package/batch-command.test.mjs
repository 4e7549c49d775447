// `retriage batch`: what goes in and comes out, how it ends, what it keeps.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bar, summary } from '../../pkg/bin/bar.js';
import { command, folder } from './installed.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'retriage-batch-'));
const CAP = 'Your project has exceeded its monthly spending cap.';
let names = 0;
const fresh = () => join(scratch, `${names += 1}`);
const written = (lines) => {
  const file = fresh();
  writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return file;
};
const linesOf = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line)).sort((a, b) => a.index - b.index);

/** Answers by path: /json, /text, /bad, /cap, /hang, /echo. */
const seen = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => { body += part; }).on('end', () => {
    seen.push({ url: request.url, method: request.method, headers: request.headers, body });
    if (request.url === '/hang') return;
    response.statusCode = { '/bad': 400, '/cap': 429 }[request.url] ?? 200;
    if (request.url === '/json' || request.url === '/bad') response.setHeader('content-type', 'application/json');
    response.end({ '/json': '{"a":1}', '/bad': '{"error":{"message":"no"}}', '/cap': CAP }[request.url] ?? 'text');
  });
});
let origin;
before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
  rmSync(scratch, { recursive: true });
});

/** Runs `retriage batch`; `during(child)` may do something to it. */
function batch(args, { input = '', during } = {}) {
  const child = spawn(process.execPath, [`${folder}bin/retriage.js`, 'batch', ...args]);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => { said[name] += text; });
  child.stdin.on('error', () => {}).end(input);
  during?.(child);
  return new Promise((resolve) => child.on('close', (status) => resolve({ ...said, status })));
}

async function until(fits) {
  while (!fits()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('lines of requests go in, lines of results come out', async () => {
  seen.length = 0;
  const file = written([
    { url: `${origin}/json` },
    { url: `${origin}/echo`, body: { x: 1 }, id: 'mine' },
    '',
    { url: `${origin}/echo`, method: 'PUT', body: 'plain', headers: { 'x-own': 'a' }, custom_id: 'theirs' },
  ]);
  const { stdout, stderr, status } = await batch(['--header', 'x-all: b', file]);
  assert.equal(status, 0, stderr);
  assert.deepEqual(linesOf(stdout), [
    { index: 0, id: '0', status: 200, body: { a: 1 } },
    { index: 1, id: 'mine', status: 200, body: 'text' },
    { index: 2, id: 'theirs', status: 200, body: 'text' },
  ]);
  assert.equal(stderr, 'retriage: 3 done, 0 failed\n');
  const by = (method) => seen.find((one) => one.method === method);
  assert.deepEqual([by('POST').body, by('POST').headers['content-type'], by('POST').headers['x-all']], ['{"x":1}', 'application/json', 'b']);
  assert.deepEqual([by('PUT').body, by('PUT').headers['x-own']], ['plain', 'a']);
  assert.equal(by('GET').body, '');
});

test('requests come from standard input as well, and --url serves those that name none', async () => {
  const { stdout, status } = await batch(['--url', `${origin}/json`], { input: '{}\n{}' });
  assert.equal(status, 0);
  assert.deepEqual(linesOf(stdout).map(({ body }) => body), [{ a: 1 }, { a: 1 }]);
});

test('an item that fails has its error in its line, and the exit code is 1', async () => {
  const { stdout, status } = await batch([written([{ url: `${origin}/bad` }, { url: `${origin}/json` }, 'no json', '{"body":1}', '[]'])]);
  assert.equal(status, 1);
  const [bad, fine, ...odd] = linesOf(stdout);
  assert.deepEqual([bad.status, bad.tries, bad.error.class, bad.error.reason], [400, 1, 'permanent', 'bad_request']);
  assert.deepEqual(bad.body, { error: { message: 'no' } });
  assert.equal(fine.status, 200);
  assert.deepEqual(odd.map(({ error }) => error.message), ['request 3 is no JSON object', 'the request has no url, and there is no --url', 'request 5 is no JSON object']);
});

test('what persists stops it with exit code 3, and the same command goes on', async () => {
  const [state, output] = [fresh(), fresh()];
  const file = written([{ url: `${origin}/json` }, { url: `${origin}/cap` }, { url: `${origin}/json` }]);
  const args = ['--concurrency', '1', '--state', state, '--output', output, file];
  const { stdout, stderr, status } = await batch(args);
  assert.equal(status, 3);
  assert.equal(stdout, '');
  assert.match(stderr, /^retriage: stopped: A spending limit is reached\..+\nretriage: 1 done, 0 failed; the same command goes on from there\n$/);
  const kept = JSON.parse(readFileSync(state, 'utf8'));
  assert.deepEqual(kept.notStarted, [{ index: 1, id: '1', tries: 1 }]);
  assert.equal(kept.next, 2);
  writeFileSync(file, readFileSync(file, 'utf8').replace('/cap', '/text'));
  assert.equal((await batch(args)).status, 0);
  assert.deepEqual(linesOf(readFileSync(output, 'utf8')).map(({ index, status: code }) => [index, code]), [[0, 200], [1, 200], [2, 200]]);
  seen.length = 0;
  assert.equal((await batch(args)).status, 0, 'a third run has nothing to do');
  assert.equal(seen.length, 0);
});

test('without a state it says what was begun and not ended', async () => {
  const { stderr, status } = await batch([written([{ url: `${origin}/cap` }])]);
  assert.equal(status, 3);
  assert.match(stderr, /1 begun and not ended; nothing kept them, see --state/);
});

test('--retry-failed tries again what had failed, and counts the tries', async () => {
  const state = fresh();
  const args = ['--state', state, written([{ url: `${origin}/bad` }, { url: `${origin}/json` }])];
  await batch(args);
  assert.equal((await batch(args)).stdout, '');
  const { stdout, status } = await batch(['--retry-failed', ...args]);
  assert.equal(status, 1);
  assert.deepEqual(linesOf(stdout).map(({ index, tries }) => [index, tries]), [[0, 2]]);
});

for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143]]) {
  test(`${signal} ends it at once with ${code} and a state that goes on`, async () => {
    const state = fresh();
    const file = written([{ url: `${origin}/json` }, { url: `${origin}/hang` }, { url: `${origin}/hang` }]);
    const args = ['--state', state, file];
    seen.length = 0;
    const { stdout, stderr, status } = await batch(args, {
      during: async (child) => {
        await until(() => seen.length === 3 && readFileSync(state, 'utf8').includes('\n[0]\n'));
        child.kill(signal);
      },
    });
    assert.equal(status, code, stderr);
    assert.equal(linesOf(stdout).length, 1);
    assert.match(stderr, /^retriage: interrupted\n/);
    assert.equal(existsSync(`${state}.lock`), false);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/hang', '/json'));
    const next = await batch(args);
    assert.deepEqual(linesOf(next.stdout).map(({ index }) => index), [1, 2]);
    assert.equal(next.status, 0);
  });
}

test('half a line at the end of a state or of an output was never written', async () => {
  const [state, output] = [fresh(), fresh()];
  const file = written([{ url: `${origin}/json` }, { url: `${origin}/json` }]);
  const args = ['--concurrency', '1', '--state', state, '--output', output, file];
  await batch(args);
  writeFileSync(state, `${JSON.stringify({ ...JSON.parse(readFileSync(state, 'utf8')), next: 0 })}\n[0]\n[1`);
  writeFileSync(output, `${readFileSync(output, 'utf8').split('\n')[0]}\n{"index":1,"id":"1","sta`);
  seen.length = 0;
  assert.equal((await batch(args)).status, 0);
  assert.equal(seen.length, 1);
  assert.deepEqual(linesOf(readFileSync(output, 'utf8')).map(({ index }) => index), [0, 1]);
});

test('two runs on one state are refused, and a lock that nobody holds is taken', async () => {
  const state = fresh();
  const file = written([{ url: `${origin}/json` }]);
  writeFileSync(`${state}.lock`, `${process.pid}`);
  const { stderr, status } = await batch(['--state', state, file]);
  assert.equal(status, 2);
  assert.match(stderr, new RegExp(`is in use by process ${process.pid}`));
  writeFileSync(`${state}.lock`, '99999999');
  assert.equal((await batch(['--state', state, file])).status, 0);
});

test('an empty file is a state of which nothing is done', async () => {
  const state = written([]);
  assert.equal((await batch(['--state', state, written([{ url: `${origin}/json` }])])).status, 0);
  assert.equal(JSON.parse(readFileSync(state, 'utf8')).next, 1);
});

test('a file that is no state is refused, and left as it is', async () => {
  const state = written(['precious']);
  const { stderr, status } = await batch(['--state', state, written([{ url: `${origin}/json` }])]);
  assert.equal(status, 2);
  assert.equal(stderr, `retriage: ${state} is no state of retriage batch\n`);
  assert.equal(readFileSync(state, 'utf8'), 'precious\n');
  assert.equal(existsSync(`${state}.lock`), false);
});

test('--idempotency-key sends a key that is the same in the next run', async () => {
  const state = fresh();
  const args = ['--idempotency-key', '--state', state, written([{ url: `${origin}/bad`, body: 1 }])];
  seen.length = 0;
  await batch(args);
  await batch(['--retry-failed', ...args]);
  assert.match(seen[0].headers['idempotency-key'], /^[0-9a-f]{32}$/);
  assert.equal(seen[0].headers['idempotency-key'], seen[1].headers['idempotency-key']);
});

test('a reader that closes early ends it, and loses nothing', async () => {
  const state = fresh();
  const file = written(Array.from({ length: 400 }, () => ({ url: `${origin}/json` })));
  const cut = await batch(['--state', state, file], { during: (child) => child.stdout.once('data', () => child.stdout.destroy()) });
  assert.equal(cut.status, 2);
  appendFileSync(file, '');
  const { stdout } = await batch(['--state', state, file]);
  const first = linesOf(stdout)[0].index;
  assert.ok(first > 0 && linesOf(stdout).length >= 400 - first - 4, 'the next run goes on where the reader had left');
});

test('misuse is one clear line', () => {
  const refused = (args, options) => {
    const { stderr, status } = command(['batch', ...args], options);
    assert.equal(status, 2);
    return stderr;
  };
  assert.equal(refused(['--concurrency', '0']), "retriage: --concurrency takes an integer from 1 to 10000, got '0'\n");
  assert.match(refused(['--concurency', '2']), /^retriage: Unknown option '--concurency'; see --help\n$/);
  assert.match(refused(['a', 'b']), /batch takes one FILE, got 2/);
  assert.match(refused([join(scratch, 'none')]), /ENOENT/);
  assert.match(refused(['--state', join(scratch, 'no', 'folder')], { input: '{}' }), /cannot keep a state in/);
  const { stdout, status } = command(['batch', '--help']);
  assert.equal(status, 0);
  for (const option of ['--concurrency', '--state', '--output', '--retry-failed', '--stop-after-same', '--attempts', '--url', '--header', '--idempotency-key']) {
    assert.ok(stdout.includes(option), option);
  }
});

const plain = { paint: (_, text) => text, width: 80 };

test('the bar fits its line, fills up, and says how long it will take', () => {
  const progress = { done: 1_233, failed: 1, left: 8_766, total: 10_000, perSecond: 35.2, endsAt: 249_000 };
  const line = bar(progress, plain, 0);
  assert.match(line, /^█+░+ {2}1 234 of 10 000 {2}12 % {2}35\/s {2}4 min 9 s left {2}1 failed$/);
  assert.ok(line.length < 80);
  assert.equal(bar(progress, { ...plain, width: 40 }, 0), '1 234 of 10 000  12 %  35/s  4 min 9 s left  1 failed');
  const filled = (done) => bar({ ...progress, done, failed: 0, left: 10_000 - done }, { ...plain, width: 120 }, 0).match(/█*/)[0].length;
  assert.deepEqual([filled(0), filled(5_000), filled(10_000)], [0, 20, 40]);
  assert.equal(bar({ done: 7, failed: 0, left: null, total: null, perSecond: 0.5, endsAt: null }, plain), '7 ended  0.5/s');
});

test('the summary says why it stopped and from when it may go on', () => {
  const text = summary({ stopped: { why: 'persists', message: 'No\nmore.' }, resumeAt: Date.UTC(2026, 11, 1), notStarted: [] }, { done: 1, failed: 2 }, 'state');
  assert.equal(text, 'retriage: stopped: No more.\nretriage: 1 done, 2 failed; the same command goes on from there, from 2026-12-01T00:00:00.000Z on\n');
});
