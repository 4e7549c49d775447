import { from } from '../world.mjs';

const fetchRetry = from('fetch-retry');
export const omits = ({ stream }) => stream && 'passes the used stream on';
export default async (world, { init }) => {
  const response = await fetchRetry(world.fetch)(world.url, { ...init, retryOn: [429, 503] });
  return response.status;
};
