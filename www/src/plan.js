// The view that draws what a policy would sleep after the failure, and what others would do.
import { classify, defaults, nextDelay } from 'retriage/slim';
import { el, glyph, svg } from './dom.js';
import { headerPairs } from './headers.js';
import { LATENCY_MS, POLICIES, play, seeded } from './policies.js';
import { changes, judged, state } from './state.js';
import { duration, headline } from './words.js';

/** Where the server names no time, the drawing lets it recover after this. */
const RECOVERS_MS = 5_000;

const LASTING = /quota|cap|balance|payment|usage|plan|suspended/;

const SLIDERS = [
  ['attempts', 'attempts', [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20]],
  ['retryForMs', 'retry for', [5, 10, 20, 30, 60, 90, 120, 180, 300, 600].map((s) => s * 1_000)],
  ['baseDelayMs', 'base delay', [100, 250, 500, 1_000, 2_000, 4_000, 8_000]],
  ['maxDelayMs', 'longest backoff', [1, 2, 5, 10, 20, 30, 60, 120].map((s) => s * 1_000)],
  ['maxServerWaitMs', 'longest stated wait', [1, 5, 10, 20, 30, 60, 120, 300, 600].map((s) => s * 1_000)],
];
const STOPS = {
  attempts: 'all attempts used',
  retry_for: 'the wait would end after “retry for”',
  not_retryable: 'a repeat is not allowed',
  malformed_wait: 'the malformed wait is over the longest stated wait',
  unsafe: 'the server may have acted: not sent twice without a key',
};

const policy = { ...Object.fromEntries(SLIDERS.map(([name]) => [name, defaults[name]])), strict: false };
const scene = { method: 'POST', key: false, clears: true, seed: 1 };

export function show(view) {
  const drawing = el('div', { class: 'plan-rows' });
  const title = el('h1', { id: 'plan-title' });
  const subtitle = el('p', { class: 'explain' });
  view.setAttribute('aria-labelledby', 'plan-title');
  view.append(
    el('div', { class: 'plan-head' }, title, subtitle),
    el('div', { class: 'plan-picture' }, drawing, legend()),
    el('form', { class: 'controls', onsubmit: (event) => event.preventDefault() }, ...controls(draw)),
  );
  changes.addEventListener('judged', draw);
  new ResizeObserver(draw).observe(drawing);
  let asked;
  function draw() {
    asked ??= requestAnimationFrame(() => {
      asked = undefined;
      if (!view.hidden) render({ drawing, title, subtitle });
    });
  }
}

function controls(draw) {
  const set = (target, name, value) => { target[name] = value; draw(); };
  const seed = el('input', { id: 'seed', type: 'number', min: 0, max: 99999, value: scene.seed, oninput: ({ target }) => set(scene, 'seed', Number(target.value) || 0) });
  const choice = (legendText, name, options) => el('fieldset', {}, el('legend', {}, legendText), el('div', { class: 'segments' }, options.map(([title, checked, change]) => el('label', {},
    el('input', { type: 'radio', name, checked, onchange: () => { change(); draw(); } }), el('span', {}, title)))));
  return [
    ...SLIDERS.map(([name, title, steps]) => slider(title, steps, policy[name], name === 'attempts' ? String : duration, (value) => set(policy, name, value))),
    el('label', { class: 'check' }, el('input', { type: 'checkbox', onchange: ({ target }) => set(policy, 'strict', target.checked) }), ' strict: retry only what is proved'),
    choice('Request', 'plan-method', [
      ['GET', false, () => Object.assign(scene, { method: 'GET', key: false })],
      ['POST', true, () => Object.assign(scene, { method: 'POST', key: false })],
      ['POST with key', false, () => Object.assign(scene, { method: 'POST', key: true })],
    ]),
    choice('The server', 'plan-server', [
      ['recovers in time', true, () => { scene.clears = true; }],
      ['keeps refusing', false, () => { scene.clears = false; }],
    ]),
    el('div', { class: 'seed' }, el('label', { for: 'seed' }, 'Seed of the jitter'), seed,
      el('button', { type: 'button', class: 'chip', onclick: () => { seed.value = (scene.seed + 1) % 100_000; set(scene, 'seed', Number(seed.value)); } }, 'Another')),
  ];
}

function slider(title, steps, value, words, change) {
  const shown = el('output', {}, words(value));
  const input = el('input', {
    type: 'range', min: 0, max: steps.length - 1, value: steps.indexOf(value), 'aria-valuetext': words(value),
    oninput({ target }) {
      const chosen = steps[target.value];
      shown.textContent = words(chosen);
      target.setAttribute('aria-valuetext', words(chosen));
      change(chosen);
    },
  });
  return el('label', { class: 'slider' }, el('span', {}, title), shown, input);
}

/** What the failure is under the chosen policy, and what the drawing takes for granted. */
function facts() {
  const { failure, verdict: first } = judged;
  if (!first) return undefined;
  const verdict = classify(failure, { maxServerWaitMs: policy.maxServerWaitMs, strict: policy.strict });
  const headers = new Map(headerPairs(failure.headers).map(([name, value]) => [name.toLowerCase(), `${value}`]));
  const found = failure.status ?? Number(`${failure.message ?? ''} ${failure.body ?? ''}`.slice(0, 2_000).match(/(?<![\w.])[45]\d\d(?![\w.])/)?.[0]);
  const guessed = { transient: /overload|server|timeout|network|loading/.test(verdict.reason) ? 503 : 429, exhausted: 429, permanent: 400, unknown: 500 }[verdict.class];
  // A limit with a long wait clears all the same; a quota does not, whatever it says.
  const clears = verdict.class === 'transient' || (verdict.class === 'exhausted' && verdict.waitMs !== null && !LASTING.test(verdict.reason));
  const lasting = !clears || verdict.waitMs > 3_600_000;
  return { verdict, headers, status: found || guessed, told: Boolean(found), lasting };
}

function rowsOf({ verdict, headers, status, lasting }) {
  const stated = verdict.waitMs ?? RECOVERS_MS;
  const world = { clearsMs: lasting ? Infinity : stated, repeats: !scene.clears || lasting };
  const ours = (attempt, elapsedMs, leftMs) => {
    if (verdict.sent === 'maybe' && scene.method === 'POST' && !scene.key && verdict.class === 'transient') return { stop: STOPS.unsafe };
    const { attempts, retryForMs, baseDelayMs, maxDelayMs, maxServerWaitMs } = policy;
    const then = verdict.waitMs === null || lasting ? verdict : { ...verdict, waitMs: Math.ceil(leftMs) };
    const at = (chance) => nextDelay(then, { attempt, elapsedMs, attempts, retryForMs, baseDelayMs, maxDelayMs, maxServerWaitMs, random: () => chance });
    const delay = at(chances());
    if (delay.stop) return { stop: STOPS[delay.stop] ?? headline(verdict, delay, state.text).join(' ') };
    return { ms: delay.ms, least: at(0).ms, most: at(1).ms, floor: delay.floorMs, stated: delay.source === 'server', capped: delay.source === 'backoff' && at(1).ms >= maxDelayMs };
  };
  let chances = seeded(scene.seed);
  const rows = [{ name: 'Retriage', ours: true, says: `${policy.attempts} attempts; the server’s wait is a floor, with a margin and jitter above it.`, ...play(ours, world) }];
  for (const { name, says, next } of POLICIES) {
    chances = seeded(scene.seed);
    rows.push({ name, says, ...play((attempt, elapsed, leftMs) => next({ status, headers: shifted(headers, leftMs, world), attempt, method: scene.method, chance: chances() }), world) });
  }
  // A call is wasted that is made when it is known to fail: before the time that the server named, or after a final word.
  const until = lasting ? Infinity : scene.clears ? LATENCY_MS + (verdict.waitMs ?? 0) : 0;
  for (const row of rows) row.calls.forEach((call, i) => { call.wasted = i > 0 && !call.done && (lasting || call.at < until); });
  return rows;
}

/** The headers as a later answer has them: the wait that is left. */
function shifted(headers, leftMs, { repeats }) {
  if (repeats || !headers.has('retry-after')) return headers;
  return new Map(headers).set('retry-after', `${Math.ceil(leftMs / 1_000)}`);
}

function render({ drawing, title, subtitle }) {
  const known = facts();
  title.textContent = 'Plan the retries';
  if (!known) {
    subtitle.replaceChildren('Nothing is pasted yet. ', el('a', { href: '#judge' }, 'Paste a failure first.'));
    return drawing.replaceChildren();
  }
  const { verdict, status, told } = known;
  const rows = rowsOf(known);
  const [first, rest] = headline(verdict, undefined, state.text);
  subtitle.className = `explain ${verdict.class}`;
  subtitle.replaceChildren(glyph(verdict.class), el('strong', {}, verdict.class), ` ${verdict.reason}: ${first} ${rest}. `,
    el('span', { class: 'quiet' }, `Status ${status}${told ? '' : ', assumed: the text has none'}. `), el('a', { href: '#judge' }, 'Change the failure'));
  // The axis ends behind the last row that ends in some minutes; what goes on beyond it gets an arrow.
  const ends = rows.map((row) => row.endMs).filter((ms) => ms <= Math.max(180_000, policy.retryForMs * 1.1));
  const horizon = Math.max(4_000, ...ends) * 1.06;
  drawing.replaceChildren(...rows.map((row) => rowElement(row, horizon, drawing.clientWidth)), axis(horizon, drawing.clientWidth));
}

function rowElement(row, horizon, width) {
  const { name, says, calls, sleeps, stop, endMs } = row;
  const wasted = calls.filter((call) => call.wasted).length;
  return el('section', { class: row.ours ? 'plan-row ours' : 'plan-row' },
    el('h2', {}, name), el('p', { class: 'quiet' }, says),
    picture(row, horizon, width),
    el('p', { class: 'plan-result' },
      el('strong', {}, `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`), wasted > 0 && el('span', { class: 'wasted' }, `, ${wasted} wasted`),
      `; ${stop ? `ends after ${duration(endMs)}: ${STOPS[stop] ?? stop}` : `succeeds after ${duration(endMs)}`}`,
      sleeps.length > 0 && el('span', { class: 'quiet' }, ` Sleeps ${sleeps.map(({ ms }) => duration(ms)).join(', ')}.`)));
}

const HEIGHT = 46;
const MIDDLE = 29;

function picture({ calls, sleeps, ours, stop }, horizon, width) {
  const x = (ms) => Math.min(width + 20, 8 + (ms / horizon) * (width - 16));
  const bar = (name, from, to, height = 12) => (to > from ? svg('rect', { class: name, x: x(from), y: MIDDLE - height / 2, width: Math.max(0, x(to) - x(from)), height }) : null);
  const parts = [svg('line', { class: 'track', x1: 0, x2: width, y1: MIDDLE, y2: MIDDLE })];
  for (const { from, to, least, most, floor = 0, stated, ms, capped } of sleeps) {
    if (stated) {
      const wait = ours ? floor : ms;
      parts.push(bar('floor', from, from + wait), ours && bar('margin', from + wait, from + least), ours && bar('range', from + least, from + most));
    } else {
      parts.push(bar('range', from + (ours ? 0 : least), from + most), bar('guess', from, to, 4));
    }
    if (capped) parts.push(svg('path', { class: 'cap', d: `M${x(from + most)} ${MIDDLE - 11}v22` }));
    parts.push(svg('path', { class: 'drawn', d: `M${x(to)} ${MIDDLE - 9}v18` }));
    const room = x(to) - x(from);
    if (room > 46) parts.push(svg('text', { x: (x(from) + Math.min(x(to), width)) / 2, y: MIDDLE - 13, 'text-anchor': 'middle' }, duration(ms)));
    if (from + most > horizon && x(to) > width) parts.push(svg('path', { class: 'beyond', d: `M${width - 9} ${MIDDLE - 5}l6 5l-6 5` }));
  }
  for (const { at, done, wasted } of calls) {
    if (x(at) > width) continue;
    const cx = x(at) + 1;
    parts.push(svg('circle', { class: done ? 'done' : wasted ? 'call wasted' : 'call', cx, cy: MIDDLE, r: 5 }));
    if (wasted) parts.push(svg('path', { class: 'cross', d: `M${cx - 2.5} ${MIDDLE - 2.5}l5 5m0-5l-5 5` }));
  }
  const last = calls.at(-1);
  if (stop && x(last.at) < width) parts.push(svg('path', { class: 'stop', d: `M${x(last.at) + 12} ${MIDDLE - 8}v16` }));
  if (ours && policy.retryForMs < horizon) {
    const at = x(policy.retryForMs);
    const flip = at > width - 70;
    parts.push(svg('path', { class: 'window', d: `M${at} 4V${HEIGHT}` }), svg('text', { x: at + (flip ? -5 : 5), y: 11, 'text-anchor': flip ? 'end' : 'start' }, 'retry for'));
  }
  return svg('svg', { class: 'plan-svg', width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, 'aria-hidden': 'true' }, parts);
}

function axis(horizon, width) {
  const step = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300].map((s) => s * 1_000).find((ms) => (ms / horizon) * width > 62) ?? 600_000;
  const marks = [];
  for (let ms = 0; ms < horizon; ms += step) {
    const x = 8 + (ms / horizon) * (width - 16);
    if (x > width - 18) break;
    marks.push(svg('path', { class: 'track', d: `M${x} 0v5` }), svg('text', { x, y: 18, 'text-anchor': ms === 0 ? 'start' : 'middle' }, ms === 0 ? '0' : ms < 60_000 || step < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`));
  }
  return svg('svg', { class: 'plan-svg', width, height: 22, viewBox: `0 0 ${width} 22`, 'aria-hidden': 'true' }, svg('path', { class: 'track', d: `M0 .5H${width}` }), marks);
}

function legend() {
  const item = (words, ...parts) => el('li', {}, svg('svg', { class: 'plan-svg', width: 34, height: 20, viewBox: '0 0 34 20', 'aria-hidden': 'true' }, parts), words);
  const bar = (name, height = 12) => svg('rect', { class: name, x: 2, y: 10 - height / 2, width: 30, height });
  const call = (name) => svg('circle', { class: name, cx: 17, cy: 10, r: 5 });
  return el('ul', { class: 'legend', 'aria-label': 'Legend' },
    item('stated wait', bar('floor')), item('margin', bar('margin')), item('where the jitter may fall', bar('range')),
    item('where it fell', svg('path', { class: 'drawn', d: 'M17 1v18' })), item('refused', call('call')),
    item('wasted', call('call wasted'), svg('path', { class: 'cross', d: 'M14.5 7.5l5 5m0-5l-5 5' })), item('succeeds', call('done')), item('gives up', svg('path', { class: 'stop', d: 'M17 2v16' })));
}
