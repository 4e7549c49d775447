// The view in which a failure is judged as it is typed.
import { classify, nextDelay } from 'retriage/slim';
import { $, el, glyph } from './dom.js';
import { mark } from './mark.js';
import { readPaste } from './read.js';
import { SAMPLES } from './samples.js';
import { changes, judged, state } from './state.js';
import { SCOPES, SENT, advice, duration, headline, instant } from './words.js';

const FIELDS = ['text', 'status', 'headers', 'attempt', 'now'];
const KINDS = {
  answer: 'read as an answer with status and headers',
  case: 'read as a case of the corpus',
  json: 'read as a JSON body',
  page: 'read as an HTML body',
  text: 'read as text from a log',
};
const HINT = [...$('kind').childNodes];

export function start(styles) {
  for (const name of FIELDS) {
    $(name).addEventListener('input', () => {
      state[name] = $(name).value;
      judge();
    });
  }
  $('samples').append(
    ...SAMPLES.map(({ title, text }) => el('button', { type: 'button', class: 'chip', onclick: () => setCase({ text }) }, title)),
    el('button', { type: 'button', class: 'chip more', 'aria-expanded': 'false', 'aria-controls': 'gallery', onclick: gallery }, 'All cases …'),
  );
  document.querySelector('[data-skip]').addEventListener('click', (event) => {
    event.preventDefault();
    $('text').focus();
  });
  setCase(SAMPLES[0]);

  let shown;
  async function gallery({ currentTarget: button }) {
    const [{ show }] = await Promise.all([import('./gallery.js'), styles()]);
    shown ??= await show($('gallery'), setCase);
    $('gallery').hidden = !$('gallery').hidden;
    button.setAttribute('aria-expanded', String(!$('gallery').hidden));
    if (!$('gallery').hidden) shown();
  }
}

/** Puts a case into the fields and judges it. */
export function setCase(given) {
  for (const name of FIELDS) {
    state[name] = given[name] ?? '';
    $(name).value = state[name];
  }
  if (FIELDS.slice(1).some((name) => state[name])) $('more').open = true;
  judge();
}

function judge() {
  const { failure, kind, find } = readPaste(state.text);
  const status = Number(state.status);
  if (/^[1-9]\d\d$/.test(state.status)) failure.status = status;
  if (state.headers.trim()) failure.headers = state.headers;
  const now = Date.parse(`${state.now}Z`);
  if (!Number.isNaN(now)) failure.now = now;
  const blank = state.text.trim() === '' && failure.status === undefined && failure.headers === undefined;
  let verdict;
  try {
    verdict = blank ? undefined : classify(failure);
  } catch (error) {
    $('verdict').className = 'verdict';
    show(el('p', { class: 'note' }, error.message));
  }
  Object.assign(judged, { failure, verdict, kind, find });
  $('kind').replaceChildren(...(blank ? HINT.map((node) => node.cloneNode(true)) : [KINDS[kind]]));
  mark(state.text, places(verdict, find));
  $('decided').hidden = !verdict?.evidence.length;
  if (blank) {
    $('verdict').className = 'verdict';
    show(el('h2', { id: 'headline' }, el('span', { class: 'quiet' }, 'Paste something, and it is judged as you type.')));
  } else if (verdict) {
    render(verdict);
  }
  changes.dispatchEvent(new Event('judged'));
}

/** Tells a screen reader, once a change. */
function say(words) {
  if ($('said').textContent !== words) $('said').textContent = words;
}

const show = (...children) => $('verdict').replaceChildren(...children.filter(Boolean));

/** Where each piece of evidence stands in the text. */
const places = (verdict, find) => (verdict?.evidence ?? [])
  .map((evidence) => ({ evidence, range: find(evidence) }))
  .filter(({ range }) => range);

/** The least and the most that would be slept after this failure. */
export function delays(verdict, options) {
  const attempt = Number(state.attempt) >= 1 ? Math.min(99, Math.floor(Number(state.attempt))) : 1;
  return [0, 1].map((chance) => nextDelay(verdict, { attempt, ...options, random: () => chance }));
}

function render(verdict) {
  const range = delays(verdict);
  const [first, rest] = headline(verdict, range[0], state.text);
  $('verdict').className = `verdict ${verdict.class}`;
  say(`${verdict.class}: ${first} ${rest}`);
  show(
    el('p', { class: 'class' }, glyph(verdict.class), el('strong', {}, verdict.class), el('span', {}, verdict.reason)),
    el('h2', { id: 'headline' }, el('em', {}, first), ` ${rest}`),
    el('p', { class: 'explain' }, verdict.explain),
    el('dl', { class: 'facts' }, facts(verdict, range).filter(([, value]) => value).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)))),
    verdict.meters.length > 0 && el('section', {}, el('h3', {}, 'Meters'), el('ul', { class: 'meters' }, verdict.meters.slice(0, 12).map(meter))),
    el('p', { class: 'actions' }, ACTIONS.map(([what, title]) => el('button', { type: 'button', 'data-copy': what, onclick: (event) => copy(what, event.currentTarget) }, title)), el('a', { href: '#plan' }, 'Plan the retries →')),
  );
  $('decided').className = verdict.class;
  $('decided').replaceChildren(el('h3', { id: 'decided-title' }, 'What decided'), el('ol', { class: 'evidence' }, verdict.evidence.map(piece)));
}

const facts = (verdict, range) => [
  ['Do', advice(range)],
  ['Wait', verdict.waitMs === null ? 'none stated' : `${duration(verdict.waitMs)}, from ${verdict.waitSource}${verdict.malformed ? ', malformed' : ''}`],
  ['Again', verdict.retryAt !== null && instant(verdict.retryAt)],
  ['Concerns', SCOPES[verdict.scope] + (verdict.stopsBatch ? '; a batch stops here' : '')],
  ['Provider', verdict.provider ?? 'not told'],
  ['Acted on', SENT[verdict.sent]],
  ['Rule', verdict.rule ? [el('code', {}, verdict.rule), ` by ${verdict.confidence}`] : 'none'],
];

function meter({ name, limit, remaining, resetsMs }) {
  const words = [
    remaining !== null && limit !== null ? `${remaining} of ${limit} left` : remaining !== null ? `${remaining} left` : limit !== null && `limit ${limit}`,
    resetsMs !== null && `full in ${duration(resetsMs)}`,
  ].filter(Boolean).join(', ');
  const known = remaining !== null && limit > 0;
  return el('li', {}, el('span', {}, name), known && el('meter', { min: 0, max: limit, value: remaining, 'aria-label': `${name} left` }), el('span', { class: 'quiet' }, words));
}

function piece(evidence) {
  const range = judged.find(evidence);
  const source = [evidence.where, evidence.path].filter(Boolean).join(' ');
  const words = el('q', { dir: 'auto' }, evidence.text);
  return el('li', {},
    range ? el('button', { type: 'button', title: 'Show it in the text', onclick: () => select(range) }, words) : words,
    el('span', { class: 'quiet' }, el('code', {}, evidence.rule), ` in ${source}`));
}

function select([start, end]) {
  const box = $('text');
  box.focus();
  box.setSelectionRange(start, end);
}

const ACTIONS = [['link', 'Copy link'], ['json', 'JSON'], ['case', 'Corpus case'], ['js', 'JavaScript'], ['rust', 'Rust']];

const copy = async (what, button) => (await import('./share.js')).copy(what, button);
