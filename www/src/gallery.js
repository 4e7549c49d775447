// Real failures from the corpus, by provider and class; those that deceive come first.
import { el, glyph } from './dom.js';

const AT_ONCE = 24;
const CLASSES = ['transient', 'permanent', 'exhausted', 'unknown'];

/** Fills `place`; `choose` is given a case. The promise's function puts the keyboard where one begins. */
export async function show(place, choose) {
  const response = await fetch(GALLERY_URL);
  const cases = await response.json();
  const chosen = { provider: '', class: '', sought: '', most: AT_ONCE };

  const provider = el('select', { onchange: set('provider') }, el('option', { value: '' }, `all ${new Set(cases.map((one) => one.provider)).size} providers`),
    [...Map.groupBy(cases, (one) => one.provider)].sort(([a], [b]) => a.localeCompare(b)).map(([name, own]) => el('option', { value: name }, `${name} (${own.length})`)));
  const kind = el('fieldset', { class: 'segments' }, el('legend', { class: 'unseen' }, 'Class'), ['', ...CLASSES].map((name) => el('label', {},
    el('input', { type: 'radio', name: 'gallery-class', value: name, checked: name === '', onchange: set('class') }), el('span', {}, name || 'all'))));
  const sought = el('input', { type: 'search', placeholder: 'words', oninput: set('sought') });
  const count = el('p', { class: 'quiet', role: 'status' });
  const list = el('ul', { class: 'cases' });
  const more = el('button', { type: 'button', class: 'chip', onclick: () => { chosen.most += 4 * AT_ONCE; draw(); } }, 'Show more');
  place.append(
    el('h2', {}, 'Seen in the wild'),
    el('div', { class: 'filters' }, el('label', {}, 'Provider ', provider), kind, el('label', {}, 'Search ', sought)),
    count, list, more,
  );

  function set(name) {
    return ({ target }) => {
      chosen[name] = target.value;
      chosen.most = AT_ONCE;
      draw();
    };
  }

  function draw() {
    const words = chosen.sought.toLowerCase();
    const found = cases.filter((one) => (!chosen.provider || one.provider === chosen.provider) && (!chosen.class || one.class === chosen.class)
      && (!words || `${one.id} ${one.text} ${one.trap ?? ''} ${one.why}`.toLowerCase().includes(words)));
    count.textContent = `${found.length} ${found.length === 1 ? 'case' : 'cases'}, ${found.filter((one) => one.trap).length} of them traps`;
    list.replaceChildren(...found.slice(0, chosen.most).map(entry));
    more.hidden = found.length <= chosen.most;
  }

  const entry = (one) => el('li', {}, el('button', { type: 'button', class: one.class, onclick: () => pick(one) },
    el('span', { class: 'case-head' }, glyph(one.class), el('strong', {}, one.provider), el('span', { class: 'quiet' }, `${one.class} · ${one.reason}`)),
    el('code', { dir: 'auto' }, one.text.slice(0, 160)),
    el('span', {}, one.trap ?? one.why)));

  function pick({ text, status, now }) {
    choose({ text, status, now: now?.replace('Z', '') });
    document.getElementById('text').focus();
    document.getElementById('judge').scrollIntoView();
  }

  draw();
  return () => provider.focus();
}
