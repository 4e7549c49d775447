// make duels: every contestant on every input. Prints the table, writes docs/duels.md, fails where Retriage is wrong.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inputs } from './inputs.mjs';

const PACKAGES = {
  retriage: [], openai: ['openai'], anthropic: ['@anthropic-ai/sdk'], ai: ['ai', '@ai-sdk/openai-compatible'], ky: ['ky'], got: ['got'], 'p-retry': ['p-retry'], cockatiel: ['cockatiel'],
  'axios-retry': ['axios', 'axios-retry'], 'fetch-retry': ['fetch-retry'], undici: ['undici'], langchain: ['@langchain/core'],
};
const REAL_LIMIT_MS = 60_000;
const { devDependencies: versions } = JSON.parse(readFileSync(new URL('package.json', import.meta.url)));
const run = promisify(execFile);
const names = Object.keys(PACKAGES);
const table = new Map(inputs.map((input) => [input, {}]));

async function duel(name, input) {
  try {
    const { stdout } = await run(process.execPath, [fileURLToPath(new URL('duel.mjs', import.meta.url)), name, input.id], { timeout: REAL_LIMIT_MS, env: { ...process.env, TZ: 'UTC', ...input.env } });
    return JSON.parse(stdout);
  } catch (error) {
    return { failed: error.killed ? `no end in ${REAL_LIMIT_MS / 1000} s` : String(error.stderr || error.message).match(/^\w*Error: .*$/m)?.[0] ?? 'broke' };
  }
}

const pairs = inputs.flatMap((input) => names.map((name) => [name, input]));
async function worker() {
  for (let pair = pairs.shift(); pair; pair = pairs.shift()) table.get(pair[1])[pair[0]] = await duel(...pair);
}
await Promise.all([worker(), worker(), worker()]);

const seconds = (ms) => (ms / 1000).toFixed(ms % 1000 && ms < 100_000 ? 2 : 0);
function cell(seen) {
  if (seen.skipped) return '.';
  if (seen.failed) return seen.failed;
  const mark = seen.right ? '✓' : '✗';
  if (seen.peak !== undefined) return `${mark} ${seen.early} early, peak ${seen.peak}`;
  const times = seen.times.slice(0, 4).map(seconds).join(' / ') + (seen.count > 4 ? ' …' : '');
  return `${mark} ${seen.count}: ${times} s → ${seen.outcome}${seen.endedAt > seen.times.at(-1) ? ` at ${seconds(seen.endedAt)}` : ''}`;
}
const total = (name) => {
  const all = [...table.values()].map((row) => row[name]).filter((seen) => !seen.skipped);
  return `${all.filter((seen) => seen.right).length} of ${all.length}`;
};
const label = (name) => (PACKAGES[name].length ? PACKAGES[name].map((each) => `${each} ${versions[each]}`).join(', ') : 'Retriage');

for (const [input, row] of table) {
  console.log(`\n${input.id}  ${input.what}; wanted: ${input.want}`);
  for (const name of names) console.log(`  ${name.padEnd(12)} ${cell(row[name])}`);
}
console.log(`\nright\n${names.map((name) => `  ${name.padEnd(12)} ${total(name)}`).join('\n')}`);

const line = (cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
writeFileSync(new URL('../../docs/duels.md', import.meta.url), `# Duels

Written by \`make duels\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}: each contestant on the same inputs, under a fake clock, with chance from a
seed and a scripted server. A cell has ✓ where it is as wanted, the number of calls, when they were made, and how it
ended; "cut" is after 3000 calls or 60 days. A dot is an input that does not apply.

Settings are the defaults, but: ky has no timeout, axios-retry uses exponentialDelay, fetch-retry has
retryOn [429, 503], p-retry of D16 has 5 retries. p-retry, cockatiel and LangChain's AsyncCaller run a fetch that throws an error with the
status, headers and body. The SDKs send POST, the others GET unless the input says otherwise. What is wanted is Retriage's
opinion: read the row before the mark.

${line(['', 'input', 'wanted', ...names.map(label)])}
${line(['---', '---', '---', ...names.map(() => '---')])}
${[...table].map(([input, row]) => line([input.id, input.what, input.want, ...names.map((name) => cell(row[name]))])).join('\n')}
${line(['', 'right', '', ...names.map(total)])}
`);

if ([...table.values()].some(({ retriage }) => !retriage.right && !retriage.skipped)) process.exitCode = 1;
