// Asks every engine for the whole corpus, and holds the answers against those of the crate, to the letter; then lets it
// call the servers of ../servers. The tarball is installed into a temporary project for each. What this needs
// scripts/matrix.sh has made: run `make matrix` once, then
// `node tests/engines/run.mjs bun webkit` for some of the rows.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { judge, scenarios } from '../servers/scenarios.js';
import { serving } from '../servers/server.mjs';
import { crateIn, engines } from './engines.mjs';

const root = new URL('../../', import.meta.url).pathname;
const lines = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean);
const parsed = (file) => lines(file).map((line) => JSON.parse(line));

const native = parsed(`${root}target/matrix/native.jsonl`);
const found = lines(`${root}target/matrix/engines`).map((line) => line.split('\t'));
const only = process.argv.slice(2);
const unknown = only.find((id) => id !== 'rust' && !found.some(([name]) => name === id));
if (unknown) throw new Error(`no engine is called ${unknown}; there are ${found.map(([id]) => id).join(', ')}`);

/** The corpus as JavaScript callers have it, each case at the time at which the crate judged it. */
const times = new Map(native.map(({ id, now }) => [id, Date.parse(now)]));
const cases = readdirSync(`${root}tests/cases`).filter((name) => name.endsWith('.jsonl')).sort()
  .flatMap((name) => parsed(`${root}tests/cases/${name}`))
  .map(({ id, status, headers, body, message, error, url }) => ({ id, failure: { status, headers, body, message, error, url, now: times.get(id) } }));

/** A verdict as one text, its keys in order. Spans are left out: the crate counts them in bytes, JavaScript in UTF-16. */
const written = (value) => JSON.stringify(value, (key, part) => {
  if (key === 'span') return undefined;
  const plain = typeof part === 'object' && part !== null && !Array.isArray(part);
  return plain ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;
});
const right = new Map(native.map(({ id, verdict }) => [id, written(verdict)]));

/** Where answers differ, a sentence a case. */
function differences(answers) {
  const given = new Map(answers.map(({ id, verdict, error }) => [id, error ?? written(verdict)]));
  return cases.filter(({ id }) => given.get(id) !== right.get(id)).map(({ id }) => `${id}: ${difference(given.get(id), right.get(id))}`);
}

function difference(got, wanted) {
  if (!got?.startsWith('{')) return got ?? 'no answer';
  const [one, other] = [JSON.parse(got), JSON.parse(wanted)];
  return Object.keys({ ...one, ...other }).filter((key) => written(one[key]) !== written(other[key]))
    .map((key) => `${key} is ${written(one[key])}, natively ${written(other[key])}`).join('; ');
}

const table = [];
const complaints = [];
let missing = 0;

function add(engine, version, entry, count, alike) {
  table.push([alike === count ? '✓' : '✗', engine, version, entry, `${count}`, `${alike}`]);
  process.stderr.write(`  ${alike === count ? '✓' : '✗'} ${engine} ${version}, ${entry}\n`);
}

function addRow(engine, version, { entry, answers, refusal }) {
  if (refusal) {
    const { cause, ...holds } = refusal;
    const alike = Object.values(holds).every(Boolean);
    if (!alike) complaints.push(`${engine}, ${entry}: ${JSON.stringify(refusal)}`);
    add(engine, version, entry, 1, Number(alike));
    return;
  }
  const differ = differences(answers);
  for (const text of differ.slice(0, 3)) complaints.push(`${engine}, ${entry}, ${text}`);
  add(engine, version, entry, cases.length, cases.length - differ.length);
}

/** What came of the scenarios for which this engine's fetch is fit. */
async function addPlay({ name, nature }, version, { entry, played }, received) {
  const names = Object.keys(played);
  const wrong = [];
  for (const scenario of names) {
    const { got, wanted } = judge(scenarios[scenario], played[scenario], await received(scenario), nature);
    if (!isDeepStrictEqual(got, wanted)) wrong.push(`${name}, ${entry}, ${scenario}: ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
  }
  complaints.push(...wrong.map((text) => text.slice(0, 1_000)));
  add(name, version, entry, names.length, names.length - wrong.length);
}

function addFailure(engine, version, entry, error) {
  complaints.push(`${engine}, ${entry}: ${error.message}`.trim());
  add(engine, version, entry, cases.length, 0);
}

const temporary = mkdtempSync(join(tmpdir(), 'retriage-matrix-'));
try {
  const model = prepare(join(temporary, 'model'));
  if (!only.length || only.includes('rust')) await crate();
  const seen = new Set();
  for (const [id, at, brings] of found) {
    const engine = engines[id];
    if (!engine || (only.length && !only.includes(id))) continue;
    if (!at) {
      missing += 1;
      table.push(['–', engine.name, 'missing', brings, '', '']);
      continue;
    }
    let version = await engine.version?.(at);
    // The machine's Node may be one of those that are wanted anyway.
    if (seen.has(`${engine.name} ${version}`)) continue;
    if (version) seen.add(`${engine.name} ${version}`);
    const project = join(temporary, id);
    cpSync(model, project, { recursive: true });
    try {
      await serving(fitFor(engine), async ({ places, received }) => {
        writeFileSync(join(project, 'places.js'), `export default ${JSON.stringify(places)};\n`);
        for await (const row of await engine.rows(at, project)) {
          version ??= row.version;
          if (row.played) await addPlay(engine, version, row, received);
          else addRow(engine.name, version, row);
        }
      });
    } catch (error) {
      addFailure(engine.name, version ?? '?', 'none', error);
    }
    if (engine.crate) await crateRow(engine, version ?? '?');
  }
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

function fitFor({ nature }) {
  return Object.fromEntries(Object.entries(scenarios).filter(([, { only = () => true }]) => nature && only(nature)));
}

/** The tarball installed, with what an engine runs and the cases beside it. */
function prepare(project) {
  cpSync(`${root}tests/engines/project`, project, { recursive: true });
  cpSync(`${root}tests/servers/scenarios.js`, join(project, 'scenarios.js'));
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true, "type": "module" }\n');
  writeFileSync(join(project, 'cases.js'), `export default ${JSON.stringify(cases)};\n`);
  const [tarball] = readdirSync(`${root}target/installed`).filter((name) => name.endsWith('.tgz'));
  execFileSync('npm', ['install', '--silent', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', `${root}target/installed/${tarball}`], { cwd: project });
  return project;
}

/** The crate's answers are the measure; what they must equal is the labels, which `cargo test` sees to. */
async function crate() {
  const version = execFileSync('rustc', ['--version'], { encoding: 'utf8' }).match(/\d[\w.]*/)[0];
  add('Rust, native', version, 'crate', cases.length, native.length);
}

async function crateRow(engine, version) {
  try {
    await crateIn(engine.crate);
    add(engine.name, version, 'crate, wasm-pack', cases.length, cases.length);
  } catch (error) {
    addFailure(engine.name, version, 'crate, wasm-pack', error);
  }
}

const head = ['', 'engine', 'version', 'entry', 'cases', 'alike'];
const rows = [head, ...table];
const widths = head.map((_, at) => Math.max(...rows.filter((row) => row[2] !== 'missing').map((row) => row[at].length)));
const line = (row) => row.map((cell, at) => (at > 3 ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join('  ').trimEnd();
console.log(`\n${rows.map(line).join('\n')}\n`);
if (complaints.length) console.log(`${complaints.join('\n')}\n`);

const failed = table.filter(([mark]) => mark === '✗').length;
const absent = missing && process.env.CI ? missing : 0;
console.log(`${table.length - failed - missing} of ${table.length} rows alike${missing ? `, ${missing} missing${absent ? ', which fails the run under CI' : ''}` : ''}.`);
process.exitCode = failed || absent ? 1 : 0;
