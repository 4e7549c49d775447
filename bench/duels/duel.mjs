// One contestant on one input, in a process of its own: `node duel.mjs CONTESTANT INPUT` prints what was measured.
import { inputs } from './inputs.mjs';
import { createWorld } from './world.mjs';

const [name, id] = process.argv.slice(2);
const input = inputs.find((one) => one.id === id);
const contestant = await import(`./contestants/${name}.mjs`);

function stop(seen) {
  process.stdout.write(JSON.stringify(seen), () => process.exit());
}

if ((input.nested && !contestant.alone) || (input.stream && contestant.only)) {
  stop({ skipped: true });
} else {
  const world = createWorld(input.answer, input);
  const controller = input.abortMs && new AbortController();
  const call = () => {
    const init = { method: input.method ?? 'GET' };
    if (controller) init.signal = controller.signal;
    if (input.stream) Object.assign(init, { body: new Blob(['hello world']).stream(), duplex: 'half' });
    return contestant.default(world, { init, nested: input.nested });
  };
  if (controller) setTimeout(() => controller.abort(), input.abortMs);
  const seen = await world.run(() => (input.clients ? Promise.all(Array.from({ length: input.clients }, call)) : call()));
  if (input.clients) {
    const second = seen.times.slice(input.clients);
    const slots = Map.groupBy(second, (at) => Math.floor(at / 100));
    Object.assign(seen, { second: second.length, early: second.filter((at) => at < 10_000).length, peak: Math.max(0, ...[...slots.values()].map((slot) => slot.length)) });
  }
  seen.alone = contestant.alone;
  seen.right = Boolean(input.right(seen));
  stop({ ...seen, count: seen.times.length, times: seen.times.slice(0, 8), bytes: seen.bytes.slice(0, 8) });
}
