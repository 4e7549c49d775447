// The package as a user has it: the tarball, installed into target/installed by scripts/pack.sh.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const installed = `${root}target/installed/`;
export const folder = `${installed}node_modules/retriage/`;
export const require = createRequire(`${installed}use.js`);
export const retriage = await import(`${installed}use.js`);
export const { createTestRuntime } = await import(`${installed}use-testing.js`);

/** Runs the command `retriage`. */
export function command(args, { input = '', env = {} } = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`${folder}bin/retriage.js`, ...args], {
    input,
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '120', ...env },
  });
  return { stdout, stderr, status };
}

/** Runs an ES module in a fresh Node, next to the installed package. */
export function fresh(source, flags = []) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...flags, '--input-type=module', '--eval', source],
    { cwd: installed, encoding: 'utf8' },
  );
  return { stdout: stdout.trim(), stderr, status };
}
