// As much of the WebDriver protocol as it takes to open a page in a browser that has a driver.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A port that nothing listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a program, runs `use` while it lives, and ends it. What it writes to stderr is told where `use` fails. */
export async function during([file, ...args], options, use) {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], ...options });
  let said = '';
  child.stderr?.on('data', (text) => { said = `${said}${text}`.slice(-2000); });
  const ended = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${file} ended (${code}): ${said}`)));
  });
  ended.catch(() => {});
  try {
    return await Promise.race([use(child), ended]);
  } catch (error) {
    if (said && !error.message.includes(said)) error.message += `\n${file} said: ${said}`;
    throw error;
  } finally {
    if (child.exitCode === null && child.signalCode === null && child.kill()) {
      await Promise.race([once(child, 'exit'), sleep(5_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))]);
    }
  }
}

/** Asks until there is an answer. */
export async function answering(url, ms = 30_000) {
  for (const end = Date.now() + ms; ; await sleep(50)) {
    try {
      return await fetch(url);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** Runs `use({ version, open, ask })` in a browser behind the driver; `ask` posts to a path of the session. */
export async function browse({ driver, args = [], env = {}, capabilities }, use) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  return during([driver, ...args, `--port=${port}`], { env: { ...process.env, ...env } }, async () => {
    await answering(`${base}/status`);
    const call = async (method, path, body) => {
      const response = await fetch(base + path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
      const { value } = await response.json();
      if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
      return value;
    };
    const session = await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
    const path = `/session/${session.sessionId}`;
    try {
      return await use({
        version: session.capabilities.browserVersion,
        open: (url) => call('POST', `${path}/url`, { url }),
        ask: (command, body) => call('POST', `${path}/${command}`, body),
      });
    } finally {
      await call('DELETE', path).catch(() => {});
    }
  });
}
