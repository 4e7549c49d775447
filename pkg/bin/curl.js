// A pasted answer of `curl -i` or `curl -v`.

const STATUS_LINE = /^HTTP\/\d(?:\.\d)? (\d{3})\b/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/;

/**
 * `{ status, headers, body }` of the last answer in the text (redirects, a proxy's and 100 Continue come before it), or
 * undefined where the text does not begin with a status line.
 */
export function splitCurl(text) {
  const lines = plainLines(text.replace(/^\s+/, '').split(/\r?\n/));
  if (lines === undefined) return undefined;
  let answer;
  for (let i = 0; i < lines.length; i += 1) {
    const head = readHead(lines, i);
    if (head === undefined) {
      if (answer === undefined) return undefined;
      answer.lines.push(lines[i]);
    } else {
      answer = { ...head, lines: [] };
      i = head.end;
    }
  }
  if (answer === undefined) return undefined;
  return { status: answer.status, headers: answer.headers, body: answer.lines.join('\n').trimEnd() || undefined };
}

/** The lines as `curl -i` shows them; `curl -v` marks an answer's head with `<` and its own remarks with `*` and `>`. */
function plainLines(lines) {
  if (STATUS_LINE.test(lines[0])) return lines;
  if (!lines.some((line) => STATUS_LINE.test(line.replace(/^< /, '')) && line.startsWith('< '))) return undefined;
  const kept = lines.filter((line) => !/^([*>]( |$)|[{}] \[)/.test(line)).map((line) => line.replace(/^< ?/, ''));
  return kept.slice(kept.findIndex((line) => STATUS_LINE.test(line)));
}

/** The head that starts at a line; `end` is the blank line after it. */
function readHead(lines, start) {
  const status = lines[start].match(STATUS_LINE)?.[1];
  if (status === undefined) return undefined;
  const headers = [];
  let end = start + 1;
  for (; end < lines.length && lines[end] !== ''; end += 1) {
    const pair = lines[end].match(HEADER_LINE);
    if (pair === null) return undefined;
    headers.push([pair[1], pair[2].trimEnd()]);
  }
  return { status: Number(status), headers, end };
}
