// Takes the README's pictures of the page: `node tests/page/pictures.mjs`, after `scripts/page.sh`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { require, root, serving } from './served.mjs';

const { chromium } = require('playwright-core');
const there = `${root}docs/page/`;

const chip = (i) => (page) => page.click(`.samples .chip >> nth=${i}`);
const run = (scenario, speed) => async (page) => {
  await page.waitForSelector('.start');
  await page.check(`input[value=${scenario}]`, { force: true });
  await page.check(`.segments input[value="${speed}"]`, { force: true });
  await page.click('.start');
  await page.waitForSelector('#lab[data-ended=done]', { timeout: 60_000 });
  await page.mouse.move(0, 0);
};

const PICTURES = [
  ['judge', '', 'light', [1240, 800], chip(0)],
  ['judge-narrow', '', 'dark', [390, 844], chip(4)],
  ['plan', '#plan', 'light', [1240, 950], () => {}],
  ['lab', '#lab', 'dark', [1240, 1390], run('limit', 4)],
];

mkdirSync(there, { recursive: true });
await serving(async (origin) => {
  const browser = await chromium.launch({ executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(), args: ['--no-sandbox', '--disable-gpu'] });
  for (const [name, hash, colorScheme, [width, height], act] of PICTURES) {
    const context = await browser.newContext({ colorScheme, deviceScaleFactor: 2, viewport: { width, height } });
    const page = await context.newPage();
    await page.goto(`${origin}/${hash}`);
    await page.waitForSelector('html[data-ready]');
    await act(page);
    await page.waitForTimeout(300);
    const session = await context.newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 78 });
    writeFileSync(`${there}${name}.webp`, Buffer.from(data, 'base64'));
    await context.close();
  }
  await browser.close();
});
