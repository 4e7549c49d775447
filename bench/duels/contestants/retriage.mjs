import { createRequire } from 'node:module';
import { askOpenAI } from '../world.mjs';

const installed = createRequire(new URL('../../../target/installed/package.json', import.meta.url));
const { createClient } = installed('retriage');
const gates = { bulkhead: { concurrency: 2 } };

/** The text of a stream of chat completions, as it comes. */
async function read(world, response) {
  let rest = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n');
    rest = lines.pop();
    for (const line of lines.filter((one) => one.startsWith('data: {'))) {
      world.said += JSON.parse(line.slice(6)).choices[0].delta.content ?? '';
    }
  }
}

export const nests = true;
export const reads = true;
/** A client a call, as each of 200 is a process of its own; one for all where the input tests what they share. */
export default async (world, { init, nested, gate, events, settings }) => {
  const create = () => createClient({ runtime: { fetch: world.fetch }, ...gates[gate], ...settings });
  const client = gate ? world.client ??= create() : create();
  if (events) {
    const ask = { method: 'POST', body: '{"model":"m","stream":true}', retriage: { sse: true } };
    return read(world, await client.fetch('https://api.openai.com/v1/chat/completions', ask));
  }
  if (nested) return client.run(() => askOpenAI(client.fetch));
  return (await client.fetch(world.url, init)).status;
};
