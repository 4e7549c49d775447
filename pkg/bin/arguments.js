import { parseArgs } from 'node:util';

export const HELP = `Tells API failures apart: transient, permanent, exhausted or unknown.

  retriage [options] TEXT        judge an error text, a JSON body or a pasted curl -i answer
  retriage [options] FILE...     judge what a file holds; of JSON lines, each line
  ... | retriage [options]       judge standard input
  retriage batch ...             send many requests; see retriage batch --help

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

export const BATCH_HELP = `Sends many requests, and stops where the rest would fail as well.

  retriage batch [options] [FILE]   JSON lines of requests, from FILE or standard input

  --concurrency N          requests under way at one time (default 4)
  --state FILE             keep in FILE how far it has come; the same command again goes on from there
  --output FILE            append the results to FILE (default: standard output)
  --retry-failed           try again what had failed in an earlier run
  --stop-after-same N      stop after N failures in a row by the same rule (default 5)
  --attempts N             attempts of one request in one run (default 5)
  --url URL                the address of requests that name none
  --header 'NAME: VALUE'   a header of every request; repeatable
  --idempotency-key        send a key with each request, the same in every run: the server must honour it
  --help

A request: {"url": "https://...", "method": "POST", "headers": {...}, "body": ..., "id": "..."}. All but url may be
missing; a body that is no text is sent as JSON.
A result, as each ends: {"index": 0, "id": "0", "status": 200, "body": ...}, or with "tries" and "error" for one that failed.

Exits with 0 where all are done, 1 where some failed, 3 where it stopped before the end (run it again, later), 2 for what
it cannot do, 130 after Ctrl-C. However it ends, also by SIGKILL, nothing that the state has as done is done again, and
nothing is lost; what was under way is repeated.
`;

const BATCH_OPTIONS = {
  concurrency: { type: 'string' },
  state: { type: 'string' },
  output: { type: 'string' },
  'retry-failed': { type: 'boolean' },
  'stop-after-same': { type: 'string' },
  attempts: { type: 'string' },
  url: { type: 'string' },
  header: { type: 'string', multiple: true },
  'idempotency-key': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

/** The command line behind `batch`. */
export function readBatchArguments(argv) {
  const { values, positionals } = parse(argv, BATCH_OPTIONS);
  if (positionals.length > 1) throw new Error(`batch takes one FILE, got ${positionals.length}; see retriage batch --help`);
  return {
    help: values.help,
    file: positionals[0] ?? '-',
    concurrency: number('concurrency', values.concurrency, 1, 10_000),
    state: values.state,
    output: values.output,
    retryFailed: values['retry-failed'],
    stopAfterSame: number('stop-after-same', values['stop-after-same'], 1, 1_000_000),
    attempts: number('attempts', values.attempts, 1, 1_000_000),
    url: values.url,
    headers: (values.header ?? []).map(readHeader),
    idempotencyKey: values['idempotency-key'],
  };
}

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
  const { values, positionals } = parse(argv, OPTIONS);
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

function parse(argv, options) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
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
