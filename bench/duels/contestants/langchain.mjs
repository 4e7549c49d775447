import { from, orThrow } from '../world.mjs';

const { AsyncCaller } = from('@langchain/core/utils/async_caller');
export const alone = 7;
export default (world, { init, nested }) => {
  const caller = new AsyncCaller({});
  if (!nested) return caller.callWithOptions({ signal: init.signal }, async () => orThrow(await world.fetch(world.url, init)));
  const sdk = new (from('openai').OpenAI)({ apiKey: 'k', baseURL: 'http://api.example/v1', fetch: world.fetch });
  return caller.call(() => sdk.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }));
};
