// make bench: prints size and speed beside their bars, writes docs/size.md, and fails where the bundle is over its bar.
// Speed depends on the machine, so it is shown and fails nothing.
import { writeFileSync } from 'node:fs';
import { measureCost } from './cost.mjs';
import { measureSize } from './size.mjs';
import { measureSpeed } from './speed.mjs';

const size = await measureSize();
const speed = measureSpeed();
const cost = await measureCost();

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
const us = (number) => `${number.toFixed(1)} µs`;
const ms = (number) => `${number.toFixed(2)} ms`;

const [first, , , last] = speed.sizes;
const checks = [
  ...size.rows.map(({ part, bytes, bar }) => [part, kib(bytes), kib(bar), bytes / bar]),
  [`classify, ${speed.length} characters, beside JSON.parse`, `${speed.ratio.toFixed(1)} ×`, '40 ×', speed.ratio / 40],
  ['classify, 64 KiB', ms(last.ms), ms(4), last.ms / 4],
  ['64 KiB beside 8 KiB, an eighth of it (1 is linear)', `${(last.ms / first.ms / 8).toFixed(2)} ×`, '1.50 ×', last.ms / first.ms / 8 / 1.5],
  [`first call of a process, Node ${speed.node}`, ms(speed.cold.call), ms(5), speed.cold.call / 5],
];
const notes = [
  `JSON.parse of the same ${speed.length} characters takes ${us(speed.parse)}, classify ${us(speed.judge)}.`,
  `classify of ${speed.sizes.map((one) => `${one.kib} KiB takes ${ms(one.ms)}`).join(', of ')}.`,
  `Loading the package takes ${ms(speed.cold.load)} before its first call.`,
  `The core is ${kib(size.raw)} of WebAssembly. Inlined, minified and gzipped it is ${size.encodings.map(({ name, bytes }) => `${kib(bytes)} as ${name}`).join(', ')}.`,
];

const WIDTH = 20;
const gauge = (share) => '█'.repeat(Math.min(WIDTH, Math.round(share * WIDTH))).padEnd(WIDTH, '·') + (share > 1 ? '  over the bar' : '');
const wide = Math.max(...checks.map(([what]) => what.length));
for (const [what, got, limit, share] of checks) console.log(`${what.padEnd(wide)}  ${got.padStart(9)}  of ${limit.padStart(8)}  ${gauge(share)}`);
console.log(`\n${notes.join('\n')}`);

const names = Object.keys(cost[0].costs);
const costs = cost.map(({ request, costs: of }) => [request, ...names.map((name) => of[name].toFixed(1))]);
console.log(`\nA call that succeeds, in µs above a bare stub of fetch:\n${[['', ...names], ...costs].map((row) => row.map((cell) => cell.padEnd(16)).join('')).join('\n')}`);

writeFileSync(new URL('../docs/size.md', import.meta.url), `# Size and speed

Written by \`make bench\`. Sizes are of the minified browser bundle of \`import { classify, nextDelay } from 'retriage'\`
after gzip, every provider's rules and the inlined core included.

| | measured | bar |
| --- | ---: | ---: |
${checks.map(([what, got, limit]) => `| ${what} | ${got} | ${limit} |`).join('\n')}

${notes.map((note) => `- ${note}`).join('\n')}

## A call that succeeds

Microseconds above a bare stub of \`fetch\`, each with its defaults (cockatiel with \`retry(handleAll)\`), in one run on Node
${speed.node}. Those that judge no answer cost least.

| | ${names.join(' | ')} |
| --- |${names.map(() => ' ---: |').join('')}
${costs.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`);

if (size.rows.some(({ part, bytes, bar }) => part === 'bundle' && bytes > bar)) process.exitCode = 1;
