// The corpus as the gallery shows it: each case as one would paste it, kept where the page then judges it as the label says.
import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readPaste } from './src/read.js';

const MAX_TEXT = 6_000;

/** `[{ id, provider, class, reason, text, status?, now?, trap?, why }]`: traps first, and one of each provider in turn. */
export async function galleryOf(cases, packages) {
  const { classify } = await import(pathToFileURL(`${packages}/retriage/dist/inline.js`));
  const found = readdirSync(cases).filter((name) => name.endsWith('.jsonl')).sort()
    .flatMap((name) => readFileSync(cases + name, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)))
    .filter(({ source, error, url }) => source && !/made up/.test(source) && !error && !url)
    .map(entry)
    .filter((one) => one.text && one.text.length <= MAX_TEXT && agrees(one, classify));
  const sizes = {};
  for (const { provider } of found) sizes[provider] = (sizes[provider] ?? 0) + 1;
  const turns = {};
  return found
    .map((one) => {
      const turn = `${one.provider} ${Boolean(one.trap)}`;
      turns[turn] = (turns[turn] ?? 0) + 1;
      return [[one.trap ? 0 : 1, turns[turn], -sizes[one.provider]], one];
    })
    .sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(([, one]) => one);
}

function entry({ id, provider, status, headers, body, message, expect, why, trap }) {
  const text = status && headers
    ? [`HTTP/1.1 ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body ?? message ?? ''].join('\n')
    : body ?? message;
  const alone = status && !headers ? `${status}` : undefined;
  return { id, provider, class: expect.class, reason: expect.reason, text, status: alone, now: expect.now, trap, why };
}

function agrees({ text, status, now, class: kind, reason }, classify) {
  const { failure } = readPaste(text);
  if (status) failure.status = Number(status);
  if (now) failure.now = Date.parse(now);
  const verdict = classify(failure);
  return verdict.class === kind && verdict.reason === reason;
}
