// What was pasted, as the parts of a failure, and where each part stands in the text.
import { failureOf, isCase } from '../../pkg/bin/case.js';

/** A status line and its header lines, as `curl -i` writes them; `curl -v` puts `< ` before each. */
const HEAD = /^(?:< )?HTTP\/\d(?:\.\d)? (\d{3})\b[^\n]*\n?((?:(?:< )?[!#$%&'*+.^_`|~\w-]+:[^\n]*\n?)*)(?:<? ?\r?\n)?/gm;
const HEADER = /^(?:< )?([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\n]*)$/gm;
/** curl's own remarks around a body. */
const REMARKS_BEFORE = /^(?:(?:\* |[{}] \[)[^\n]*\n)+/;
const REMARKS_AFTER = /(?:\n(?:\* |[{}] \[)[^\n]*)+\s*$/;

/**
 * `{ failure, kind, find }` of a text: the parts that `classify` takes; `answer`, `case`, `json`, `page` or `text`; and
 * `find(evidence)`, the half-open range of a piece of evidence in the text, or undefined.
 */
export function readPaste(text) {
  const at = { headers: new Map() };
  const { failure, kind } = answer(text, at) ?? structure(text, at) ?? whole(text, at, 'message', 'text');
  return { failure, kind, find: (evidence) => find(evidence, at, text) };
}

function answer(text, at) {
  let last;
  for (const match of text.matchAll(HEAD)) {
    // Without header lines it is one only where nothing stands before it.
    if (match[2] || text.slice(0, match.index).trim() === '') last = match;
  }
  if (!last) return undefined;
  const digits = last.index + last[0].indexOf(` ${last[1]}`) + 1;
  at.status = [digits, digits + 3];
  const block = last.index + last[0].indexOf('\n') + 1;
  const headers = [];
  for (const { 0: line, 1: name, 2: value, index } of last[2].matchAll(HEADER)) {
    headers.push([name, value.trimEnd()]);
    at.headers.set(name.toLowerCase(), block + index + line.length - value.length);
  }
  const end = last.index + last[0].length;
  const rest = text.slice(end);
  const before = rest.match(REMARKS_BEFORE)?.[0].length ?? 0;
  const body = rest.slice(before).replace(REMARKS_AFTER, '').trimEnd();
  at.body = end + before;
  return { kind: 'answer', failure: { status: Number(last[1]), headers, ...(body && { body }) } };
}

function structure(text, at) {
  const first = text.trimStart()[0];
  if (first === '<' && /^\s*<(!doctype|html|\?xml)/i.test(text)) return whole(text, at, 'body', 'page');
  if (first !== '{' && first !== '[') return undefined;
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isCase(json) ? { kind: 'case', failure: failureOf(json) } : whole(text, at, 'body', 'json');
}

function whole(text, at, part, kind) {
  at[part] = 0;
  return { kind, failure: { [part]: text } };
}

function find({ where, path, text: words, span }, at, text) {
  if (where === 'status' && at.status) return at.status;
  const start = where === 'header' ? at.headers.get(path.toLowerCase()) : at[where];
  if (span && start !== undefined) return [start + span[0], start + span[1]];
  // Unescaped from inside another string: look for it as that string writes it.
  const sought = words.replace(/…$/, '');
  if (sought.length < 3) return undefined;
  for (let written = sought, depth = 0; depth < 3; depth += 1, written = JSON.stringify(written).slice(1, -1)) {
    const index = text.indexOf(written);
    if (index >= 0) return [index, index + written.length];
  }
  return undefined;
}
