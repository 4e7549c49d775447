// make duels: every contestant on every input. Prints the table, writes docs/duels.md, fails where Retriage is wrong.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inputs } from './inputs.mjs';

const PACKAGES = {
  retriage: [],
  openai: ['openai'],
  anthropic: ['@anthropic-ai/sdk'],
  ai: ['ai', '@ai-sdk/openai-compatible'],
  ky: ['ky'],
  got: ['got'],
  'axios-retry': ['axios', 'axios-retry'],
  undici: ['undici'],
  langchain: ['@langchain/core'],
  'p-retry': ['p-retry'],
  cockatiel: ['cockatiel'],
  'fetch-retry': ['fetch-retry'],
};
const GENERAL = ['p-retry', 'cockatiel', 'fetch-retry'];
const REAL_LIMIT_MS = 60_000;
const { devDependencies: versions } = JSON.parse(readFileSync(new URL('package.json', import.meta.url)));
const run = promisify(execFile);
const names = Object.keys(PACKAGES);
const readers = names.filter((name) => !GENERAL.includes(name));
const table = new Map(inputs.map((input) => [input, {}]));

async function duel(name, input) {
  try {
    const script = fileURLToPath(new URL('duel.mjs', import.meta.url));
    const { stdout } = await run(process.execPath, [script, name, input.id], {
      timeout: REAL_LIMIT_MS,
      env: { ...process.env, TZ: 'UTC', ...input.env },
    });
    return JSON.parse(stdout);
  } catch (error) {
    if (error.killed) return { failed: `no end in ${REAL_LIMIT_MS / 1000} s` };
    return { failed: String(error.stderr || error.message).match(/^\w*Error: .*$/m)?.[0] ?? 'broke' };
  }
}

const pairs = inputs.flatMap((input) => names.map((name) => [name, input]));
async function worker() {
  for (let pair = pairs.shift(); pair; pair = pairs.shift()) table.get(pair[1])[pair[0]] = await duel(...pair);
}
await Promise.all([worker(), worker(), worker()]);

const seconds = (ms) => (ms / 1000).toFixed(ms % 1000 && ms < 100_000 ? 2 : 0);
function cell(seen) {
  if (seen.omitted) return `not run: ${seen.omitted}`;
  if (seen.failed) return `not run: ${seen.failed}`;
  const mark = seen.right ? '✓' : '✗';
  if (seen.peak !== undefined) return `${mark} ${seen.early} early, peak ${seen.peak}`;
  if (seen.starts) return `${mark} ${seen.count} sends for ${seen.starts} calls${seen.note ? `, ${seen.note}` : ''}`;
  const times = seen.times.slice(0, 4).map(seconds).join(' / ') + (seen.count > 4 ? ' …' : '');
  const end = seen.endedAt > seen.times.at(-1) ? ` at ${seconds(seen.endedAt)}` : '';
  return `${mark} ${seen.count}: ${times} s${seen.note ? `, ${seen.note}` : ''} → ${seen.outcome}${end}`;
}
const ran = (seen) => !seen.omitted && !seen.failed;
const total = (name) => {
  const all = [...table.values()].map((row) => row[name]).filter(ran);
  return `${all.filter((seen) => seen.right).length} / ${all.length}`;
};
const label = (name) => PACKAGES[name].map((each) => `${each} ${versions[each]}`).join(', ') || 'Retriage';

for (const [input, row] of table) {
  console.log(`\n${input.id}  ${input.what}; right: ${input.right.says}`);
  for (const name of names) console.log(`  ${name.padEnd(12)} ${cell(row[name])}`);
}
console.log(`\nright / run\n${names.map((name) => `  ${name.padEnd(12)} ${total(name)}`).join('\n')}`);

const line = (cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
const grid = (columns, head, cells) => [
  line(['', ...head, ...columns.map(label)]),
  line(['---', ...head, ...columns].map(() => '---')),
  ...[...table].map(([input, row]) => line([input.id, ...cells(input), ...columns.map((name) => cell(row[name]))])),
  line(['', ...head.map((_, index) => (index ? '' : 'right / run')), ...columns.map(total)]),
].join('\n');

writeFileSync(new URL('../../docs/duels.md', import.meta.url), `# Duels

Written by \`make duels\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}: each contestant on the
same inputs, under a fake clock, with chance from a seed and a scripted server.

A cell has ✓ where it is right by the row's own words and ✗ where it is not, then the number of calls, when they were
made, and how it ended; "cut" is after 3000 calls or 60 days. Jitter is asked for in D13 alone. Where an input does
not apply to a contestant, or the contestant could not be run on it, the cell says why and counts neither for it nor
against it: the last line is right / run.

The inputs were chosen by the authors of Retriage, among the ones on which its peers were seen to go wrong, and what is
right is their opinion. Read the row before the mark. It is no survey of all that the peers do.

Settings are the defaults, but: ky has no timeout, axios-retry uses exponentialDelay, fetch-retry has retryOn
[429, 503], p-retry in D16 has 5 retries, D31b and D31c set what they name. LangChain's AsyncCaller, p-retry and
cockatiel run a fetch that throws an error with the status, headers and body. got, axios and undici talk to a server on
loopback, the others are given a fetch. The SDKs send POST, the others GET unless the input says otherwise. In D19 to
D22 the calls of Retriage share one client, those of cockatiel one breaker (5 failures in a row, 30 s) or bulkhead
without retries. In D28 those that read events ask for a stream, each in the form of its own API, Retriage with \`sse\` in
OpenAI's; an error that the AI SDK hands out as a part of its stream counts as thrown.

## Those that read the answer

${grid(readers, ['input', 'right is'], (input) => [input.what, input.right.says])}

## General retriers

p-retry, cockatiel and fetch-retry read neither body nor headers, by design: what to repeat, and when, is for the
caller to write. This is what they do where the caller writes nothing, so a ✗ mostly says what is left to write.

${grid(GENERAL, ['input'], (input) => [input.what])}
`);

if ([...table.values()].some(({ retriage }) => !retriage.right && !retriage.omitted)) process.exitCode = 1;
