// Every engine, and how the corpus gets an answer from it. An engine yields a row for each way into the package:
// `{ entry, answers }`, or `{ entry, refusal }` where a runtime must refuse and say so; and `{ entry, played }`, what it saw
// of the servers of ../servers. `nature` is what those must know of its fetch, in the words of scenarios.js there.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { serving } from './pages.mjs';
import { answering, browse, during, freePort } from './webdriver.mjs';
import { bundleWorker, workerConfig } from './workerd.mjs';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;

const browser = { tells: [], streams: false, cuts: true, repeats: 'kept' };

const node = (name) => ({
  name,
  version: versionOf,
  nature: { tells: ['refused', 'certificate'], streams: true, cuts: true },
  async *rows(at, project) {
    yield { entry: 'import', answers: await printed(at, ['run.js'], project) };
    yield { entry: 'require', answers: await printed(at, ['run.cjs'], project) };
    yield { entry: 'slim', answers: await printed(at, ['slim.js'], project) };
    yield { entry: 'real servers', played: await printed(at, ['servers.js'], project) };
  },
});

export const engines = {
  node: node('Node.js'),
  node22: node('Node.js'),
  node24: node('Node.js'),

  deno: {
    name: 'Deno',
    version: versionOf,
    nature: { tells: ['certificate'], streams: true, cuts: true, repeats: 'kept' },
    async *rows(at, project) {
      const env = { ...process.env, DENO_DIR: join(project, '.deno'), DENO_NO_UPDATE_CHECK: '1' };
      const deno = (...args) => printed(at, ['run', '--no-prompt', '--node-modules-dir=manual', ...args], project, env);
      // No permission at all: neither to read nor to ask.
      yield { entry: 'import', answers: await deno('run.js') };
      yield { entry: 'real servers', played: await deno('--allow-net=127.0.0.1', 'servers.js') };
    },
  },

  bun: {
    name: 'Bun',
    version: versionOf,
    nature: { tells: ['refused', 'certificate'], streams: true, cuts: true },
    async *rows(at, project) {
      yield { entry: 'import', answers: await printed(at, ['run.js'], project) };
      yield { entry: 'require', answers: await printed(at, ['run.cjs'], project) };
      yield { entry: 'real servers', played: await printed(at, ['servers.js'], project) };
    },
  },

  workerd: {
    name: 'workerd',
    version: versionOf,
    nature: { tells: [], streams: true, cuts: true },
    async *rows(at, project) {
      await bundleWorker(`${project}/worker.js`, `${project}/worker.bundle.js`);
      const port = await freePort();
      const core = 'node_modules/retriage/dist/core_bg.wasm';
      writeFileSync(`${project}/worker.capnp`, workerConfig({ port, date: '2026-01-01', script: 'worker.bundle.js', core }));
      const rows = await during([at, 'serve', 'worker.capnp'], { cwd: project }, async () => {
        const ask = async (path) => (await answering(`http://127.0.0.1:${port}${path}`)).json();
        return [
          { entry: 'workerd', answers: await ask('/') },
          { entry: 'inline, refused', refusal: await ask('/refused') },
          { entry: 'real servers', played: await ask('/servers') },
        ];
      });
      yield* rows;
    },
  },

  edge: {
    name: 'edge-runtime (vm)',
    version: (at) => JSON.parse(readFileSync(`${at}/package.json`, 'utf8')).version,
    async *rows(at, project) {
      // As Next.js bundles: `?module` becomes a WebAssembly.Module that the platform has compiled.
      const module = {
        name: 'module',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({ path, namespace: 'module' }));
          onLoad({ filter: /./, namespace: 'module' }, () => ({ contents: 'export default globalThis.wasm_core;' }));
        },
      };
      await bundle(project, 'edge.js', 'edge.bundle.js', { conditions: ['edge-light', 'worker', 'browser'], format: 'iife', plugins: [module] });
      const { EdgeVM } = createRequire(import.meta.url)(at);
      const core = new WebAssembly.Module(readFileSync(`${project}/node_modules/retriage/dist/core_bg.wasm`));
      const vm = new EdgeVM({ codeGeneration: { strings: false, wasm: false }, extend: (context) => Object.assign(context, { wasm_core: core }) });
      vm.evaluate(readFileSync(`${project}/edge.bundle.js`, 'utf8'));
      const { answers, refusal } = JSON.parse(await vm.evaluate('globalThis.answers'));
      yield { entry: 'edge-light', answers };
      yield { entry: 'inline, refused', refusal };
    },
  },

  chromium: {
    name: 'Chromium',
    crate: 'chrome',
    nature: browser,
    rows: (driver, project) => inTemporary((profile) => pages(project, {
      driver,
      capabilities: {
        'goog:chromeOptions': {
          args: [
            '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
            '--disable-component-update', '--disable-sync', `--user-data-dir=${profile}`,
          ],
        },
      },
    })),
  },

  firefox: {
    name: 'Firefox',
    crate: 'firefox',
    nature: { ...browser, cuts: false, repeats: 'any' },
    rows: (driver, project) => pages(project, firefox(driver)),
  },

  webkit: {
    name: 'WebKit',
    nature: browser,
    rows: (driver, project) => onScreen((display) => pages(project, webkit(driver, display))),
  },
};

/** What webdriver.mjs takes to browse in Firefox. */
export const firefox = (driver) => ({
  driver,
  // The second port is for the browser's own end; its default may be taken.
  args: ['--log=fatal', '--websocket-port=0'],
  capabilities: {
    'moz:firefoxOptions': {
      args: ['-headless'],
      prefs: { 'app.update.disabledForTesting': true, 'datareporting.policy.dataSubmissionEnabled': false, 'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false },
    },
  },
});

/** The same for WebKit, on a display that is there. */
export const webkit = (driver, display) => ({
  driver,
  env: { DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
  capabilities: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
});

/** The crate's own tests in a browser, built for it by wasm-pack. */
export async function crateIn(browser) {
  const { stdout, stderr } = await run(`${root}scripts/browser-test.sh`, [browser], { maxBuffer: 1 << 26 });
  if (!/test result: ok\. [1-9]\d* passed; 0 failed/.test(stdout)) throw new Error(`${stdout}\n${stderr}`.slice(-2000));
}

async function versionOf(at) {
  const { stdout } = await run(at, ['--version']);
  return stdout.match(/\d[\w.-]*/)[0];
}

async function printed(file, args, cwd, env = process.env) {
  const { stdout } = await run(file, args, { cwd, env, maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

const bundle = (project, from, to, options) => build({
  absWorkingDir: project,
  bundle: true,
  entryPoints: [from],
  logLevel: 'warning',
  minify: true,
  outfile: to,
  ...options,
});

async function pages(project, browser) {
  await bundle(project, 'bundled.js', 'bundle.js', { format: 'iife', platform: 'browser' });
  return serving(project, (visit) => browse(browser, async ({ version, open }) => [
    { version, entry: 'bundle', answers: await visit('bundled', open) },
    { version, entry: 'plain module', answers: await visit('inline', open) },
    { version, entry: 'slim', answers: await visit('slim', open) },
    { version, entry: 'inline, refused', refusal: await visit('refused', open) },
    { version, entry: 'real servers', played: await visit('servers', open) },
  ]));
}

async function inTemporary(use) {
  const folder = mkdtempSync(join(tmpdir(), 'retriage-profile-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs `use` with a display of its own, which nobody sees. */
export const onScreen = (use) => during(
  ['Xvfb', '-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
  { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  (child) => new Promise((resolve, reject) => {
    child.stdio[3].once('data', (number) => use(`:${`${number}`.trim()}`).then(resolve, reject));
  }),
);

/** The browser that the driver drives, in the folder that Debian names for the machine. */
function miniBrowser() {
  const files = readdirSync('/usr/lib').flatMap((folder) => ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']
    .map((version) => `/usr/lib/${folder}/${version}/MiniBrowser`));
  const file = files.find((one) => existsSync(one));
  if (!file) throw new Error('MiniBrowser, which WebKitWebDriver drives, is not in /usr/lib');
  return file;
}
