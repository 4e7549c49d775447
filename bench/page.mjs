// Measures the page in Chromium: how soon it is ready, how soon a keystroke is judged, and what a first visit loads.
// Figures depend on the machine and on what else it does; none is asserted.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { require, root, serving } from '../tests/page/served.mjs';
import { median } from './median.mjs';
import { bundle } from './size.mjs';

const { chromium } = require('playwright-core');
const SLOWED = 4;
const VISITS = 7;
const KEYS = 60;
const LINE = '2026-11-30T02:11:09Z api[41]: POST /v1/responses gave 200 in 812 ms, 1204 tokens\n';
const FAILURE = "Error code: 429 - {'error': {'message': 'Rate limit reached on tokens per minute (TPM): Limit 12000, Used 9841. Please try again in 3.035s.'}}\n";

const worst = (numbers) => Math.max(...numbers);
const ms = (value) => `${value.toFixed(1)} ms`;

const row = (what, measured, bar) => console.log(`${what.padEnd(58)} ${measured.padStart(22)}   ${bar}`);

await serving(async (origin) => {
  const browser = await chromium.launch({
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });

  /** Milliseconds from the begin of a first visit until the page has judged its first text. */
  async function ready(rate) {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(() => {
      new MutationObserver(() => { globalThis.readyMs ??= performance.now(); })
        .observe(document, { attributes: true, attributeFilter: ['data-ready'], subtree: true });
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto(origin);
    await page.waitForFunction(() => globalThis.readyMs);
    const taken = await page.evaluate(() => globalThis.readyMs);
    await page.context().close();
    return taken;
  }

  /** Milliseconds from a keystroke until its verdict is laid out, for a text of so many characters. */
  async function keystrokes(characters) {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    await page.goto(origin);
    await page.waitForSelector('html[data-ready]');
    await page.evaluate((text) => {
      const box = document.getElementById('text');
      box.value = text;
      box.setSelectionRange(9, 9);
      globalThis.taken = [];
      // The listener of the page is on the box; this one comes after it.
      document.addEventListener('input', (event) => {
        document.getElementById('verdict').getBoundingClientRect();
        globalThis.taken.push(performance.now() - event.timeStamp);
      });
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }, FAILURE + LINE.repeat(Math.ceil(characters / LINE.length)).slice(0, characters - FAILURE.length));
    await page.focus('#text');
    await page.evaluate(() => globalThis.taken.splice(0));
    await page.keyboard.type('x'.repeat(KEYS));
    const taken = await page.evaluate(() => globalThis.taken);
    await page.context().close();
    return taken.slice(10);
  }

  /** Milliseconds of the first verdict in a blank page that has loaded the package's bundle. */
  async function first(text) {
    const page = await (await browser.newContext()).newPage();
    await page.addScriptTag({ type: 'module', content: text });
    await page.waitForFunction(() => globalThis.judge);
    const taken = await page.evaluate((body) => {
      const start = performance.now();
      globalThis.judge.classify({ status: 429, body });
      return performance.now() - start;
    }, FAILURE);
    await page.context().close();
    return taken;
  }

  const sizes = JSON.parse(readFileSync(`${root}target/page/sizes.json`, 'utf8'));
  row('', 'measured', 'bar');
  row('a first visit loads, gzip', `${(sizes.gzip / 1024).toFixed(1)} KiB`, '150 KiB');
  row('the same, brotli', `${(sizes.br / 1024).toFixed(1)} KiB`, '');
  for (const rate of [1, SLOWED]) {
    const times = [];
    for (let i = 0; i < VISITS; i += 1) times.push(await ready(rate));
    row(`ready, CPU slowed ${rate} × (median of ${VISITS}, worst)`, `${ms(median(times))}, ${ms(worst(times))}`, rate === SLOWED ? '1500 ms' : '');
  }
  const text = await bundle();
  const firsts = [];
  for (let i = 0; i < 3 * VISITS; i += 1) firsts.push(await first(text));
  row(`first verdict of a blank page (median of ${firsts.length}, worst)`, `${ms(median(firsts))}, ${ms(worst(firsts))}`, '5 ms');
  for (const [characters, bar] of [[400, ''], [10_000, '16 ms'], [30_000, ''], [100_000, '']]) {
    const times = await keystrokes(characters);
    row(`keystroke to verdict, ${characters} characters (median, worst)`, `${ms(median(times))}, ${ms(worst(times))}`, bar);
  }
  await browser.close();
});
