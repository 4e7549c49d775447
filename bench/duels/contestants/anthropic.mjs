import { from } from '../world.mjs';

export const only = 'POST';
export default (world, { init }) => new (from('@anthropic-ai/sdk').Anthropic)({ apiKey: 'k', fetch: world.fetch })
  .messages.create({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }, { signal: init.signal });
