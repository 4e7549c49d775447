import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { agent, listen, requestIn } from '../loopback.mjs';
import { from } from '../world.mjs';

const { default: got } = await import(pathToFileURL(from.resolve('got')));
export default async (world, { init: { method, signal, body }, settings }) => {
  const options = { method, signal, request: requestIn(world), agent: { http: agent() }, ...settings };
  if (body) options.body = Readable.fromWeb(body);
  return (await got(await listen(world), options)).statusCode;
};
