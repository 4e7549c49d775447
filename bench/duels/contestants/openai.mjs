import { askOpenAI } from '../world.mjs';

export const omits = ({ stream }) => stream && 'sends its own JSON';
export const reads = true;
export default async (world, { init, events }) => {
  const answer = await askOpenAI(world.fetch, { signal: init.signal }, { stream: events });
  if (!events) return answer;
  for await (const { choices } of answer) world.said += choices[0]?.delta.content ?? '';
  return undefined;
};
