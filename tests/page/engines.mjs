// The journey in Firefox and WebKit; Chromium's is in page.test.mjs. `make matrix` runs it.
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { browse } from '../engines/webdriver.mjs';
import { firefox, onScreen, webkit } from '../engines/engines.mjs';
import { journey } from './journey.mjs';
import { serving } from './served.mjs';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const find = (name) => {
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

/** How a WebDriver session does what the journey asks of it. */
const handOf = ({ open, ask }) => ({
  open,
  ask: (question) => ask('execute/sync', { script: `return (${question})();`, args: [] }),
  async type(selector, text) {
    const { [ELEMENT]: id } = await ask('element', { using: 'css selector', value: selector });
    await ask(`element/${id}/clear`, {});
    await ask(`element/${id}/value`, { text });
  },
});

const ENGINES = [
  ['Firefox', 'geckodriver', (driver, use) => browse(firefox(driver), use)],
  ['WebKit', 'WebKitWebDriver', (driver, use) => onScreen((display) => browse(webkit(driver, display), use))],
];

for (const [name, program, within] of ENGINES) {
  const driver = find(program);
  test(`the page from first to last in ${name}`, { skip: !driver && !process.env.CI && `${program} is missing` }, () => serving(
    (origin) => within(driver, (session) => journey(handOf(session), origin)),
  ));
}
