// How far a batch has come, on one line for people.
import { clip, duration, oneLine } from './paint.js';

const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');

/** The line while it runs. */
export function bar({ done, failed, left, total, perSecond, endsAt }, { paint, width }, now = Date.now()) {
  const ended = done + failed;
  const parts = [
    total === null ? `${count(ended)} ended` : `${count(ended)} of ${count(total)}`,
    total ? `${Math.floor((100 * ended) / total)} %` : '',
    `${perSecond < 10 ? perSecond.toFixed(1) : count(Math.round(perSecond))}/s`,
    endsAt === null || left === 0 ? '' : `${duration(Math.max(1_000, Math.round((endsAt - now) / 1_000) * 1_000))} left`,
    failed > 0 ? paint('red', `${count(failed)} failed`) : '',
  ];
  const text = parts.filter(Boolean).join('  ');
  const room = Math.min(40, width - text.length - 4);
  if (total === null || room < 10) return text;
  const filled = total === 0 ? room : Math.floor((room * ended) / total);
  return `${paint('green', '█'.repeat(filled))}${paint('dim', '░'.repeat(room - filled))}  ${text}`;
}

/** What is said at the end. */
export function summary({ stopped, resumeAt, notStarted }, { done, failed }, state) {
  const counts = `${count(done)} done, ${count(failed)} failed`;
  if (!stopped) return `retriage: ${counts}\n`;
  const why = stopped.why === 'aborted' ? 'interrupted' : `stopped: ${clip(oneLine(stopped.message), 300)}`;
  const kept = state === undefined ? `${count(notStarted.length)} begun and not ended; nothing kept them, see --state` : 'the same command goes on from there';
  const when = resumeAt === null ? '' : `, from ${new Date(resumeAt).toISOString()} on`;
  return `retriage: ${why}\nretriage: ${counts}; ${kept}${when}\n`;
}
