import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bytes } from '../../pkg/dist/bytes.js';
import { root } from './installed.mjs';

const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes()));
const glue = readFileSync(`${root}pkg/dist/glue.js`, 'utf8');

test('the built core imports its glue and nothing else', () => {
  assert.ok(imports.length > 0);
  for (const { module, name, kind } of imports) {
    assert.equal(module, './core_bg.js');
    assert.equal(kind, 'function');
    assert.match(name, /^__wb(g|indgen)_/);
  }
});

test('the core asks for no clock, chance, timer or network', () => {
  for (const { name } of imports) assert.doesNotMatch(name, /now|date|random|crypto|timeout|interval|fetch|performance|global/i);
  assert.doesNotMatch(glue, /\bDate\b|Math\.random|crypto|setTimeout|setInterval|fetch\(|performance|globalThis|import\(/);
});
