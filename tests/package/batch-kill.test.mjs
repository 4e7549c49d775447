// `retriage batch` killed (SIGKILL) at random moments and run again, against a server on loopback that counts. A few
// moments here; the whole: KILLS=200 node --test tests/package/batch-kill.test.mjs
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from './installed.mjs';

const KILLS = Number(process.env.KILLS ?? 12);
const CHAINS = 2;
const CONCURRENCY = 4;
const ITEMS = 9 * Math.ceil(KILLS / CHAINS) + 40;

/** The same numbers from 0 up to 1 for the same seed. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Answers each item after a moment, one in nine with a failure of its own; notes every request with its key. */
async function counting(random) {
  const requests = [];
  let onRequest = () => {};
  const server = createServer((request, response) => {
    request.resume();
    const item = Number(request.url.slice(1));
    requests.push({ item, key: request.headers['idempotency-key'] });
    onRequest(requests.length);
    setTimeout(() => {
      response.statusCode = item % 9 === 8 ? 400 : 200;
      response.end(`answer ${item}`);
    }, random() * 12);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { requests, port: server.address().port, onRequest: (listener) => { onRequest = listener; }, close: () => server.close(server.closeAllConnections()) };
}

/** What a state has as ended, by index: read here by hand, as the format is described. */
function recorded(state) {
  if (!existsSync(state)) return new Set();
  const [first, ...lines] = readFileSync(state, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line));
  const open = new Set(first.notStarted.map(({ index }) => index));
  const ended = Array.from({ length: first.next }, (_, index) => index).filter((index) => !open.has(index));
  return new Set([...ended, ...lines.map(([index]) => index)]);
}

async function killAndResume(seed) {
  const random = seeded(seed);
  const { requests, port, onRequest, close } = await counting(random);
  const scratch = mkdtempSync(join(tmpdir(), 'retriage-kill-'));
  const [input, state, output] = ['in', 'state', 'out'].map((name) => join(scratch, `${name}.jsonl`));
  const list = Array.from({ length: ITEMS }, (_, i) => i);
  writeFileSync(input, list.map((i) => `{"url":"http://127.0.0.1:${port}/${i}","method":"POST","body":"${i}"}\n`).join(''));
  const args = ['batch', '--state', state, '--output', output, '--concurrency', `${CONCURRENCY}`, '--idempotency-key', input];

  /** Runs until it ends, or until the n-th request from now and a moment. */
  function run(kill) {
    const child = spawn(process.execPath, [`${folder}bin/retriage.js`, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => { said += text; });
    const from = requests.length;
    const end = () => child.kill('SIGKILL');
    if (kill?.requests) onRequest((count) => count - from === kill.requests && setTimeout(end, kill.afterMs));
    else if (kill) setTimeout(end, kill.afterMs);
    return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, said })));
  }

  let killed = 0;
  let repeats = 0;
  for (let i = 0; i < Math.ceil(KILLS / CHAINS); i += 1) {
    const before = recorded(state);
    const from = requests.length;
    // One in six at any time from the start of the process on, the others in the midst of requests.
    const kill = i % 6 === 5 ? { afterMs: random() * 400 } : { requests: 1 + Math.floor(random() * 16), afterMs: random() * 15 };
    const { signal, said } = await run(kill);
    killed += Number(signal === 'SIGKILL');
    assert.ok(signal === 'SIGKILL' || signal === null, said);
    const after = recorded(state);
    const asked = requests.slice(from).map(({ item }) => item);
    assert.ok([...before].every((index) => after.has(index)), 'what was recorded stays so');
    assert.ok(asked.every((item) => !before.has(item)), 'none recorded is done again');
    const open = new Set(asked.filter((item) => !after.has(item)));
    assert.ok(open.size <= CONCURRENCY, `${open.size} were under way`);
    repeats += open.size;
  }
  const { code, said } = await run();
  assert.equal(code, 1, said);
  const keys = new Map();
  for (const { item, key } of requests) {
    assert.match(key, /^[0-9a-f]{32}$/);
    assert.equal(keys.get(item) ?? key, key, `item ${item} has one key`);
    keys.set(item, key);
  }
  assert.equal(keys.size, ITEMS, 'no item is lost, and no two have one key');
  assert.equal(new Set(keys.values()).size, ITEMS);
  assert.ok(requests.length - ITEMS <= repeats, 'nothing but what was under way is repeated');
  const lines = readFileSync(output, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line));
  assert.deepEqual([...new Set(lines.map(({ index }) => index))].sort((a, b) => a - b), list, 'every item has its result');
  for (const { index, status, body, error } of lines) {
    assert.equal(status, index % 9 === 8 ? 400 : 200);
    assert.ok(error ? error.reason === 'bad_request' : body === `answer ${index}`);
  }
  assert.equal(existsSync(`${state}.lock`), false);
  close();
  rmSync(scratch, { recursive: true });
  return { killed, repeats, requests: requests.length };
}

test(`a batch killed at ${KILLS} moments loses nothing, does nothing twice that it had recorded, and repeats what was under way with the same keys`, async () => {
  const chains = await Promise.all(Array.from({ length: CHAINS }, (_, i) => killAndResume(7 + i)));
  const sum = (name) => chains.reduce((all, one) => all + one[name], 0);
  console.log(`  ${sum('killed')} killed, ${sum('requests')} requests for ${CHAINS * ITEMS} items, ${sum('repeats')} were under way`);
  assert.ok(sum('killed') >= KILLS * 0.8, 'most runs were killed before their end');
});
