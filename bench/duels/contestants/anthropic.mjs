import { from } from '../world.mjs';

const { Anthropic } = from('@anthropic-ai/sdk');
const ask = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
export const omits = ({ stream }) => stream && 'sends its own JSON';
export default (world, { init }) => new Anthropic({ apiKey: 'k', fetch: world.fetch })
  .messages.create(ask, { signal: init.signal });
