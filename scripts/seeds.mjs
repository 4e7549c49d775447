// Writes what fuzzing starts from: node scripts/seeds.mjs FOLDER
// The cases become inputs of each target (FOLDER/<target>/), what was kept of earlier runs too (FOLDER/kept/<target>/), and
// the words of the tables a dictionary (FOLDER/words.dict).

import {createHash} from 'node:crypto';
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {keptInputs} from './kept.mjs';

const [folder] = process.argv.slice(2);
const [PART, RECORD, FIELD] = ['\x1c', '\x1e', '\x1f'];
const LONGEST = 4096;

rmSync(folder, {recursive: true, force: true});

function seed(target, bytes) {
  if (bytes.length > LONGEST) return;
  mkdirSync(join(folder, target), {recursive: true});
  writeFileSync(join(folder, target, createHash('sha1').update(bytes).digest('hex')), bytes);
}

// As `unpack` in tests/support/checks.rs reads it.
function pack(failure) {
  const links = [];
  for (let error = failure.error; error; error = error.cause) {
    links.push([error.name ?? '', error.code ?? '', error.message ?? ''].join(FIELD));
  }
  const headers = Object.entries(failure.headers ?? {}).map(([name, value]) => name + FIELD + value);
  const given = (text) => (text == null ? '' : `=${text}`);
  return [failure.status ?? '', failure.expect.now ? Date.parse(failure.expect.now) : '', failure.url ?? '', '',
    links.join(RECORD), headers.join(RECORD), '', given(failure.message), given(failure.body)].join(PART);
}

// As tests/support/calls.rs reads it: three calls meet the failure, one of them twice, then two come
// after it, of which the one that streams ends with it.
function play(failure) {
  const line = (text) => text.replace(/\s*\n\s*/g, ' ');
  const headers = Object.entries(failure.headers ?? {}).map(([name, value]) => `${name}:${value}`).join('|');
  const {code = '', message = failure.message} = failure.error ?? {};
  const answered = (call) => failure.status == null
    ? [`${call}t${line(`${code}|${message ?? ''}`)}`]
    : [`${call}h${failure.status} ${headers}`, `${call}b${line(failure.body ?? failure.message ?? '')}`];
  const patient = (failure.body?.length ?? 0) % 2;
  const first = ['0s', '1s', '2s', ...answered(0), '+500', '0w', ...answered(1), ...answered(2), '3s', '0W', ...answered(0)];
  const later = ['+60000', '4s', '4h200', '1W', '1o', '3a', '6s', '6h200 content-type:text/event-stream', '6c', '6w'];
  return [`5 120000 600000 0 2 1000 0 ${patient}`, ...first, ...later, ...answered(6).slice(-1)].join('\n');
}

const CASES = 'tests/cases';
for (const file of readdirSync(CASES).filter((name) => name.endsWith('.jsonl'))) {
  for (const line of readFileSync(join(CASES, file), 'utf8').split('\n').filter((text) => text.trim())) {
    const failure = JSON.parse(line);
    for (const target of ['classify', 'binding', 'case']) seed(target, Buffer.from(pack(failure)));
    seed('operation', Buffer.from(play(failure)));
    if (failure.body) seed('fields', Buffer.from(failure.body));
    if (failure.body?.includes('data:')) seed('stream', Buffer.from(`\x20${failure.body}`));
    for (const text of [failure.message, failure.error?.message]) if (text) seed('prose', Buffer.from(text));
    const headers = Object.entries(failure.headers ?? {});
    if (headers.length) seed('meters', Buffer.from(headers.map(([name, value]) => `${name}:${value}`).join('\n')));
  }
}

// The quoted values of the waits' own tests are the best beginnings for their parsers.
const quoted = (file) => [...readFileSync(file, 'utf8').matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, text]) =>
  text.replace(/\\u\{([0-9a-f]+)\}/g, (_, code) => String.fromCodePoint(parseInt(code, 16))).replace(/\\(.)/g, '$1'));
for (const text of quoted('src/wait/retry_after.rs')) seed('retry_after', Buffer.from(text));
for (const text of quoted('src/wait/http_date.rs')) seed('http_date', Buffer.from(text));
for (const text of quoted('src/wait/instants.rs')) seed('instant', Buffer.from(text));
for (const text of quoted('src/wait/prose.rs')) seed('prose', Buffer.from(text));

for (const [number, text] of ['transient', 'stated', 'late', 'malformed'].entries()) {
  const words = new BigUint64Array(20).map((_, at) => BigInt(at * number * 7919));
  seed('delay', Buffer.concat([Buffer.from(words.buffer), Buffer.from(text)]));
}

// Phrases are compared by hash, which no fuzzer guesses.
const words = new Set();
for (const sources of ['src/rules', 'src/stream', 'src/wait']) {
  for (const file of readdirSync(sources)) {
    for (const text of quoted(join(sources, file))) {
      if (/^[\x20-\x7e]{2,48}$/.test(text) && !text.includes('/')) words.add(text);
    }
  }
}
for (const text of words) if (text.length < 12) seed('long', Buffer.from(text));
const escape = (text) => text.replace(/["\\]/g, '\\$&');
writeFileSync(join(folder, 'words.dict'), [...words].map((text) => `"${escape(text)}"\n`).join(''));

for (const [target, bytes] of keptInputs()) seed(join('kept', target), bytes);
