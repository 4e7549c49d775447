// The evidence in the pasted text itself: a copy of the text under the box, with marks. Longer texts scroll by
// themselves and are not copied.
import { $, el } from './dom.js';

const MAX_MARKED = 40_000;
/** As wide as a label should be able to be. */
const ROOM = 120;
const box = $('text');
const mirror = document.querySelector('.mirror');

export function mark(text, places) {
  const long = text.length > MAX_MARKED;
  box.parentElement.classList.toggle('long', long);
  if (long) return mirror.replaceChildren();
  const parts = [];
  let end = 0;
  for (const { range: [start, stop], evidence } of places.sort((a, b) => a.range[0] - b.range[0])) {
    if (start < end || stop <= start) continue;
    const label = el('span', { class: 'tag' }, `${evidence.rule} · ${evidence.path ?? evidence.where}`);
    parts.push(text.slice(end, start), el('mark', {}, text.slice(start, stop), label));
    end = stop;
  }
  // An empty last line has a height only where something follows it.
  mirror.replaceChildren(...parts, `${text.slice(end)}\n`);
  fit(mirror.querySelectorAll('.tag'));
}

/** Puts a label under the first line of its words that has room for it, and cuts it where the next one begins. */
function fit(tags) {
  const edge = mirror.getBoundingClientRect().right;
  const places = [...tags].map(({ parentElement }) => {
    const lines = [...parentElement.getClientRects()];
    return { first: lines[0], line: lines.find((line) => edge - line.left > ROOM) ?? lines[0] };
  });
  tags.forEach((tag, i) => {
    const { first, line } = places[i];
    const next = places.find((other, j) => j > i && Math.abs(other.line.top - line.top) < 6);
    tag.style.left = `${line.left - first.left}px`;
    tag.style.marginTop = `${line.top - first.top}px`;
    tag.style.maxWidth = `${Math.max(24, (next?.line.left ?? edge) - line.left - 6)}px`;
  });
}
