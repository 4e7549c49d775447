import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CLASSES, REASONS, SCOPES } from '../../pkg/src/words.js';
import { folder, installed, retriage, root } from './installed.mjs';

const types = readFileSync(`${folder}index.d.ts`, 'utf8');

test('the types say what the examples in tests/package/types need, and refuse what they must', () => {
  // Beside the installed package, where a user's code would stand.
  cpSync(`${root}tests/package/types`, `${installed}types`, { recursive: true });
  const { stdout, status } = spawnSync(`${root}node_modules/.bin/tsc`, ['--project', `${installed}types`], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});

test('every exported name has its type, and the reverse', () => {
  const declared = [...types.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual([...new Set(declared)].sort(), Object.keys(retriage).sort());
});

test('the words of the types, of the rules and of the crate are the same', () => {
  const rust = readFileSync(`${root}src/verdict.rs`, 'utf8');
  const words = (name) => [...rust.split(`    ${name} {`)[1].split('\n}')[0].matchAll(/ = "(\w+)"/g)].map(([, word]) => word);
  assert.deepEqual(CLASSES, words('Class'));
  assert.deepEqual(SCOPES, words('Scope'));
  assert.deepEqual(REASONS, words('Reason'));
  for (const word of [...CLASSES, ...SCOPES, ...REASONS]) assert.ok(types.includes(`'${word}'`), word);
});
