import { Readable } from 'node:stream';
import { agent, listen, requestIn } from '../loopback.mjs';
import { from } from '../world.mjs';

const axios = from('axios');
const axiosRetry = from('axios-retry').default;
export default async (world, { init: { method, signal, body } }) => {
  const transport = { request: requestIn(world) };
  const client = axios.create({ adapter: 'http', transport, httpAgent: agent(), proxy: false });
  axiosRetry(client, { retryDelay: axiosRetry.exponentialDelay });
  const data = body && Readable.fromWeb(body);
  return (await client.request({ url: await listen(world), method, data, signal })).status;
};
