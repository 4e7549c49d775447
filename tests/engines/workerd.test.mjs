// Many requests of one isolate of workerd through one client. Time is real here: what is tried is what workerd makes of
// timers and promises of one request while another ends, or is cut off. WORKERD says where it is.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serving } from '../servers/server.mjs';
import { answering, during, freePort } from './webdriver.mjs';
import { bundleWorker, workerConfig } from './workerd.mjs';

const here = new URL('./', import.meta.url).pathname;
const modules = new URL('../../target/installed/node_modules', import.meta.url).pathname;
const { WORKERD } = process.env;

/** It takes dates up to its own. */
const [newest] = execFileSync(WORKERD, ['--version'], { encoding: 'utf8' }).match(/\d{4}-\d\d-\d\d/);

/** A request without an answer for as long hangs. */
const HANGS_MS = 60_000;

/** What upstream refuses of the paths under /open, by the order in which they come. */
const WAIT_MS = 1_000;
const REFUSALS = {
  40: { status: 429, headers: { 'retry-after': `${WAIT_MS / 1_000}` } },
  150: { status: 503 },
  250: { status: 429, headers: { 'retry-after-ms': '200' } },
  350: { status: 503 },
};

/** How long it takes to answer one under /narrow. */
const NARROW_MS = 30;

/** Paths of a Worker's client, `from` up to `to`. */
const paths = (client, from, to) => Array.from({ length: to - from }, (_, at) => `/${client}/${from + at}`);

/** What a path must get. */
const own = (path) => ({ path, status: 200, body: path });

/** Asks the Worker: `ended` is the answer, or how else it ended. */
function ask(origin, path) {
  let request;
  const ended = new Promise((resolve) => {
    const fail = ({ code, message }) => resolve({ path, failed: code ?? message });
    request = get(origin + path, { agent: false, timeout: HANGS_MS }, async (response) => {
      try {
        resolve({ path, status: response.statusCode, body: (await response.toArray()).join('') });
      } catch (error) {
        fail(error);
      }
    });
    request.once('timeout', () => request.destroy(new Error('hangs')));
    request.once('error', fail);
  });
  return { path, ended, request };
}

const ends = (asked) => Promise.all(asked.map(({ ended }) => ended));

async function until(holds) {
  for (const end = Date.now() + HANGS_MS; !(await holds()); await sleep(20)) assert.ok(Date.now() < end, `${holds}`);
}

/** 100 requests at once, of which one is refused; 400 more once the client knows of that. */
async function crowd(origin, told) {
  const first = paths('open', 0, 100).map((path) => ask(origin, path));
  await until(async () => (await told()).open.some(({ decision }) => decision === 'wait'));
  const later = paths('open', 100, 500).map((path) => ask(origin, path));
  return ends([...first, ...later]);
}

/** 30 requests at once, half of which are cut off, the one that is under way among them; one more when all have ended. */
async function cutOff(origin, arrived) {
  const asked = paths('narrow', 0, 30).map((path) => ask(origin, path));
  await until(() => arrived.length > 0);
  const [holds] = arrived;
  const first = asked.find(({ path }) => path === holds);
  const cut = [first, ...asked.filter((one) => one !== first).slice(0, 14)];
  // workerd ends a request whose connection was reset, and goes on with one that was closed until it has an answer.
  cut.forEach(({ request }, at) => (at % 2 === 0 ? request.socket.resetAndDestroy() : request.destroy()));
  const ended = await ends(asked);
  return { cut: cut.map(({ path }) => path), ended, last: await ask(origin, '/narrow/last').ended };
}

/** Both at once, in one Worker. */
async function play(date) {
  const arrived = { open: [], narrow: [] };
  const answers = (path) => {
    const [, client] = path.split('/');
    const nth = arrived[client].push(path);
    if (client === 'open') return { body: path, ...REFUSALS[nth] };
    return nth === 1 ? { never: true } : { body: path, afterMs: NARROW_MS };
  };
  const project = mkdtempSync(join(tmpdir(), 'retriage-workerd-'));
  try {
    await bundleWorker(`${here}project/many.js`, join(project, 'many.js'), { nodePaths: [modules] });
    copyFileSync(`${modules}/retriage/dist/core_bg.wasm`, join(project, 'core_bg.wasm'));
    return await serving({ upstream: { answers } }, async ({ places: { upstream }, received }) => {
      const port = await freePort();
      const config = workerConfig({ port, date, script: 'many.js', core: 'core_bg.wasm', upstream });
      writeFileSync(join(project, 'config.capnp'), config);
      return during([WORKERD, 'serve', 'config.capnp'], { cwd: project }, async () => {
        const origin = `http://127.0.0.1:${port}`;
        const told = async () => (await answering(`${origin}/told`)).json();
        await told();
        const [open, narrow] = await Promise.all([crowd(origin, told), cutOff(origin, arrived.narrow)]);
        return { open, narrow, told: await told(), log: await received('upstream') };
      });
    });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

const plays = ['2024-09-01', newest].map((date) => ({ date, played: play(date) }));

for (const { date, played } of plays) {
  describe(`workerd of ${newest}, compatibility date ${date}`, () => {
    test('500 requests of one isolate through one client all end, each with its own answer', async () => {
      const { open, told } = await played;
      assert.deepEqual(open, paths('open', 0, 500).map(own));
      const calls = new Set(told.open.map(({ operation }) => operation));
      const [name] = told.open[0].operation.split('-');
      assert.deepEqual([...calls].sort(), Array.from({ length: 500 }, (_, at) => `${name}-${at + 1}`).sort());
    });

    test('what was refused is sent once more, and nothing else twice', async () => {
      const { log } = await played;
      const sent = log.filter(({ path }) => path.startsWith('/open'));
      const refused = sent.filter(({ answer }) => answer.status > 200).map(({ path }) => path);
      assert.equal(refused.length, 4);
      assert.deepEqual(sent.map(({ path }) => path).sort(), [...paths('open', 0, 500), ...refused].sort());
    });

    test('a refusal holds every request that comes after it, and none is sent early', async () => {
      const { log } = await played;
      const refused = log.find(({ answer }) => answer.status === 429);
      const later = new Set(paths('open', 100, 500));
      const early = log.filter(({ path, at }) => later.has(path) && at < refused.at + WAIT_MS);
      assert.deepEqual(early, []);
    });

    test('half of 30 requests are cut off, the one with the only slot among them, and the rest get their own answers', async () => {
      const { narrow: { cut, ended, last } } = await played;
      const served = ended.filter(({ path }) => !cut.includes(path));
      assert.equal(served.length, 15);
      assert.deepEqual([...served, last], [...served.map(({ path }) => own(path)), own('/narrow/last')]);
      assert.deepEqual(new Set(ended.filter(({ path }) => cut.includes(path)).map(({ failed }) => failed)), new Set(['ECONNRESET']));
    });

    test('no two of them are under way at one time', async () => {
      const { log } = await played;
      const [cut, ...sent] = log.filter(({ path }) => path.startsWith('/narrow'));
      assert.equal(cut.end, 'dropped');
      // A slot comes back with the headers, and a timer may be a little early.
      const close = sent.filter(({ at }, nth) => nth > 0 && at - sent[nth - 1].at < NARROW_MS - 5);
      assert.deepEqual(close, []);
    });
  });
}
