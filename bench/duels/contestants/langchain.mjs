import { askOpenAI, from, orThrow } from '../world.mjs';

const { AsyncCaller } = from('@langchain/core/utils/async_caller');
export const nests = true;
export const omits = ({ stream }) => stream && 'does not send';
export default (world, { init, nested }) => new AsyncCaller({}).callWithOptions(
  { signal: init.signal },
  async () => (nested ? askOpenAI(world.fetch) : orThrow(await world.fetch(world.url, init))),
);
