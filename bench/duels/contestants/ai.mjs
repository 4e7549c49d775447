import { pathToFileURL } from 'node:url';
import { from } from '../world.mjs';

const { generateText } = await import(pathToFileURL(from.resolve('ai')));
const { createOpenAICompatible } = await import(pathToFileURL(from.resolve('@ai-sdk/openai-compatible')));
export const omits = ({ stream }) => stream && 'sends its own JSON';
export default (world, { init }) => generateText({
  model: createOpenAICompatible({ name: 'x', baseURL: 'http://api.example/v1', fetch: world.fetch })('m'),
  prompt: 'hi',
  abortSignal: init.signal,
});
