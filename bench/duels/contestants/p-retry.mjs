import { pathToFileURL } from 'node:url';
import { from, orThrow } from '../world.mjs';

const { default: pRetry } = await import(pathToFileURL(from.resolve('p-retry')));
export const alone = 6;
export default async (world, { init, nested }) => {
  if (!nested) return pRetry(async () => orThrow(await world.fetch(world.url, init)), { signal: init.signal });
  const sdk = new (from('openai').OpenAI)({ apiKey: 'k', baseURL: 'http://api.example/v1', fetch: world.fetch });
  return pRetry(() => sdk.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }), { retries: 5 });
};
