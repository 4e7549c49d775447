import { createRequire } from 'node:module';
import { from } from '../world.mjs';

const { createClient } = createRequire(new URL('../../../target/installed/package.json', import.meta.url))('retriage');

/** A client a call: each of 200 clients is a process of its own. */
export default async (world, { init, nested, operation }) => {
  const client = createClient({ runtime: { fetch: world.fetch } });
  if (operation) return client.run(operation);
  if (!nested) return (await client.fetch(world.url, init)).status;
  const { OpenAI } = from('openai');
  const sdk = new OpenAI({ apiKey: 'k', baseURL: 'http://api.example/v1', fetch: client.fetch });
  return client.run(() => sdk.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }));
};
export const alone = 5;
