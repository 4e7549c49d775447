// The view that runs real calls against a server that fails, and draws each as it goes.
import { init } from 'retriage/slim';
import { Clock } from './clock.js';
import { el, svg } from './dom.js';
import { SCENARIOS, start } from './experiment.js';
import { duration, reasonWords } from './words.js';

const SPEEDS = [1, 4, 10, 30];
const PITCH = 7;
const FIRST_DOMAIN_MS = 20_000;
/** What one unit of a drawing stands for: about as much as a pixel, for browsers that dash a line in its own units. */
const UNIT_MS = 25;
const x = (ms) => (ms / UNIT_MS).toFixed(2);
const COUNTS = [
  ['done', 'succeeded'],
  ['sent', 'requests sent'],
  ['refused', 'refused or failed'],
  ['wasted', 'of them wasted'],
  ['failed', 'calls given up'],
  ['unsent', 'calls not sent at all'],
  ['unnoticed', 'failures taken for success'],
];

export async function show(view) {
  // The core that the page began with can only judge.
  await init(WebAssembly.compileStreaming(fetch(CORE_URL)));
  let scenario = 'limit';
  let speed = 4;
  let run;

  const button = el('button', { type: 'button', class: 'start', onclick: () => (run ? run.stop() : begin()) }, 'Start');
  const progress = el('progress', { max: 1, value: 0, 'aria-label': 'Progress' });
  const news = el('p', { class: 'quiet', role: 'status' }, 'Real requests from this page to the Worker that serves it.');
  const cells = COUNTS.map(([name]) => [name, el('td', {}, '–'), el('td', {}, '–')]);
  const gates = el('dl', { class: 'facts gates' });
  const charts = ['Retriage', 'A naive loop'].map(chart);
  const radio = (group, value, title, checked, change) => el('label', {}, el('input', { type: 'radio', name: group, value, checked, onchange: change }), el('span', {}, title));

  view.setAttribute('aria-labelledby', 'lab-title');
  view.append(
    el('div', { class: 'lab-head' }, el('h1', { id: 'lab-title' }, 'Watch it work'),
      el('p', { class: 'explain' }, 'The same calls, once through a client of Retriage and once through a naive loop, against a server that fails.')),
    el('form', { class: 'controls', onsubmit: (event) => event.preventDefault() },
      el('fieldset', { class: 'scenarios' }, el('legend', {}, 'The server'), Object.entries(SCENARIOS).map(([name, { title, says }]) => radio('scenario', name, [el('strong', {}, title), el('small', {}, says)], name === scenario, () => choose(name)))),
      el('fieldset', {}, el('legend', {}, 'Speed'), el('div', { class: 'segments' }, SPEEDS.map((times) => radio('speed', times, `${times} ×`, times === speed, () => {
        speed = times;
        run?.clock.run(times);
      }))))),
    el('div', { class: 'lab-picture' },
      el('div', { class: 'lab-bar' }, button, progress, news),
      el('div', { class: 'lab-charts' }, charts.map(({ element }) => element), legend()),
      el('div', { class: 'lab-tables' },
        el('table', {}, el('caption', { class: 'unseen' }, 'What became of the calls'),
          el('thead', {}, el('tr', {}, el('td'), el('th', { scope: 'col' }, 'Retriage'), el('th', { scope: 'col' }, 'Naive loop'))),
          el('tbody', {}, COUNTS.map(([, title], i) => el('tr', {}, el('th', { scope: 'row' }, title), cells[i].slice(1))))))),
    el('section', { class: 'lab-gates' }, el('h2', {}, 'What the client knows'), gates),
  );
  describeGates(gates, undefined);

  function choose(name) {
    scenario = name;
    run?.stop();
  }

  function begin() {
    const clock = new Clock(speed);
    const control = new AbortController();
    const { lanes, client, done, total } = start(scenario, clock, control.signal);
    const mine = { clock, stop: () => control.abort(new DOMException('stopped', 'AbortError')) };
    run = mine;
    button.textContent = 'Stop';
    charts.forEach((one, i) => one.clear(total, lanes[i]));
    delete view.dataset.ended;
    let frame;
    let drawn = -Infinity;
    let told = -Infinity;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    function draw(time) {
      frame = requestAnimationFrame(draw);
      if (time - drawn < (still ? 500 : 0)) return;
      drawn = time;
      charts.forEach((one) => one.draw(clock.now()));
      if (time - told < 100) return;
      told = time;
      tell();
    }
    function tell() {
      const now = clock.now();
      for (const [name, ...two] of cells) two.forEach((cell, i) => set(cell, `${lanes[i].counts[name]}`));
      const ended = lanes.reduce((sum, { calls }) => sum + calls.filter((call) => call.ended).length, 0);
      progress.value = ended / (2 * total);
      describeGates(gates, client);
      set(news, `${SCENARIOS[scenario].title}: ${Math.floor(now / 1_000)} s, ${ended} of ${2 * total} calls ended`);
    }
    news.removeAttribute('role');
    frame = requestAnimationFrame(draw);
    done.finally(() => {
      cancelAnimationFrame(frame);
      charts.forEach((one) => one.draw(clock.now()));
      tell();
      client.close();
      news.setAttribute('role', 'status');
      news.textContent = control.signal.aborted ? 'Stopped.' : summary(lanes, clock.now());
      view.dataset.ended = control.signal.aborted ? 'stopped' : 'done';
      if (run === mine) run = undefined;
      button.textContent = run ? 'Stop' : 'Start';
    });
  }
}

const set = (element, text) => { if (element.textContent !== text) element.textContent = text; };

function summary([ours, naive], ms) {
  const part = ({ counts }) => `${counts.done} succeeded with ${counts.sent} requests, ${counts.refused} refused, ${counts.wasted} wasted`;
  return `Done in ${duration(ms)}. Retriage: ${part(ours)}. Naive loop: ${part(naive)}${naive.counts.unnoticed ? `, ${naive.counts.unnoticed} failures taken for success` : ''}.`;
}

/** The gates that hold something back, and what they count, as rows of words. */
function describeGates(list, client) {
  const { at, gates } = client?.snapshot() ?? { at: 0, gates: [] };
  const left = (until) => (until > at ? duration(until - at) : undefined);
  const rows = gates.flatMap((gate) => {
    const { latch, pause, breaker, retryBudget, ramp, pace } = gate;
    const whose = gate.model ?? (gate.account === null ? 'service' : 'account');
    return [
      latch && [whose, `shut: ${reasonWords(latch.verdict.reason)}${left(latch.probeAt) ? `; one call tries in ${left(latch.probeAt)}` : ''}`],
      pause.until !== null && [whose, pause.atATime > 0 ? `opens again, ${pause.atATime} at a time` : left(pause.until) ? `paused for ${left(pause.until)}` : 'paused; one call goes first'],
      whose === 'service' && ['circuit', breaker.openUntil === null ? (breaker.failures ? `closed, ${breaker.failures} of 5 failures` : 'closed') : left(breaker.openUntil) ? `open for ${left(breaker.openUntil)}` : 'half open: one call tries'],
      whose === 'service' && ['retry budget', [el('meter', { min: 0, max: 20, value: retryBudget.balance / 1_000, 'aria-label': 'retries that are paid for' }), ` ${Math.floor(retryBudget.balance / 1_000)} of 20`]],
      ramp.limit && [whose, `slowed down to ${ramp.limit.rate} a minute`],
      ...pace.meters.map((meter) => [meter.name, [meter.limit !== null && el('meter', { min: 0, max: meter.limit, value: meter.remaining, 'aria-label': `${meter.name} left` }), ` ${meter.remaining} left${left(meter.resetsAt) ? `, full in ${left(meter.resetsAt)}` : ''}`]]),
      pace.spacing && left(pace.spacing.until) && [whose, `sends are spaced by ${duration(pace.spacing.everyMs)}`],
    ];
  }).filter(Boolean);
  list.replaceChildren(...(rows.length ? rows : [['so far', 'nothing']]).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));
}

/** One lane, drawn: a line for each call, and time to the right. */
function chart(title) {
  const picture = svg('svg', { class: 'lab-svg', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${title}: nothing has run yet` });
  const axis = el('div', { class: 'lab-axis', 'aria-hidden': 'true' });
  const element = el('section', { class: title === 'Retriage' ? 'lane ours' : 'lane' }, el('h2', {}, title), picture, axis);
  const state = { domain: FIRST_DOMAIN_MS, lane: undefined, drawn: new Map() };
  const nowLine = svg('path', { class: 'now', 'vector-effect': 'non-scaling-stroke' });

  function size(rows) {
    state.height = (rows + 1) * PITCH;
    picture.setAttribute('height', state.height);
    rescale();
  }

  function rescale() {
    picture.setAttribute('viewBox', `0 0 ${x(state.domain)} ${state.height}`);
    const step = [1, 2, 5, 10, 20, 30, 60].find((s) => state.domain / (s * 1_000) <= 9) ?? 120;
    const marks = [];
    for (let s = 0; s * 1_000 < state.domain * 0.97; s += step) {
      const mark = el('span', {}, s === 0 ? '0' : `${s} s`);
      mark.style.left = `${(s * 100_000) / state.domain}%`;
      marks.push(mark);
    }
    axis.replaceChildren(...marks);
  }

  size(24);
  return {
    element,
    clear(rows, lane) {
      Object.assign(state, { domain: FIRST_DOMAIN_MS, lane, drawn: new Map() });
      picture.replaceChildren(nowLine);
      size(rows);
    },
    draw(now) {
      if (now > state.domain * 0.98) {
        state.domain = now * 1.3;
        rescale();
      }
      nowLine.setAttribute('d', `M${x(now)} 0V${state.height}`);
      for (const call of state.lane.calls) drawCall(call, now);
      const { counts } = state.lane;
      picture.setAttribute('aria-label', `${title}: ${counts.done} succeeded, ${counts.sent} requests, ${counts.refused} refused, ${counts.wasted} wasted`);
    },
  };

  function drawCall(call, now) {
    let drawn = state.drawn.get(call);
    if (!drawn) state.drawn.set(call, drawn = { parts: [], marks: 0, finished: false });
    if (drawn.finished) return;
    const y = (call.n + 1) * PITCH;
    call.parts.forEach((part, i) => {
      if (drawn.parts[i] === 'ended') return;
      drawn.parts[i] ??= line(part.kind);
      drawn.parts[i].setAttribute('d', `M${x(part.from)} ${y}H${x(part.to ?? now)}`);
      if (part.to !== undefined) drawn.parts[i] = 'ended';
    });
    for (; drawn.marks < call.marks.length; drawn.marks += 1) {
      const { kind, at } = call.marks[drawn.marks];
      line(kind).setAttribute('d', MARKS[kind] === 'tick' ? `M${x(at)} ${y - 3}v6` : `M${x(at)} ${y}h.01`);
    }
    drawn.finished = call.ended === true;
  }

  function line(kind) {
    const path = svg('path', { class: `lab-${kind}`, 'vector-effect': 'non-scaling-stroke' });
    picture.append(path);
    return path;
  }
}

/** Ticks for what goes on, points for what has ended; a point's shape is its line cap. */
const MARKS = { refused: 'tick', wasted: 'tick' };

function legend() {
  const item = (words, ...paths) => el('li', {}, svg('svg', { width: 34, height: 14, viewBox: '0 0 34 14', 'aria-hidden': 'true' }, paths.map(([kind, d]) => svg('path', { class: `lab-${kind}`, d }))), words);
  return el('ul', { class: 'legend', 'aria-label': 'Legend' },
    item('held back', ['held', 'M2 7H32']), item('waits to retry', ['wait', 'M2 7H32']), item('under way', ['flight', 'M2 7H32']),
    item('refused', ['refused', 'M17 2v10']), item('refused, wasted', ['wasted', 'M17 2v10']),
    item('succeeded', ['done', 'M17 7h.01']), item('given up', ['failed', 'M17 7h.01']), item('not sent', ['unsent', 'M17 7h.01']), item('failure taken for success', ['unnoticed', 'M17 7h.01']));
}
