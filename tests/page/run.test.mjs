// `make run`, as a person has it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { freePort } from '../engines/webdriver.mjs';
import { root } from './served.mjs';

/** Starts it in a process group of its own, as a terminal does. */
function start(env) {
  const child = spawn('scripts/run.sh', { cwd: root, detached: true, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (text) => { said += text; });
  return { child, said: () => said };
}

test('with ONCE=1 it judges and ends', async () => {
  const { child, said } = start({ ONCE: '1' });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.match(said(), /exhausted {2}/);
  assert.doesNotMatch(said(), /Ctrl-C/);
});

test('it prints where the page is, serves it, and ends on Ctrl-C with nothing left behind', async () => {
  const address = `http://127.0.0.1:${await freePort()}/`;
  const { child, said } = start({ ONCE: '', PORT: new URL(address).port });
  const ended = once(child, 'exit');
  while (!said().includes(address)) {
    assert.equal(child.exitCode, null, said());
    await Promise.race([once(child.stdout, 'data'), ended]);
  }
  assert.match(await (await fetch(address)).text(), /<title>Retriage/);
  process.kill(-child.pid, 'SIGINT');
  assert.deepEqual(await ended, [0, null]);
  await assert.rejects(fetch(address));
});
