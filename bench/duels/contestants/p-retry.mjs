import { pathToFileURL } from 'node:url';
import { askOpenAI, from, orThrow } from '../world.mjs';

const { default: pRetry } = await import(pathToFileURL(from.resolve('p-retry')));
export const nests = true;
export const omits = ({ stream }) => stream && 'does not send';
export default (world, { init, nested, retries = 10 }) => pRetry(
  async () => (nested ? askOpenAI(world.fetch) : orThrow(await world.fetch(world.url, init))),
  { signal: init.signal, retries },
);
