import { from, orThrow } from '../world.mjs';

const { handleAll, retry } = from('cockatiel');
export default (world, { init }) => retry(handleAll, {}).execute(async () => orThrow(await world.fetch(world.url, init)), init.signal);
