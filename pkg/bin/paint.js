// Colours on a terminal that wants them, and words for times.

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36 };

export const CLASS_COLOUR = { transient: 'yellow', permanent: 'red', exhausted: 'magenta', unknown: 'cyan' };

/** `paint(style, text)`: plain where the output is no terminal, or NO_COLOR is set. */
export function painter(stream) {
  const wanted = stream.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return (style, text) => (wanted ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text);
}

/** Text from outside on one line, without characters that a terminal would obey. */
export const oneLine = (text) => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

export const clip = (text, width) => (text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`);

/** `3.04 s`, `6 min 0 s`, `5 h 20 min`, `3 d 4 h`. */
export function duration(ms) {
  if (ms >= Number.MAX_SAFE_INTEGER) return 'endless';
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(ms < 10_000 ? 2 : 1))} s`;
  const seconds = Math.round(ms / 1000);
  const [big, small, size] = seconds < 3600 ? ['min', 's', 60] : seconds < 86_400 ? ['h', 'min', 60] : ['d', 'h', 24];
  const unit = Math.round(seconds / (big === 'min' ? 1 : big === 'h' ? 60 : 3600));
  return `${Math.floor(unit / size)} ${big}${unit % size ? ` ${unit % size} ${small}` : ''}`;
}

/** What to do next, in a few words. `range` is the delay at either end of its jitter. */
export function advice(verdict, [least, most]) {
  if (least.stop === undefined) {
    return most.source === 'server'
      ? `retry in ${duration(least.ms)} to ${duration(most.ms)}`
      : `retry within ${duration(most.ms)}`;
  }
  const until = least.retryAt === null ? '' : ` until ${instant(least.retryAt)}`;
  return { permanent: 'do not repeat', exhausted: `stop${until}`, unknown: 'do not repeat' }[least.stop]
    ?? `stop (${least.stop})${until}`;
}

const instant = (ms) => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? 'the end of time' : date.toISOString().replace('T', ' ').replace(/:\d\d\.\d+Z$/, 'Z');
};
