// `retriage batch`: JSON lines of requests in, JSON lines of results out.
import { createReadStream } from 'node:fs';
import { createClient } from '../dist/inline.js';
import { BATCH_HELP, readBatchArguments } from './arguments.js';
import { bar, summary } from './bar.js';
import { painter } from './paint.js';
import { Journal, appendTo, countLines } from './journal.js';

const SIGNALS = { SIGINT: 130, SIGTERM: 143 };

/** How often the bar is drawn anew. */
const FRAME_MS = 100;

export async function batch(argv) {
  const args = readBatchArguments(argv);
  if (args.help) {
    process.stdout.write(BATCH_HELP);
    return 0;
  }
  if (args.file === '-' && process.stdin.isTTY) throw new Error('give requests as a file or on standard input; see retriage batch --help');
  const given = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const client = createClient(given({ attempts: args.attempts, idempotencyKey: args.idempotencyKey }));
  const write = appendTo(args.output);
  const journal = args.state === undefined ? undefined : new Journal(args.state);
  const { stderr } = process;
  const look = { paint: painter(stderr), width: stderr.columns || 80 };
  /** The answers to items that are under way. */
  const answers = new Map();

  async function work({ request, problem }, { index, fetch }) {
    if (problem) throw new Error(problem);
    const { url = args.url, body, method = body === undefined ? 'GET' : 'POST' } = request;
    if (typeof url !== 'string') throw new Error('the request has no url, and there is no --url');
    const headers = new Headers([...args.headers, ...Object.entries(request.headers ?? {})]);
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    if (typeof body === 'object' && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const response = await fetch(url, { method, headers, body: text });
    const { status } = response;
    answers.set(index, { status });
    const answer = await contentOf(response.ok ? response : response.clone());
    answers.set(index, { status, body: answer });
    return response.ok ? answer : response;
  }

  /** The result is out before the state says so: killed in between, the item is repeated and not lost. */
  function onResult({ state, id, index, tries, verdict, message }) {
    const answer = answers.get(index);
    answers.delete(index);
    write(state === 'done' ? { index, id, ...answer } : { index, id, tries, ...answer, error: { ...verdict, message } });
    journal?.record(state === 'done' ? { index } : { index, id, tries });
  }

  let newest;
  let drawn = -Infinity;
  function onProgress(progress) {
    newest = progress;
    if (!stderr.isTTY || performance.now() - drawn < FRAME_MS) return;
    drawn = performance.now();
    stderr.write(`\r${bar(progress, look)}\x1b[K`);
  }

  const controller = new AbortController();
  let code = 0;
  const stop = (name) => {
    code = SIGNALS[name];
    controller.abort();
  };
  // Once: a second Ctrl-C ends the process, and the state is as good.
  for (const name of Object.keys(SIGNALS)) process.once(name, stop);
  try {
    const total = stderr.isTTY && args.file !== '-' ? await countLines(args.file) : undefined;
    const stream = args.file === '-' ? process.stdin : createReadStream(args.file);
    const result = await client.batch(requests(stream), work, given({
      concurrency: args.concurrency,
      stopAfterSame: args.stopAfterSame,
      id: ({ request }, index) => request?.id ?? request?.custom_id ?? index,
      resume: journal?.resume,
      retryFailed: args.retryFailed,
      signal: controller.signal,
      total,
      onResult,
      onProgress,
    }));
    journal?.keep(result);
    if (stderr.isTTY) stderr.write('\r\x1b[K');
    stderr.write(summary(result, newest, args.state));
    if (code > 0) return code;
    return result.stopped ? 3 : Number(result.failed.length > 0);
  } finally {
    for (const name of Object.keys(SIGNALS)) process.removeListener(name, stop);
    journal?.close();
    // A stream that nobody reads any more would keep the process.
    if (args.file === '-') process.stdin.destroy();
    client.close();
  }
}

/** JSON where the answer says so, else text. */
async function contentOf(response) {
  const text = await response.text();
  if (!/\bjson\b/i.test(response.headers.get('content-type'))) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One request a line; what is none is an item that fails. */
async function* requests(stream) {
  let number = 0;
  for await (const line of linesOf(stream)) {
    number += 1;
    yield parse(line, number);
  }
}

function parse(line, number) {
  try {
    const request = JSON.parse(line);
    if (typeof request === 'object' && request !== null && !Array.isArray(request)) return { request };
  } catch {
    // It is said below.
  }
  return { problem: `request ${number} is no JSON object` };
}

async function* linesOf(stream) {
  let rest = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}
