import { pathToFileURL } from 'node:url';
import { from } from '../world.mjs';

const { default: ky } = await import(pathToFileURL(from.resolve('ky')));
export default async (world, { init, settings }) => {
  const response = await ky(world.url, { ...init, fetch: world.fetch, timeout: false, ...settings });
  return response.status;
};
