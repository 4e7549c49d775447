// The size of the browser bundle, part by part.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, transformSync } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const bare = `${root}target/bare/`;
const KIB = 1024;

const gzip = (text) => gzipSync(text, { level: 9 }).length;

/** `{ rows: [{ part, bytes, bar }], encodings: [{ name, bytes }] }`, all after gzip. */
export async function measureSize() {
  const wasm = readFileSync(`${root}target/glue/core_bg.wasm`);
  const bareWasm = buildBare();
  const whole = await bundle();
  const without = (bytes) => gzip(replaceBytes(whole, wasm, bytes));
  const total = gzip(whole);
  const js = without(Buffer.alloc(0));
  const judge = without(bareWasm) - js;
  return {
    rows: [
      { part: 'rules of every provider', bytes: total - js - judge, bar: 20 * KIB },
      { part: 'judge, waits, machine and gates', bytes: judge, bar: 28 * KIB },
      { part: 'JavaScript', bytes: js, bar: 8 * KIB },
      { part: 'bundle', bytes: total, bar: 64 * KIB },
    ],
    encodings: encodings(wasm),
    raw: wasm.length,
  };
}

/** The minified browser bundle of what a page imports. */
export async function bundle() {
  const { outputFiles } = await build({
    stdin: { contents: "import { classify, nextDelay } from 'retriage'; globalThis.judge = { classify, nextDelay };", resolveDir: `${root}target/installed` },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0].text;
}

/** The bundle with other bytes in it, by finding the literal that holds them. */
function replaceBytes(text, from, to) {
  const literal = (bytes) => literalOf(bytes.toString('latin1'));
  const parts = text.split(literal(from));
  if (parts.length !== 2) throw new Error('the bytes of the core are not in the bundle as they are in target/glue');
  return parts.join(literal(to));
}

/** As esbuild writes a string. */
const literalOf = (string) => transformSync(`x=${JSON.stringify(string)}`, { minify: true }).code.replace(/^x=|;?\n?$/g, '');

/** The core with the generic tables only: what the others add is the size of the rules. */
function buildBare() {
  rmSync(bare, { recursive: true, force: true });
  mkdirSync(bare, { recursive: true });
  for (const name of ['src', 'Cargo.toml', 'Cargo.lock']) cpSync(root + name, bare + name, { recursive: true });
  const file = `${bare}src/rules/mod.rs`;
  const text = readFileSync(file, 'utf8');
  const generic = Number(text.match(/const GENERIC: usize = (\d+);/)?.[1]);
  const list = text.match(/(const PROVIDERS: &\[Provider\] = &\[)(.*?)(\n\];)/s);
  if (!generic || !list) throw new Error('src/rules/mod.rs does not list its tables as it did');
  const kept = list[2].split(',').map((item) => item.trim()).filter(Boolean).slice(-generic);
  writeFileSync(file, text.replace(list[0], `${list[1]}${kept.join(', ')}${list[3]}`));
  const run = (script, ...args) => execFileSync(`${root}scripts/${script}`, args, { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, RUSTFLAGS: '--cap-lints=warn' } }).trim();
  run('glue.sh', run('core.sh', bare), `${bare}glue`);
  return readFileSync(`${bare}glue/core_bg.wasm`);
}

/** The same bytes in the forms in which JavaScript can carry them, minified and gzipped. */
function encodings(wasm) {
  const forms = { 'a character a byte (used)': wasm.toString('latin1'), hex: wasm.toString('hex'), base64: wasm.toString('base64') };
  return Object.entries(forms).map(([name, text]) => ({ name, bytes: gzip(literalOf(text)) }));
}
