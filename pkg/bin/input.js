// What the user gave, as a list of failures.
import { readFileSync, statSync } from 'node:fs';
import { failureOf, isCase } from './case.js';
import { splitCurl } from './curl.js';

/** `[{ id, failure, expect }]` from arguments, files or standard input. What options tell is a failure without any text. */
export async function readFailures({ positionals, lines, status, headers }) {
  const isTold = status !== undefined || headers.length > 0;
  const texts = await readTexts(positionals, isTold);
  const found = texts.flatMap((text) => split(text, lines));
  if (found.length > 0) return found;
  if (isTold) return [{ failure: {} }];
  throw new Error('the input is empty');
}

async function readTexts(positionals, isTold) {
  if (positionals.length === 0 && process.stdin.isTTY) {
    if (isTold) return [];
    throw new Error('give a failure as text, as a file or on standard input; see --help');
  }
  if (positionals.length === 0) return [await readStdin()];
  const files = positionals.map((name) => (name === '-' ? true : statOf(name)));
  if (files.every(Boolean)) {
    const folder = positionals.find((name, i) => files[i] !== true && files[i].isDirectory());
    if (folder !== undefined) throw new Error(`${folder} is a directory`);
    return Promise.all(positionals.map((name) => (name === '-' ? readStdin() : readFileSync(name, 'utf8'))));
  }
  // Among other words a path may be part of the text.
  const isPath = (name) => /^\S+\.(jsonl?|log|txt|http)$/.test(name) || (positionals.length === 1 && /^\.{0,2}\/\S+$/.test(name));
  const missing = positionals.find((name, i) => !files[i] && isPath(name));
  if (missing !== undefined) throw new Error(`no such file: ${missing}`);
  return [positionals.join(' ')];
}

/** What stands under a name, a pipe such as `<(curl …)` too; a long text is no name. */
function statOf(name) {
  try {
    return statSync(name);
  } catch {
    return undefined;
  }
}

async function readStdin() {
  const parts = [];
  for await (const part of process.stdin) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function split(text, byLine) {
  if (text.trim() === '') return [];
  const answer = splitCurl(text);
  if (answer !== undefined) return [{ failure: answer }];
  const whole = parseJson(text);
  if (Array.isArray(whole) && whole.every(isCase)) return whole.map(fromCase);
  if (isCase(whole)) return [fromCase(whole)];
  if (whole !== undefined) return [{ failure: { body: text.trim() } }];
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > 1 && (byLine || isCase(parseJson(lines[0])))) return lines.map(fromLine);
  return [fromText(text.trim())];
}

function fromLine(line) {
  const json = parseJson(line);
  if (isCase(json)) return fromCase(json);
  return json === undefined ? fromText(line.trim()) : { failure: { body: line.trim() } };
}

/** A page is a body; everything else is a message that a log shows. */
const fromText = (text) => ({ failure: /^<(!doctype|html|\?xml)/i.test(text) ? { body: text } : { message: text } });

function fromCase(json) {
  return { id: json.id, provider: json.provider, failure: failureOf(json), expect: json.expect, disagree: json.disagree };
}

function parseJson(text) {
  // A file may begin with a byte order mark, which is a blank and no JSON.
  const json = text.trim();
  if (json[0] !== '{' && json[0] !== '[') return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
