import { pathToFileURL } from 'node:url';
import { from } from '../world.mjs';

const { generateText, streamText } = await import(pathToFileURL(from.resolve('ai')));
const { createOpenAICompatible } = await import(pathToFileURL(from.resolve('@ai-sdk/openai-compatible')));
export const omits = ({ stream }) => stream && 'sends its own JSON';
export const reads = true;
export default async (world, { init, events }) => {
  const ask = {
    model: createOpenAICompatible({ name: 'x', baseURL: 'http://api.example/v1', fetch: world.fetch })('m'),
    prompt: 'hi',
    abortSignal: init.signal,
  };
  if (!events) return generateText(ask);
  for await (const part of streamText({ ...ask, onError() {} }).fullStream) {
    if (part.type === 'text-delta') world.said += part.text;
    if (part.type === 'error') throw part.error;
  }
  return undefined;
};
