import http from 'node:http';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { from } from '../world.mjs';

const { default: got } = await import(pathToFileURL(from.resolve('got')));

/** got takes no fetch, so it talks to a server on loopback; the clock stands still while a request is under way. */
export default async (world, { init }) => {
  world.listening ??= new Promise((listening) => {
    const server = http.createServer(async (request, response) => {
      let bytes = 0;
      for await (const part of request) bytes += part.length;
      response.sendDate = false;
      try {
        const reply = await world.serve({ bytes });
        response.writeHead(reply.status, reply.headers).end(reply.body);
      } catch {
        request.socket.destroy();
      }
    });
    server.unref().listen(0, '127.0.0.1', () => listening(server.address().port));
  });
  world.inFlight += 1;
  const port = await world.listening;
  world.inFlight -= 1;
  const counted = (...given) => {
    world.inFlight += 1;
    return http.request(...given).once('close', () => { world.inFlight -= 1; });
  };
  const { body, ...rest } = init;
  return (await got(`http://127.0.0.1:${port}/`, { ...rest, ...(body && { body: Readable.fromWeb(body) }), request: counted, agent: { http: new http.Agent({ keepAlive: false }) } })).statusCode;
};
