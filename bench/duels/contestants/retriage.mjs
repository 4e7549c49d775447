import { createRequire } from 'node:module';
import { askOpenAI } from '../world.mjs';

const installed = createRequire(new URL('../../../target/installed/package.json', import.meta.url));
const { createClient } = installed('retriage');
const gates = { bulkhead: { concurrency: 2 } };

export const nests = true;
/** A client a call, as each of 200 is a process of its own; one for all where the input tests what they share. */
export default async (world, { init, nested, gate, settings }) => {
  const create = () => createClient({ runtime: { fetch: world.fetch }, ...gates[gate], ...settings });
  const client = gate ? world.client ??= create() : create();
  if (nested) return client.run(() => askOpenAI(client.fetch));
  return (await client.fetch(world.url, init)).status;
};
