// The page in Chromium: what is seen, what is said, what is refused, and who can use it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { installed } from '../package/installed.mjs';
import { journey, shown, until } from './journey.mjs';
import { require, root, serving } from './served.mjs';

const { chromium } = require('playwright-core');
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const CAP = 'Your project has exceeded its monthly spending cap.';
const VIEWS = ['judge', 'plan', 'lab'];

let origin;
let browser;
let end;
before(async () => {
  await new Promise((resolve, reject) => {
    serving(async (at) => {
      origin = at;
      browser = await chromium.launch({
        executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
      });
      const ended = new Promise((done) => { end = done; });
      resolve();
      await ended;
      await browser.close();
    }).catch(reject);
  });
});
after(() => end?.());

/** Runs `use(page)` on a page of its own; afterwards nothing may have gone wrong in it or left it. */
async function visit(hash, use, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'], ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isLab(message)) wrong.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) wrong.push(`a request to ${request.url()}`);
  });
  page.on('dialog', (dialog) => wrong.push(`a dialog: ${dialog.message()}`));
  try {
    await page.goto(`${origin}/${hash}`);
    await page.waitForSelector('html[data-ready]');
    await use(page);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
  }
}

/** A browser itself reports each answer of status 400 or more; those of the lab are what it is for. */
const isLab = (message) => message.text().startsWith('Failed to load resource') && message.location().url.startsWith(`${origin}/lab/`);

test('the page from first to last', () => visit('', (page) => journey({
  open: async (url) => {
    await page.goto(url);
    // An address that differs in its fragment alone loads nothing.
    if (url !== 'about:blank') await page.reload();
  },
  type: (selector, text) => page.fill(selector, text),
  ask: (question) => page.evaluate(question),
}, origin)));

test('a first visit loads what is weighed as such, and nothing else', async () => {
  const { first } = JSON.parse(readFileSync(`${root}target/page/sizes.json`, 'utf8'));
  const page = await browser.newPage();
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${origin}/`);
  await page.waitForSelector('html[data-ready]');
  await page.waitForLoadState('networkidle');
  // A browser without windows wants no icon.
  assert.deepEqual([...new Set([...loaded, '/icon.svg'])].sort(), [...first].sort());
  assert.equal(loaded.length, new Set(loaded).size);
  await page.close();
});

test('text is judged at each keystroke', () => visit('', async (page) => {
  await page.fill('#text', '');
  await page.click('#text');
  await page.keyboard.type('spending cap');
  assert.equal((await page.evaluate(shown)).class, 'verdict exhausted');
  assert.equal(await page.textContent('#said'), 'exhausted: Stop: spending limit reached');
  await page.keyboard.press('Backspace');
  assert.equal((await page.evaluate(shown)).class, 'verdict unknown');
  await page.fill('#text', '');
  assert.equal(await page.textContent('#headline'), 'Paste something, and it is judged as you type.');
}));

test('class is told in words, by shape and by colour', () => visit('', async (page) => {
  const seen = [];
  for (const text of ['overloaded_error', CAP, '404 model `x` is no longer available', 'hello']) {
    await page.fill('#text', text);
    seen.push(await page.evaluate(() => [
      document.querySelector('.class strong').textContent,
      document.querySelector('.class .glyph path').getAttribute('d'),
      getComputedStyle(document.querySelector('.class')).color,
    ]));
  }
  assert.deepEqual(seen.map(([word]) => word), ['transient', 'exhausted', 'permanent', 'unknown']);
  for (const what of [1, 2]) assert.equal(new Set(seen.map((one) => one[what])).size, 4);
}));

test('each example is judged, and what decided is marked over the words themselves', () => visit('', async (page) => {
  const titles = await page.$$eval('.samples .chip:not(.more)', (chips) => chips.map((chip) => chip.textContent));
  const classes = [];
  for (const [i, title] of titles.entries()) {
    await page.click(`.samples .chip >> nth=${i}`);
    const { class: kind, marks } = await page.evaluate(shown);
    classes.push(kind.split(' ')[1]);
    assert.ok(marks.length >= 2, title);
    const text = await page.inputValue('#text');
    for (let n = 0; n < marks.length; n += 2) assert.ok(text.includes(marks[n]), `${title}: ${marks[n]}`);
  }
  assert.deepEqual(classes, ['transient', 'exhausted', 'exhausted', 'transient', 'permanent', 'transient', 'transient']);
}));

test('a piece of evidence leads to its words in the text', () => visit('', async (page) => {
  await page.fill('#text', `first a line\n${CAP}`);
  await page.click('.evidence button');
  assert.equal(await page.evaluate(() => {
    const { value, selectionStart, selectionEnd } = document.activeElement;
    return value.slice(selectionStart, selectionEnd);
  }), 'spending cap');
}));

test('status, headers, attempt and time are heeded', () => visit('', async (page) => {
  await page.fill('#text', '');
  await page.click('#more summary');
  await page.fill('#status', '429');
  await page.fill('#headers', 'retry-after: Mon, 30 Nov 2026 12:00:30 GMT');
  await page.fill('#now', '2026-11-30T12:00:00');
  assert.equal(await page.textContent('#headline'), 'Wait 30.0 s, then retry');
  assert.match(await page.textContent('.facts'), /30 Nov 2026, 12:00 UTC/);
  await page.fill('#headers', '');
  assert.match(await page.textContent('.facts'), /retry within 1\.0 s/);
  await page.fill('#attempt', '3');
  assert.match(await page.textContent('.facts'), /retry within 4\.0 s/);
}));

test('a hostile text is shown as text', () => visit('', async (page) => {
  for (const text of [
    '</textarea></div><script>window.ran = 1</script><img src="https://evil.example/x" onerror="window.ran = 1"> 429 spending cap',
    '<!doctype html><html><body onload="window.ran = 1"><iframe src="https://evil.example"></iframe><h1>502 Bad Gateway</h1>',
    '\u202e\u0627\u0644\u0639\u0631\u0628\u064a\u0629 spending cap \u05e2\u05d1\u05e8\u05d9\u05ea \u2066x\u2069 \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u0000\ud800 spending cap',
  ]) {
    await page.fill('#text', text);
    const { class: kind, marks } = await page.evaluate(shown);
    assert.notEqual(kind, 'verdict', text);
    assert.ok(marks.length > 0, text);
    assert.deepEqual(await page.evaluate(() => [window.ran, document.querySelectorAll('.mirror :not(mark, .tag), iframe, main img, main script').length]), [undefined, 0]);
  }
}));

test('a text of a megabyte is judged and stays editable, its evidence within reach', () => visit('', async (page) => {
  await page.evaluate((text) => {
    const box = document.getElementById('text');
    box.value = text;
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }, `${CAP}\n${'a line of a log that says nothing\n'.repeat(31_000)}`);
  const { class: kind, headline, marks } = await page.evaluate(shown);
  assert.deepEqual([kind, headline, marks], ['verdict exhausted', 'Stop: spending limit reached', []]);
  await page.click('.evidence button');
  assert.equal(await page.evaluate(() => getSelection().toString()), 'spending cap');
}));

test('the gallery narrows by provider, class and words, and traps come first', () => visit('', async (page) => {
  await page.click('.chip.more');
  await page.waitForSelector('.cases button');
  const providers = await page.$$eval('.cases strong', (names) => names.map((name) => name.textContent));
  assert.ok(new Set(providers).size > 15, `${providers}`);
  await page.selectOption('.filters select', 'openai');
  await page.check('#gallery input[value=exhausted]', { force: true });
  await page.fill('.filters input[type=search]', 'spend');
  const heads = await page.$$eval('.cases .case-head', (all) => all.map((head) => head.textContent));
  assert.ok(heads.length > 0);
  for (const head of heads) assert.match(head, /^openaiexhausted/);
  await page.fill('.filters input[type=search]', 'nothing is called so');
  assert.match(await page.textContent('#gallery [role=status]'), /^0 cases/);
}));

test('each of the first cases of the gallery is judged as its label says', () => visit('', async (page) => {
  await page.click('.chip.more');
  await page.waitForSelector('.cases button');
  const wrong = await page.evaluate(() => [...document.querySelectorAll('.cases button')].map((button) => {
    const label = button.querySelector('.case-head .quiet').textContent;
    button.click();
    const said = [...document.querySelectorAll('.class :is(strong, span)')].map((one) => one.textContent).join(' · ');
    return label === said ? undefined : `${label}, not ${said}`;
  }).filter(Boolean));
  assert.deepEqual(wrong, []);
}));

test('what is copied is the verdict, a case of the corpus, and code that says the same', () => visit('', async (page) => {
  await page.fill('#text', 'HTTP/1.1 429 Too Many Requests\nretry-after: 7\n\n{"error":{"message":"it\'s \\"slow\\""}}');
  const copied = async (what) => {
    await page.click(`[data-copy=${what}]`);
    await page.waitForSelector(`[data-copy=${what}]:has-text("Copied")`);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const verdict = JSON.parse(await copied('json'));
  assert.deepEqual([verdict.class, verdict.waitMs], ['transient', 7_000]);
  const corpus = JSON.parse(await copied('case'));
  assert.deepEqual([corpus.status, corpus.headers, corpus.expect], [429, { 'retry-after': '7' }, null]);
  const script = `${await copied('js')}\nconsole.log(verdict.class, verdict.waitMs, delay.floorMs);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: installed, encoding: 'utf8' });
  assert.equal(said, 'transient 7000 7000\n');
  assert.equal(await copied('rust'), `use retriage::{Class, Failure, Options, classify};

let failure = Failure::new()
    .status(429)
    .header("retry-after", "7")
    .body(r#"{"error":{"message":"it's \\"slow\\""}}"#);
let verdict = classify(&failure, &Options::default());
assert_eq!(verdict.class, Class::Transient); // transient, rate_limit, waitMs 7000
`);
  const link = await copied('link');
  assert.equal(link, page.url());
  assert.match(link, /#judge=[\w-]+$/);
}));

test('a link that is damaged opens the page all the same', () => visit('#judge=!!', async (page) => {
  assert.equal(await page.inputValue('#text'), '');
}));

test('a page whose core does not come says so', async () => {
  const page = await browser.newPage();
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => /^The judge cannot start: /.test(document.getElementById('headline').textContent));
  await page.close();
});

test('the plan shows who calls too early, and heeds its controls', () => visit('', async (page) => {
  await page.fill('#text', 'HTTP/1.1 429\nretry-after: 90\n\n');
  await page.click('nav a[href="#plan"]');
  const results = () => page.$$eval('.plan-result', (rows) => rows.map((row) => row.textContent));
  await page.waitForFunction(() => document.querySelectorAll('.plan-row').length === 4);
  // A wait of 90 s is over the cap, so it is exhausted; others come back before it is over, or wait for ever.
  const [ours, openai, ky, naive] = await results();
  assert.match(ours, /^1 call; ends after 300 ms: Stop:/);
  assert.match(openai, /^3 calls, 2 wasted/);
  assert.match(ky, /never retries POST/);
  assert.match(naive, /^5 calls, 4 wasted/);
  await page.$$eval('.slider input', (inputs) => {
    inputs[4].value = 6;
    inputs[4].dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForFunction(() => /^2 calls; succeeds after 1 min 3\d s/.test(document.querySelector('.plan-result').textContent));
  await page.check('input[name=plan-method] >> nth=0', { force: true });
  await page.waitForFunction(() => /^2 calls; succeeds/.test(document.querySelectorAll('.plan-result')[2].textContent));
  await page.check('input[name=plan-server] >> nth=1', { force: true });
  await page.waitForFunction(() => /retry for/.test(document.querySelector('.plan-result').textContent));
}));

test('the lab can be stopped and run again', () => visit('#lab', async (page) => {
  const hand = { ask: (question) => page.evaluate(question) };
  await page.click('.start');
  await page.waitForFunction(() => document.querySelector('.lab-flight') && Number(document.querySelector('#lab tbody td').textContent) > 0);
  await page.click('.start');
  await until(hand, () => document.getElementById('lab').dataset.ended === 'stopped');
  assert.equal(await page.textContent('.start'), 'Start');
  await page.check('input[value=sse]', { force: true });
  await page.check('.segments input[value="30"]', { force: true });
  await page.click('.start');
  await until(hand, () => document.getElementById('lab').dataset.ended === 'done');
  assert.match(await page.textContent('.lab-bar p'), /Retriage: 12 succeeded .* Naive loop: 8 succeeded .* 4 failures taken for success/);
}));

for (const [name, options] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 360, height: 740 } }],
]) {
  test(`axe finds nothing in any view, ${name}; and nothing is wider than the window`, () => visit('', async (page) => {
    await page.click('.chip.more');
    await page.waitForSelector('.cases button');
    for (const view of VIEWS) {
      await page.click(`nav a[href="#${view}"]`);
      await page.waitForSelector(`#${view}:not([hidden]) > *`);
      await page.waitForTimeout(200);
      // Evaluated from outside, since the page's own policy lets nothing in.
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html, any }) => [html.slice(0, 120), any[0]?.message])]), [], view);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
    }
  }, options));
}

test('the keyboard alone does it all', () => visit('', async (page) => {
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the box');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'text');
  const reached = [];
  for (let i = 0; i < 20; i += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement.textContent));
  }
  for (const name of ['Status, headers, attempt, time', 'Spend cap', 'All cases …', 'Copy link', 'Plan the retries →']) assert.ok(reached.includes(name), name);
  const outlined = await page.evaluate(() => {
    document.querySelector('.actions a').focus();
    return getComputedStyle(document.activeElement).outlineStyle;
  });
  assert.equal(outlined, 'solid');
}));

test('nothing moves for who wants no motion', () => visit('', async (page) => {
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.chip')).transitionDuration), '0s');
}, { reducedMotion: 'reduce' }));

test('paper has the text and the verdict, and no controls', () => visit('', async (page) => {
  await page.emulateMedia({ media: 'print' });
  const visible = (selector) => page.isVisible(selector);
  assert.deepEqual([await visible('#headline'), await visible('.mirror'), await visible('nav'), await visible('.actions')], [true, true, false, false]);
}));
