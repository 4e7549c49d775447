import { from } from '../world.mjs';

const axios = from('axios');
const axiosRetry = from('axios-retry').default;
export default async (world, { init }) => {
  const client = axios.create({
    async adapter(config) {
      config.signal?.throwIfAborted();
      let reply;
      try {
        reply = await world.fetch(config.url, { body: config.data });
      } catch (error) {
        throw new axios.AxiosError(error.message, error.cause?.code ?? error.name, config, {});
      }
      const response = { status: reply.status, headers: axios.AxiosHeaders.from(Object.fromEntries(reply.headers)), config, data: await reply.text(), request: {} };
      if (reply.ok) return response;
      throw new axios.AxiosError('status', 'ERR_BAD_RESPONSE', config, {}, response);
    },
  });
  axiosRetry(client, { retryDelay: axiosRetry.exponentialDelay });
  return (await client.request({ url: world.url, method: init.method, data: init.body, signal: init.signal })).status;
};
