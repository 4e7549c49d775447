// The pages of docs/sdk as programs: the code of each, byte for byte, beside the SDKs and the installed package.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}target/sdk/`;

mkdirSync(`${folder}pages/node_modules`, { recursive: true });
link(`${root}.tools/sdk/node_modules`, `${folder}node_modules`);
link(`${root}target/installed/node_modules/retriage`, `${folder}pages/node_modules/retriage`);
writeFileSync(`${folder}pages/load.mjs`, 'export const load = (name) => import(name);\n');

/** Imports what the pages would get by this name. */
export const { load } = await import(`${folder}pages/load.mjs`);

function link(target, path) {
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

export const textOf = (name) => readFileSync(`${root}docs/sdk/${name}.md`, 'utf8');

/** The code of a page. */
export function codeOf(name) {
  const blocks = [...textOf(name).matchAll(/^```js\n(.*?)^```$/gms)];
  if (blocks.length !== 1) throw new Error(`docs/sdk/${name}.md has ${blocks.length} blocks of code, and must have one`);
  return blocks[0][1];
}

let runs = 0;

/** Runs a page's code anew and gives what it exports. Each of `changes` is `[words of the page, words instead]`. */
export async function run(name, ...changes) {
  let code = codeOf(name);
  for (const [words, instead] of changes) {
    if (!code.includes(words)) throw new Error(`docs/sdk/${name}.md does not say ${words}`);
    code = code.replaceAll(words, instead);
  }
  runs += 1;
  const file = `${folder}pages/${name}${changes.length ? `-${runs}` : ''}.mjs`;
  writeFileSync(file, code);
  return import(`${file}?${runs}`);
}

/** Writes the code of these pages as a project for tsc. Parameters of theirs have no types, all else is strict. */
export function writeProject(names) {
  const there = `${folder}pages/typed/`;
  mkdirSync(there, { recursive: true });
  for (const name of names) writeFileSync(`${there}${name}.mjs`, codeOf(name));
  writeFileSync(`${there}tsconfig.json`, JSON.stringify({
    compilerOptions: {
      strict: true, noImplicitAny: false, checkJs: true, noEmit: true, skipLibCheck: true,
      target: 'es2024', module: 'nodenext', lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'], types: ['node'],
    },
    files: [...names].map((name) => `${name}.mjs`),
  }));
  return { project: there, compiler: `${root}node_modules/.bin/tsc` };
}
