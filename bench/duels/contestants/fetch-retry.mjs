import { from } from '../world.mjs';

const fetchRetry = from('fetch-retry');
export default async (world, { init }) => (await fetchRetry(world.fetch)(world.url, { ...init, retryOn: [429, 503] })).status;
