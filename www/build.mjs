// Makes target/page: the page's files and what each weighs, the Worker, and a configuration for workerd.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, transformSync } from 'esbuild';
import { galleryOf } from './gallery.mjs';

const root = new URL('../', import.meta.url).pathname;
const out = `${root}target/page/`;
/** Smaller by a twentieth than zlib's best, and slow: for what a first visit loads. */
const zopfli = promisify(createRequire(`${root}.tools/page/`)('@gfx/zopfli').gzip);
const packages = [`${root}target/installed/node_modules`];
const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', json: 'application/json', svg: 'image/svg+xml', wasm: 'application/wasm' };

rmSync(out, { recursive: true, force: true });
mkdirSync(`${out}assets`, { recursive: true });

const manifest = {};
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

/** Puts a file among the assets, with its compressed forms, and gives its address. */
async function put(path, bytes, isLater = false) {
  const name = path === '/' ? 'index.html' : path.slice(1).replaceAll('/', '-');
  const forms = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gzip: isLater ? gzipSync(bytes, { level: 9 }) : Buffer.from(await zopfli(bytes, {})),
  };
  const encodings = Object.keys(forms).filter((form) => forms[form].length < bytes.length);
  writeFileSync(`${out}assets/${name}`, bytes);
  for (const form of encodings) writeFileSync(`${out}assets/${name}.${form}`, forms[form]);
  manifest[path] = { name, type: TYPES[name.split('.').pop()], etag: `"${hashOf(bytes)}"`, encodings, bytes: bytes.length, gzip: forms.gzip.length, br: forms.br.length };
  return path;
}

function hashed(name, bytes, isLater) {
  const [stem, end] = name.split('.');
  return put(`/assets/${stem}-${hashOf(bytes)}.${end}`, bytes, isLater);
}

const core = `${packages[0]}/retriage/dist/core_bg.wasm`;
const wasm = readFileSync(core);

/** The packed core without what judging does not reach: a first visit has no use for clients and gates. */
function judgeOnly() {
  const kept = WebAssembly.Module.exports(new WebAssembly.Module(wasm)).map(({ name }) => name)
    .filter((name) => /^(classify|next_delay|to_case|memory|__.*)$/.test(name));
  const graph = [{ name: 'page', root: true, reaches: kept.map((name) => `its ${name}`) }, ...kept.map((name) => ({ name: `its ${name}`, export: name }))];
  writeFileSync(`${out}kept.json`, JSON.stringify(graph));
  const features = ['bulk-memory', 'reference-types', 'mutable-globals', 'sign-ext', 'nontrapping-float-to-int', 'multivalue'];
  execFileSync(`${root}node_modules/.bin/wasm-metadce`, [core, '--graph-file', `${out}kept.json`, ...features.map((name) => `--enable-${name}`), '-o', `${out}judge.wasm`], { stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync(`${out}judge.wasm`);
}

const css = (name) => hashed(name, Buffer.from(transformSync(readFileSync(`${root}www/${name}`, 'utf8'), { loader: 'css', minify: true }).code));
const urls = {
  'judge.wasm': await hashed('judge.wasm', judgeOnly()),
  'style.css': await css('style.css'),
};
const define = {
  JUDGE_URL: JSON.stringify(urls['judge.wasm']),
  CORE_URL: JSON.stringify(await hashed('core.wasm', wasm, true)),
  VIEWS_CSS_URL: JSON.stringify(await css('views.css')),
  GALLERY_URL: JSON.stringify(await hashed('gallery.json', Buffer.from(JSON.stringify(await galleryOf(`${root}tests/cases/`, packages[0]))), true)),
};

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  chunkNames: '[name]-[hash]',
  define,
  entryNames: '[name]-[hash]',
  entryPoints: [`${root}www/src/main.js`],
  format: 'esm',
  legalComments: 'none',
  metafile: true,
  minify: true,
  nodePaths: packages,
  outdir: `${out}assets`,
  splitting: true,
  target: 'es2022',
  write: false,
});
const nameOf = (path) => path.split('/').pop();
for (const { path, contents } of outputFiles) await put(`/assets/${nameOf(path)}`, Buffer.from(contents));
const main = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('www/src/main.js'));
urls['main.js'] = `/assets/${nameOf(main[0])}`;
const shared = main[1].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => `/assets/${nameOf(path)}`);

let page = readFileSync(`${root}www/index.html`, 'utf8').replace(/\{\{(.+?)\}\}/g, (_, name) => urls[name]);
page = page.replace('</head>', `${shared.map((path) => `<link rel="modulepreload" href="${path}">\n`).join('')}</head>`);
await put('/', Buffer.from(page));
await put('/icon.svg', readFileSync(`${root}www/icon.svg`));

await build({
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  conditions: ['workerd', 'worker', 'browser'],
  entryPoints: [`${root}www/worker/index.js`],
  external: ['cloudflare:*', '*.wasm'],
  format: 'esm',
  nodePaths: packages,
  outfile: `${out}worker.js`,
  plugins: [{
    name: 'manifest',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\/manifest\.json$/ }, ({ path }) => ({ path, namespace: 'manifest' }));
      onLoad({ filter: /./, namespace: 'manifest' }, () => ({ contents: JSON.stringify(manifest), loader: 'json' }));
    },
  }],
  target: 'es2022',
});
writeFileSync(`${out}core_bg.wasm`, wasm);
writeFileSync(`${out}workerd.capnp`, readFileSync(`${root}www/workerd.capnp`));

// What a first visit loads, before anything is clicked.
const first = ['/', urls['style.css'], urls['main.js'], ...shared, urls['judge.wasm'], '/icon.svg'];
const sum = (form) => first.reduce((total, path) => total + manifest[path][form], 0);
writeFileSync(`${out}sizes.json`, `${JSON.stringify({ first, gzip: sum('gzip'), br: sum('br'), files: manifest }, null, 2)}\n`);
console.log(`first load: ${(sum('gzip') / 1024).toFixed(1)} KiB gzip, ${(sum('br') / 1024).toFixed(1)} KiB brotli`);
