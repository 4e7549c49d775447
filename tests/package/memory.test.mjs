import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from './installed.mjs';

test('memory stays flat over 100 000 calls and as many items of a batch, over 20 000 clients closed or dropped, and over calls and streams dropped', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', `${root}tests/package/memory.mjs`], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stdout.match(/: heap .* core /g).length, 8);
});
