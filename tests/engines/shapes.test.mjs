// The shape of the tarball as the tools see it that people check packages with.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const installed = `${root}target/installed/`;
const tools = `${root}.tools/engines/node_modules/`;
const tarball = installed + readdirSync(installed).find((name) => name.endsWith('.tgz'));

const run = (file, ...args) => {
  const { stdout, stderr, status } = spawnSync(file, args, { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  return { text: stdout + stderr, status };
};

// What each runtime's users have in their tsconfig.json.
const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' };
const bundler = { module: 'esnext', moduleResolution: 'bundler' };
const SETTINGS = {
  node: { ...nodenext, lib: ['es2023'], types: ['node'] },
  required: { ...nodenext, lib: ['es2023'], types: ['node'] },
  deno: { ...bundler, lib: ['esnext', 'dom', 'dom.iterable'], types: ['deno'] },
  bun: { ...bundler, lib: ['esnext'], types: ['bun'] },
  worker: { ...bundler, lib: ['es2023'], types: ['@cloudflare/workers-types'], customConditions: ['workerd', 'worker', 'browser'] },
  edge: { ...bundler, lib: ['es2023', 'dom', 'dom.iterable'], types: [], customConditions: ['edge-light', 'browser'] },
  browser: { ...bundler, lib: ['es2023', 'dom', 'dom.iterable'], types: [], customConditions: ['browser'] },
  slim: { ...bundler, lib: ['es2023', 'dom', 'dom.iterable'], types: [], customConditions: ['browser'] },
};

// Beside the installed package, where a user's code would stand.
const examples = `${installed}examples/`;
rmSync(examples, { recursive: true, force: true });
cpSync(`${root}tests/engines/examples`, examples, { recursive: true });
symlinkSync(tools, `${examples}node_modules`);

for (const [runtime, settings] of Object.entries(SETTINGS)) {
  test(`tsc --strict is content with the example for ${runtime}`, () => {
    const options = { target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false, ...settings };
    writeFileSync(`${examples}${runtime}/tsconfig.json`, JSON.stringify({ compilerOptions: options, include: ['*.ts', '*.cts', '*.mts'] }));
    const { text, status } = run(`${root}node_modules/.bin/tsc`, '--pretty', 'false', '--project', examples + runtime);
    // What others' types say of each other is not ours.
    const ours = text.split('\n').filter((line) => /error TS/.test(line) && !line.includes('.tools/engines/'));
    assert.deepEqual(ours, [], text);
    assert.ok(status === 0 || text.includes('.tools/engines/'), text);
  });
}

test('every example has its settings, and the reverse', () => {
  assert.deepEqual(readdirSync(`${root}tests/engines/examples`).sort(), Object.keys(SETTINGS).sort());
});

test('publint finds nothing in the tarball', () => {
  const { text, status } = run(`${root}node_modules/.bin/publint`, 'run', tarball, '--strict');
  assert.ok(status === 0 && text.includes('All good!'), text);
});

test('arethetypeswrong finds nothing in the tarball, for no entry and in no way of resolving', () => {
  const { text, status } = run(`${tools}.bin/attw`, tarball, '--no-emoji', '--format', 'table-flipped');
  assert.ok(status === 0 && text.includes('No problems found'), text);
});
