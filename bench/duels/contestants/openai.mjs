import { from } from '../world.mjs';

export const only = 'POST';
export default (world, { init }) => new (from('openai').OpenAI)({ apiKey: 'k', baseURL: 'http://api.example/v1', fetch: world.fetch })
  .chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }, { signal: init.signal });
