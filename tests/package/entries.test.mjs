// The entries: which file a runtime gets, what it may hold, and what a bundler makes of it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';
import { folder, fresh, installed, require } from './installed.mjs';

const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
const scripts = readdirSync(`${folder}dist`).filter((name) => /\.c?js$/.test(name));
const CAP = 'Your project has exceeded its monthly spending cap.';

const bundle = async (contents, options) => {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: installed },
    bundle: true,
    format: 'esm',
    metafile: true,
    minify: true,
    outdir: '/nowhere',
    platform: 'browser',
    write: false,
    ...options,
  });
  return { files: outputFiles, imports: Object.values(metafile.outputs).flatMap((output) => output.imports) };
};

/** Runs what a bundler made, and gives what it puts into `globalThis.result`. */
async function result(text) {
  await import(`data:text/javascript,${encodeURIComponent(text)}`);
  return globalThis.result;
}

test('types come first, then the runtimes that compile no bytes, then require, then everybody', () => {
  assert.deepEqual(Object.keys(manifest.exports), ['.', './slim', './testing', './core.wasm', './package.json']);
  assert.deepEqual(Object.keys(manifest.exports['.']), ['types', 'workerd', 'edge-light', 'require', 'default']);
  for (const entry of Object.values(manifest.exports).filter((value) => typeof value === 'object')) {
    assert.equal(Object.keys(entry)[0], 'types');
    assert.equal(Object.keys(entry).at(-1), 'default');
  }
  assert.equal(manifest.sideEffects, false);
});

for (const [conditions, file] of [
  [[], 'inline.js'],
  [['browser'], 'inline.js'],
  [['deno'], 'inline.js'],
  [['bun'], 'inline.js'],
  [['workerd', 'worker', 'browser'], 'workerd.js'],
  [['edge-light', 'browser'], 'edge-light.js'],
]) {
  test(`a runtime with the conditions [${conditions}] gets ${file}`, () => {
    const { stdout } = fresh("console.log(import.meta.resolve('retriage'))", conditions.map((name) => `--conditions=${name}`));
    assert.ok(stdout.endsWith(`/retriage/dist/${file}`), stdout);
  });
}

test('require gets CommonJS, of both entries', () => {
  assert.ok(require.resolve('retriage').endsWith('/dist/inline.cjs'));
  assert.ok(require.resolve('retriage/slim').endsWith('/dist/slim.cjs'));
  assert.ok(require.resolve('retriage/core.wasm').endsWith('/dist/core_bg.wasm'));
});

test('an entry imports the module, spelt as its runtime wants it, or nothing', async () => {
  for (const name of scripts) {
    const { imports } = await bundle('', { stdin: undefined, entryPoints: [`${folder}dist/${name}`], external: ['*'], packages: 'external' });
    const wanted = { 'workerd.js': ['./core_bg.wasm'], 'edge-light.js': ['./core_bg.wasm?module'] }[name] ?? [];
    assert.deepEqual(imports.map(({ path }) => path), wanted, name);
  }
});

test('no entry names a built-in of Node, makes a URL that a bundler would follow, or evaluates text', () => {
  for (const name of scripts) {
    // The bytes of the core may spell anything.
    const text = readFileSync(`${folder}dist/${name}`, 'utf8').replace(/^ *(?:var|const) text = .*$/m, '');
    assert.ok(text.length < 128 * 1024, name);
    assert.doesNotMatch(text, /['"]node:|new URL\(|import\.meta|\beval\(|new Function\(|\bprocess\.|\bdocument\.|\bwindow\./, name);
  }
});

test('the entries that need no bytes hold none, and all have the same names', async () => {
  const slim = readFileSync(`${folder}dist/slim.js`).length;
  for (const name of ['workerd.js', 'edge-light.js', 'slim.cjs', 'slim.js']) {
    assert.ok(readFileSync(`${folder}dist/${name}`).length < slim * 1.1, name);
  }
  const names = (name) => readFileSync(`${folder}dist/${name}`, 'utf8').match(/\nexport \{([^}]*)\}/)[1].match(/\w+/g).sort();
  for (const name of ['workerd.js', 'edge-light.js', 'slim.js']) assert.deepEqual(names(name), names('inline.js'), name);
});

test('the module stands beside the file that it imports', async () => {
  const module = new WebAssembly.Module(readFileSync(`${folder}dist/core_bg.wasm`));
  const glue = await import(`${folder}dist/core_bg.js`);
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    assert.equal(from, './core_bg.js');
    assert.equal(typeof glue[name], 'function', name);
  }
});

test('a bundle for browsers is one file that imports nothing and answers', async () => {
  const { files, imports } = await bundle(`import { classify } from 'retriage'; globalThis.result = classify(${JSON.stringify(CAP)}).class;`);
  assert.equal(files.length, 1);
  assert.deepEqual(imports, []);
  assert.doesNotMatch(files[0].text.slice(0, 4096) + files[0].text.slice(-4096), /\.wasm/);
  assert.equal(await result(files[0].text), 'exhausted');
});

for (const [name, spelling] of [['workerd', /\.wasm$/], ['edge-light', /\.wasm\?module$/]]) {
  test(`a bundle for ${name} answers on the module that its runtime imports`, async () => {
    globalThis.core = new WebAssembly.Module(readFileSync(`${folder}dist/core_bg.wasm`));
    const plugin = {
      name: 'module',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: spelling }, ({ path }) => ({ path, namespace: 'module' }));
        onLoad({ filter: /./, namespace: 'module' }, () => ({ contents: 'export default globalThis.core;' }));
      },
    };
    const source = `import { classify } from 'retriage'; globalThis.result = classify(${JSON.stringify(CAP)}).reason;`;
    const { files } = await bundle(source, { conditions: [name, 'worker', 'browser'], plugins: [plugin] });
    assert.equal(files.length, 1);
    // No bytes: the module came from the import.
    assert.ok(files[0].text.length < 64 * 1024);
    assert.equal(await result(files[0].text), 'spend_cap');
  });
}

test('slim throws a typed error that names init, then answers on what init is given', () => {
  for (const load of ["await import('retriage/slim')", "createRequire(import.meta.resolve('retriage'))('retriage/slim')"]) {
    const { stdout, stderr } = fresh(`
      import { readFileSync } from 'node:fs';
      import { createRequire } from 'node:module';
      const { classify, init, isRetriageError } = ${load};
      try { classify('x'); } catch (error) { console.log(isRetriageError(error), error.code, error.message.includes('await init(')); }
      await init(readFileSync(new URL(import.meta.resolve('retriage/core.wasm'))));
      console.log(classify(${JSON.stringify(CAP)}).class);
    `);
    assert.equal(stdout, 'true unavailable true\nexhausted', stderr);
  }
});

test('an import that is not used leaves nothing behind, and one that is works without side effects', async () => {
  const { files: [none] } = await bundle("import 'retriage';", { logLevel: 'error' });
  assert.equal(none.text, '');
  const { files: [light] } = await bundle("import { isRetriageError } from 'retriage/slim'; globalThis.result = isRetriageError(new Error('x'));");
  assert.equal(await result(light.text), false);
});
