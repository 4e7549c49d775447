// The page as `make run` serves it: workerd with what scripts/page.sh has built.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { answering, during, freePort } from '../engines/webdriver.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const require = createRequire(`${root}.tools/page/`);

/** Runs `use(origin)` while the page is served. */
export async function serving(use) {
  const packages = `${root}.tools/page/node_modules/@cloudflare/`;
  const workerd = `${packages}${readdirSync(packages).find((name) => name.startsWith('workerd-'))}/bin/workerd`;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  return during([workerd, 'serve', 'workerd.capnp', '--socket-addr', `http=127.0.0.1:${port}`], { cwd: `${root}target/page` }, async () => {
    await answering(origin);
    return use(origin);
  });
}
