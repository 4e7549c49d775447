import { from } from '../world.mjs';

const { Anthropic } = from('@anthropic-ai/sdk');
const ask = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
export const omits = ({ stream }) => stream && 'sends its own JSON';
export const reads = true;
export default async (world, { init, events }) => {
  const sdk = new Anthropic({ apiKey: 'k', fetch: world.fetch });
  const answer = await sdk.messages.create({ ...ask, stream: events }, { signal: init.signal });
  if (!events) return answer;
  for await (const { delta } of answer) world.said += delta?.text ?? '';
  return undefined;
};
