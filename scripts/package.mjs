// Fills pkg/dist from what wasm-bindgen and wasm-opt made: glue, bytes, entries, types.
// Usage: node scripts/package.mjs FOLDER   (a folder with core_bg.js and core_bg.wasm)
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { glueModule } from './glue.mjs';

const pkg = fileURLToPath(new URL('../pkg', import.meta.url));
const [made] = process.argv.slice(2);
const write = (name, text) => writeFileSync(join(pkg, 'dist', name), text);

mkdirSync(join(pkg, 'dist'), { recursive: true });
write('glue.js', glueModule(readFileSync(join(made, 'core_bg.js'), 'utf8')));
write('bytes.js', bytesModule(readFileSync(join(made, 'core_bg.wasm'))));
// The module imports './core_bg.js', so that stands beside it for whoever imports the module itself.
for (const name of ['core_bg.wasm', 'core_bg.js']) copyFileSync(join(made, name), join(pkg, 'dist', name));
for (const name of ['index', 'testing']) write(`${name}.d.cts`, readFileSync(join(pkg, `${name}.d.ts`), 'utf8'));

// One file an entry. Where a runtime must see the import of the module, it stands as it is written.
const bundle = (entry, format, outfile) => build({
  entryPoints: [join(pkg, `src/entry/${entry}.js`)],
  bundle: true,
  charset: 'utf8',
  external: ['*.wasm', '*.wasm?module'],
  format,
  legalComments: 'none',
  outfile: join(pkg, 'dist', outfile),
  target: 'es2022',
});
for (const entry of ['inline', 'workerd', 'edge-light', 'slim', 'testing']) await bundle(entry, 'esm', `${entry}.js`);
for (const entry of ['inline', 'slim', 'testing']) await bundle(entry, 'cjs', `${entry}.cjs`);

// A string of which each character is a byte: the smallest form after gzip, as `make bench` shows.
function bytesModule(wasm) {
  return `const text = ${JSON.stringify(wasm.toString('latin1'))};

export function bytes() {
  // Where there is a Buffer it copies. Today's browsers have no such function, but two that together are one; a loop is
  // slow before it is compiled, which is when this runs.
  const { Buffer, btoa } = globalThis;
  const quick = Buffer?.from?.(text, 'latin1') ?? Uint8Array.fromBase64?.(btoa(text));
  const { length } = text;
  if (quick?.length === length) return quick;
  const out = new Uint8Array(length);
  for (let i = 0; i < length; i += 1) out[i] = text.charCodeAt(i);
  return out;
}
`;
}
