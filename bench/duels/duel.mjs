// One contestant on one input, in a process of its own: `node duel.mjs CONTESTANT INPUT` prints what was measured.
import { inputs } from './inputs.mjs';
import { createWorld } from './world.mjs';

const [name, id] = process.argv.slice(2);
const input = inputs.find((one) => one.id === id);
const contestant = await import(`./contestants/${name}.mjs`);
const omitted = (input.settings && !input.settings[name] && 'no such option')
  || (input.gate && input.gaters && !input.gaters.includes(name) && 'no such gate')
  || (input.nested && !contestant.nests && 'wraps no SDK')
  || (input.events && !contestant.reads && 'reads no events')
  || contestant.omits?.(input);

const later = (ms) => new Promise((done) => setTimeout(done, ms));

function play(nested) {
  const world = createWorld(input.answer, input);
  const controller = input.abortMs && new AbortController();
  const call = () => {
    const init = { method: input.method ?? 'GET' };
    if (controller) init.signal = controller.signal;
    if (input.stream) Object.assign(init, { body: new Blob(['hello world']).stream(), duplex: 'half' });
    const { gate, retries, events } = input;
    return contestant.default(world, { init, nested, gate, retries, events, settings: input.settings?.[name] });
  };
  if (controller) setTimeout(() => controller.abort(), input.abortMs);
  if (!input.starts) return world.run(call);
  return world.run(() => Promise.allSettled(input.starts.map(async (ms) => { await later(ms); await call(); })));
}

/** What is measured where many call: those before the stated time, and the most in one slot of 100 ms after it. */
function herd({ times }) {
  const second = times.slice(input.starts.length);
  const slots = Map.groupBy(second, (at) => Math.floor(at / 100));
  const peak = Math.max(0, ...[...slots.values()].map((slot) => slot.length));
  return { second: second.length, early: second.filter((at) => at < input.herdMs).length, peak };
}

function stop(seen) {
  process.stdout.write(JSON.stringify(seen), () => process.exit());
}

if (omitted) {
  stop({ omitted });
} else {
  const alone = input.nested && (await play(false)).times.length;
  const seen = await play(input.nested);
  Object.assign(seen, { alone, starts: input.starts?.length }, input.herdMs && herd(seen));
  seen.note = input.note?.(seen);
  seen.right = Boolean(input.right.holds(seen));
  stop({ ...seen, count: seen.times.length, times: seen.times.slice(0, 4), bytes: undefined });
}
