// From a command line to an exit status.
import { appendFileSync, readFileSync } from 'node:fs';
import { classify, nextDelay, toCase } from '../dist/inline.js';
import { HELP, readArguments } from './arguments.js';
import { batch } from './batch.js';
import { block } from './block.js';
import { check } from './check.js';
import { readFailures } from './input.js';
import { painter } from './paint.js';
import { summary, table } from './table.js';

const EXIT = { transient: 0, permanent: 10, exhausted: 20, unknown: 30 };

export async function run(argv) {
  if (argv[0] === 'batch') return batch(argv.slice(1));
  const args = readArguments(argv);
  if (args.help) return print(HELP);
  if (args.version) return print(`${JSON.parse(readFileSync(new URL('../package.json', import.meta.url))).version}\n`);

  const judged = (await readFailures(args)).map((found, index) => judge(found, index, args));
  const { stdout } = process;
  const look = { paint: painter(stdout), width: Math.max(40, stdout.columns || Number(process.env.COLUMNS) || 120) };

  if (args.json) print(judged.map(({ id, verdict, delay }) => `${JSON.stringify({ id, ...verdict, delay })}\n`).join(''));
  else if (args.check) print(check(judged, look).text);
  else if (judged.length === 1) print(block(judged[0], look));
  else print(table(judged, look) + summary(judged, look));

  if (args.export !== undefined) exportUnknown(judged, args.export);
  if (args.check && !check(judged, look).agrees) return 1;
  return args.exitCode ? judged.reduce((most, { verdict }) => Math.max(most, EXIT[verdict.class]), 0) : 0;
}

function print(text) {
  process.stdout.write(text);
  return 0;
}

function judge({ id, provider, failure, expect, disagree }, index, args) {
  const given = {
    ...failure,
    status: failure.status ?? args.status,
    headers: [...headerPairs(failure.headers), ...args.headers],
    url: failure.url ?? args.url,
    now: failure.now ?? args.now ?? Date.now(),
  };
  const verdict = classifyAt(given, index);
  return {
    id,
    provider,
    given,
    expect,
    disagree,
    verdict,
    delay: nextDelay(verdict, { attempt: args.attempt }),
    range: [0, 1].map((chance) => nextDelay(verdict, { attempt: args.attempt, random: () => chance })),
  };
}

function classifyAt(given, index) {
  try {
    return classify(given);
  } catch (error) {
    if (error instanceof TypeError) throw new Error(`failure ${index + 1}: ${error.message}`);
    throw error;
  }
}

const headerPairs = (headers) => (Array.isArray(headers) ? headers : Object.entries(headers ?? {}));

function exportUnknown(judged, file) {
  const unknown = judged.filter(({ verdict }) => verdict.class === 'unknown');
  const lines = unknown.map(({ given, provider }) => `${JSON.stringify(toCase(given, { provider }))}\n`);
  try {
    appendFileSync(file, lines.join(''));
  } catch (error) {
    throw new Error(`--export cannot write ${file}: ${error.code ?? error.message}`);
  }
  process.stderr.write(`retriage: ${lines.length} unrecognised written to ${file}, redacted\n`);
}
