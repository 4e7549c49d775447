// One failure as a block that a person reads from the top.
import { CLASS_COLOUR, advice, clip, duration, oneLine } from './paint.js';

export function block({ id, verdict, range }, { paint, width }) {
  const dim = (text) => paint('dim', text);
  const row = (label, value) => (value ? `  ${dim(label.padEnd(9))} ${value}\n` : '');
  const wait = verdict.waitMs === null
    ? ''
    : `${duration(verdict.waitMs)} ${dim(`stated by ${verdict.waitSource}${verdict.malformed ? ', malformed' : ''}`)}`;
  const title = `${paint('bold', paint(CLASS_COLOUR[verdict.class], verdict.class))}  ${verdict.reason}`;
  return `${title}${id ? dim(`  ${id}`) : ''}\n\n`
    + `${wrap(verdict.explain, Math.min(width, 100) - 2).map((line) => `  ${line}\n`).join('')}\n`
    + row('do', advice(verdict, range))
    + row('wait', wait)
    + row('scope', `${verdict.scope}${verdict.stopsBatch ? dim('  a batch stops here') : ''}`)
    + row('provider', verdict.provider)
    + row('sent', verdict.sent === 'no' ? 'no, it was refused or never reached' : 'maybe, the server may have acted on it')
    + row('rule', verdict.rule && `${verdict.rule} ${dim(`by ${verdict.confidence}`)}`)
    + verdict.evidence.map((piece, i) => row(i === 0 ? 'evidence' : '', evidence(piece, dim, width - 12))).join('')
    + verdict.meters.map((meter, i) => row(i === 0 ? 'meters' : '', meterText(meter))).join('');
}

function evidence({ where, path, text, rule }, dim, width) {
  const place = path ? `${where} ${oneLine(path)}` : where;
  const room = Math.max(20, width - place.length - rule.length - 6);
  return `${place}: ${clip(JSON.stringify(oneLine(text)), room)} ${dim(rule)}`;
}

function meterText({ name, limit, remaining, resetsMs }) {
  const parts = [
    remaining !== null && limit !== null ? `${remaining} of ${limit} left` : remaining !== null ? `${remaining} left` : '',
    remaining === null && limit !== null ? `limit ${limit}` : '',
    resetsMs !== null ? `resets in ${duration(resetsMs)}` : '',
  ];
  return `${oneLine(name)}: ${parts.filter(Boolean).join(', ')}`;
}

function wrap(text, width) {
  const lines = [''];
  for (const word of oneLine(text).split(' ')) {
    const last = lines.length - 1;
    if (lines[last] && lines[last].length + word.length + 1 > width) lines.push(word);
    else lines[last] += lines[last] ? ` ${word}` : word;
  }
  return lines;
}
