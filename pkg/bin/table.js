// Many failures as a table, the counts below it.
import { CLASS_COLOUR, advice, clip, duration, oneLine } from './paint.js';

const CLASSES = ['transient', 'permanent', 'exhausted', 'unknown'];

/** Columns; the last takes the room that is left. */
const COLUMNS = [
  ['class', ({ verdict }) => verdict.class],
  ['reason', ({ verdict }) => verdict.reason],
  ['scope', ({ verdict }) => verdict.scope],
  ['wait', ({ verdict }) => (verdict.waitMs === null ? '' : duration(verdict.waitMs))],
  ['do', ({ verdict, range }) => advice(verdict, range)],
  ['failure', label],
];

/** Dropped, in this order, where the terminal is narrow. */
const OPTIONAL = ['scope', 'wait', 'do'];

const LEAST_LABEL = 30;

export function table(judged, { paint, width }) {
  let columns = COLUMNS.map(([title, read]) => {
    const cells = judged.map(read);
    return { title, cells, width: cells.reduce((most, cell) => Math.max(most, cell.length), title.length) };
  });
  for (const title of OPTIONAL) {
    if (roomForLabel(columns, width) < LEAST_LABEL) columns = columns.filter((column) => column.title !== title);
  }
  columns.at(-1).width = Math.max(LEAST_LABEL, roomForLabel(columns, width));

  const line = (cells) => `${cells.map((cell, i) => (i === columns.length - 1
    ? clip(cell, columns[i].width)
    : cell.padEnd(columns[i].width))).join('  ').trimEnd()}\n`;
  const head = paint('dim', line(columns.map(({ title }) => title)).trimEnd());
  const rows = judged.map(({ verdict }, i) => {
    const text = line(columns.map(({ cells }) => cells[i]));
    return paint(CLASS_COLOUR[verdict.class], verdict.class) + text.slice(verdict.class.length);
  });
  return `${head}\n${rows.join('')}`;
}

const roomForLabel = (columns, width) => width - columns.slice(0, -1).reduce((sum, column) => sum + column.width + 2, 0);

/** The case's name, else who and what. */
function label({ id, verdict, given }) {
  if (id) return oneLine(id);
  const what = given.message ?? given.body ?? given.error?.message ?? '';
  const from = [verdict.provider, given.status].filter(Boolean).join(' ');
  return oneLine(`${from} ${typeof what === 'string' ? what : JSON.stringify(what)}`);
}

export function summary(judged, { paint }) {
  const count = (name) => judged.filter(({ verdict }) => verdict.class === name).length;
  const counts = CLASSES.map((name) => `${count(name)} ${paint(CLASS_COLOUR[name], name)}`).join(', ');
  return `\n${judged.length} failures: ${counts}\n`;
}
