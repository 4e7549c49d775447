import { parseArgs } from 'node:util';

export const HELP = `Tells API failures apart: transient, permanent, exhausted or unknown.

  retriage [options] TEXT        judge an error text, a JSON body or a pasted curl -i answer
  retriage [options] FILE...     judge what a file holds; of JSON lines, each line
  ... | retriage [options]       judge standard input

What the text does not say
  --status N               the HTTP status
  --header 'NAME: VALUE'   a response header; repeatable
  --url URL                the request's address: its owner decides whose rules apply
  --now TIME               when the failure was seen: ISO 8601, or seconds or milliseconds since 1970
  --attempt N              the number of the attempt that failed, for the delay (default 1)

What comes out
  --lines                  judge each line of plain text by itself, as in a log
  --json                   a JSON object for each failure
  --exit-code              exit with 0 transient, 10 permanent, 20 exhausted, 30 unknown; of many, the highest
  --export FILE            append what nothing recognised to FILE, as redacted cases
  --check                  compare with the \`expect\` of each JSON line; exit 1 where one differs
  --help, --version

A JSON line: {"status": 429, "headers": {"retry-after": "7"}, "body": "...", "message": "..."}, any part missing.
`;

const OPTIONS = {
  status: { type: 'string' },
  header: { type: 'string', multiple: true },
  url: { type: 'string' },
  now: { type: 'string' },
  attempt: { type: 'string' },
  lines: { type: 'boolean' },
  json: { type: 'boolean' },
  'exit-code': { type: 'boolean' },
  export: { type: 'string' },
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
};

/** The command line as values, or an Error of one clear line. */
export function readArguments(argv) {
  const { values, positionals } = parse(argv);
  return {
    ...values,
    exitCode: values['exit-code'],
    positionals,
    status: number('status', values.status, 100, 999),
    attempt: number('attempt', values.attempt, 1, 1_000_000) ?? 1,
    headers: (values.header ?? []).map(readHeader),
    now: readTime(values.now),
  };
}

function parse(argv) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node adds advice after the first sentence.
    throw new Error(`${error.message.split('. ')[0].replace(/\.$/, '')}; see --help`);
  }
}

function number(name, text, least, most) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`--${name} takes an integer from ${least} to ${most}, got '${text}'`);
}

function readHeader(text) {
  const [, name, value] = text.match(/^\s*([^\s:]+)\s*:\s*(.*?)\s*$/s) ?? [];
  if (name === undefined) throw new Error(`--header takes 'name: value', got '${text}'`);
  return [name, value];
}

/** Milliseconds since 1970 of an ISO time or of a number of seconds or milliseconds. */
export function readTime(text) {
  if (text === undefined) return undefined;
  const number = Number(text);
  const ms = /^\d+(\.\d+)?$/.test(text) ? (number < 1e11 ? number * 1000 : number) : Date.parse(text);
  if (Number.isFinite(ms)) return ms;
  throw new Error(`--now takes an ISO 8601 time or seconds or milliseconds since 1970, got '${text}'`);
}
