// The inputs that fuzzing found worth keeping: fuzz/corpus/<target>.txt, an input a line, in printable ASCII, with `\\`,
// `\n` and `\xff` for the rest.

import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';

const FOLDER = 'fuzz/corpus';

const written = (bytes) => bytes.toString('latin1').replaceAll(/[^ -[\]-~]/g, (character) => {
  if (character === '\\') return '\\\\';
  if (character === '\n') return '\\n';
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
});

const read = (line) => Buffer.from(line.replaceAll(/\\(?:x(..)|(n)|\\)/g, (_, code, newline) => {
  if (code) return String.fromCharCode(parseInt(code, 16));
  return newline ? '\n' : '\\';
}), 'latin1');

/** Each kept input with its target. */
export function* keptInputs() {
  for (const file of existsSync(FOLDER) ? readdirSync(FOLDER) : []) {
    const lines = readFileSync(join(FOLDER, file), 'latin1').split('\n');
    for (const line of lines) if (line) yield [basename(file, '.txt'), read(line)];
  }
}

/** The most that is kept for one target, in bytes. */
const MOST = 128 * 1024;

/** Keeps the inputs of a folder, but for those of `seeds`: the shortest, as far as there is room. */
export function keep(target, folder, seeds) {
  const names = readdirSync(folder).filter((name) => !existsSync(join(seeds, name)));
  const lines = names.map((name) => written(readFileSync(join(folder, name)))).filter((line) => line);
  lines.sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
  let room = MOST;
  const fitting = lines.filter((line) => (room -= line.length + 1) >= 0);
  mkdirSync(FOLDER, {recursive: true});
  writeFileSync(join(FOLDER, `${target}.txt`), fitting.map((line) => `${line}\n`).join(''));
}
