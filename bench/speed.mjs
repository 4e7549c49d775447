// The speed of the installed package: beside JSON.parse in one run, over growing bodies, and from a cold start.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';

const installed = fileURLToPath(new URL('../target/installed/', import.meta.url));
const { classify } = await import(`${installed}use.js`);

/** The median of 21 rounds, in microseconds a call. */
function microseconds(run, calls) {
  for (let i = 0; i < calls; i += 1) run();
  return median(Array.from({ length: 21 }, () => {
    const start = performance.now();
    for (let i = 0; i < calls; i += 1) run();
    return ((performance.now() - start) * 1000) / calls;
  }));
}

/** A rate-limit body of this many characters; a long one repeats a message that decides nothing. */
function body(length) {
  const parts = {
    message: 'Rate limit reached for gpt-4o in organization org-Mn4bVc7xZa2sDf9gHjKl1QwE on tokens per min (TPM): '
      + 'Limit 30000, Used 29412, Requested 1450. Please try again in 1.724s. Visit the documentation to learn more.',
    type: 'tokens',
    param: null,
    code: 'rate_limit_exceeded',
  };
  const text = (filler) => JSON.stringify({ error: parts, details: filler });
  const words = 'The request was received by the service and was not carried out. ';
  const room = length - text('').length;
  return text(words.repeat(Math.ceil(Math.max(0, room) / words.length)).slice(0, Math.max(0, room)));
}

export function measureSpeed() {
  const small = body(400);
  const parse = microseconds(() => JSON.parse(small), 20_000);
  const judge = microseconds(() => classify({ status: 429, body: small }), 2_000);
  const sizes = [8, 16, 32, 64].map((kib) => {
    const text = body(kib * 1024);
    return { kib, ms: microseconds(() => classify({ status: 429, body: text }), 20) / 1000 };
  });
  return { node: process.version, length: small.length, parse, judge, ratio: judge / parse, sizes, cold: coldStart() };
}

/** From `import` to the first verdict and the call alone, in fresh processes. */
function coldStart() {
  const source = `
    const a = performance.now();
    const { classify } = await import('retriage');
    const b = performance.now();
    classify({ status: 429, body: ${JSON.stringify(body(400))} });
    console.log(JSON.stringify([b - a, performance.now() - b]));`;
  const runs = Array.from({ length: 21 }, () => JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', source], { cwd: installed, encoding: 'utf8' }),
  ));
  return { load: median(runs.map(([load]) => load)), call: median(runs.map(([, call]) => call)) };
}
