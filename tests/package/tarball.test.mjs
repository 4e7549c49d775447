import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { folder, fresh, require, retriage, root } from './installed.mjs';

const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.replace(`${folder}/`, '').replace(folder, ''));

test('the tarball holds the entries, the types, the command, the licences and nothing else', () => {
  assert.deepEqual(files.filter((name) => !name.startsWith('bin/')).sort(), [
    'CHANGELOG.md', 'LICENSE-APACHE', 'LICENSE-MIT', 'README.md',
    'core.wasm.d.cts', 'core.wasm.d.ts', 'dist/core_bg.js', 'dist/core_bg.wasm', 'dist/edge-light.js', 'dist/index.d.cts',
    'dist/inline.cjs', 'dist/inline.js', 'dist/slim.cjs', 'dist/slim.js', 'dist/testing.cjs', 'dist/testing.d.cts', 'dist/testing.js',
    'dist/workerd.js', 'index.d.ts', 'package.json', 'slim/package.json', 'testing.d.ts', 'testing/package.json',
  ]);
});

test('every file that package.json names is in the tarball', () => {
  const named = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(named));
  for (const name of [...named(manifest.exports), ...named(manifest.bin), manifest.main, manifest.module, manifest.types]) {
    assert.ok(files.includes(name.replace('./', '')), name);
  }
});

test('no file names a path of the machine that built it, or a registry', () => {
  for (const name of files) {
    const text = readFileSync(folder + name, 'latin1');
    for (const word of [homedir() + '/', '.cargo/registry', '/rustlib/', root, 'registry.']) {
      assert.ok(!text.includes(word), `${name} names ${word}`);
    }
  }
});

test('the version is that of Cargo.toml, and nothing is depended on', () => {
  assert.equal(manifest.version, readFileSync(`${root}Cargo.toml`, 'utf8').match(/^version = "(.*)"/m)[1]);
  assert.equal(manifest.dependencies, undefined);
  assert.equal(manifest.scripts, undefined);
});

test('import and require give the same names', () => {
  assert.deepEqual(Object.keys(require('retriage')).sort(), Object.keys(retriage).sort());
  assert.equal(require('retriage').classify({ status: 503 }).class, 'transient');
  assert.deepEqual(Object.keys(require('retriage/testing')), ['createTestRuntime']);
  assert.equal(require('retriage/package.json').name, 'retriage');
});

test('importing the package compiles nothing; the first call does, once', () => {
  const { stdout } = fresh(`
    let compiled = 0;
    const Module = WebAssembly.Module;
    WebAssembly.Module = function (bytes) { compiled += 1; return new Module(bytes); };
    const { classify } = await import('retriage');
    const atImport = compiled;
    classify('a'); classify('b');
    console.log(atImport, compiled);
  `);
  assert.equal(stdout, '0 1');
});
