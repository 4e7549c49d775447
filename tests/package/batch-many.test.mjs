// Many requests through `retriage batch`: a few thousand here, in bounded memory. The whole:
// ITEMS=1000000 node --test tests/package/batch-many.test.mjs
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { folder } from './installed.mjs';

const ITEMS = Number(process.env.ITEMS ?? 3_000);

/** Above what Node takes for itself, and far below what a million items would. */
const MOST_BYTES = 256 * 2 ** 20;

/** In a process of its own, so that what it takes is not counted. */
const SERVER = `require('node:http').createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end('{"item":' + request.url.slice(1) + '}');
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

/** The most memory that a process has had, where the system tells. */
function peakBytes(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s*(\d+) kB/)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

test(`${ITEMS} requests go through the command line in bounded memory`, async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'retriage-many-'));
  const server = spawn(process.execPath, ['--eval', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => {
    server.kill();
    rmSync(scratch, { recursive: true });
  });
  const [port] = await new Promise((resolve) => createInterface(server.stdout).once('line', (line) => resolve([line])));
  const [input, state, output] = ['in', 'state', 'out'].map((name) => join(scratch, name));
  const file = createWriteStream(input);
  for (let i = 0; i < ITEMS; i += 1) {
    if (!file.write(`{"url":"http://127.0.0.1:${port}/${i}","method":"POST","body":{"item":${i}}}\n`)) await new Promise((resolve) => file.once('drain', resolve));
  }
  await new Promise((resolve) => file.end(resolve));

  async function run() {
    const began = performance.now();
    const child = spawn(process.execPath, [`${folder}bin/retriage.js`, 'batch', '--state', state, '--output', output, '--concurrency', '16', input], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => { said += text; });
    let peak = 0;
    const watch = setInterval(() => { peak = Math.max(peak, peakBytes(child.pid)); }, 50);
    const code = await new Promise((resolve) => child.on('close', resolve));
    clearInterval(watch);
    assert.equal(code, 0, said);
    return { peak, ms: performance.now() - began };
  }

  const first = await run();
  const again = await run();
  console.log(`  ${ITEMS} in ${(first.ms / 1000).toFixed(1)} s (${Math.round(ITEMS / (first.ms / 1000))}/s), ${(first.peak / 2 ** 20).toFixed(0)} MiB at most; to find that all are done: ${(again.ms / 1000).toFixed(1)} s, ${(again.peak / 2 ** 20).toFixed(0)} MiB`);
  assert.ok(first.peak < MOST_BYTES && again.peak < MOST_BYTES, `${first.peak} ${again.peak}`);
  const seen = new Uint8Array(ITEMS);
  for await (const line of createInterface(createReadStream(output))) {
    const { index, body } = JSON.parse(line);
    assert.equal(body.item, index);
    seen[index] += 1;
  }
  assert.ok(seen.every((count) => count === 1), 'every item has one result, also after the second run');
});
