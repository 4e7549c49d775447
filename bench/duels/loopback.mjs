// For those that take no fetch: the world's server on loopback. The clock stands still while a request is under way.
import http from 'node:http';

export async function listen(world) {
  world.listening ??= new Promise((listening) => {
    const server = http.createServer(async (request, response) => {
      response.sendDate = false;
      try {
        const reply = await world.serve(async () => {
          let bytes = 0;
          for await (const part of request) bytes += part.length;
          return bytes;
        });
        response.writeHead(reply.status, reply.headers).end(reply.body);
      } catch {
        request.socket.destroy();
      }
    });
    server.unref().listen(0, '127.0.0.1', () => listening(server.address().port));
  });
  world.busy += 1;
  const port = await world.listening;
  world.busy -= 1;
  return `http://127.0.0.1:${port}/`;
}

/** `http.request`, counted. */
export const requestIn = (world) => (...given) => {
  world.busy += 1;
  return http.request(...given).once('close', () => { world.busy -= 1; });
};

export const agent = () => new http.Agent({ keepAlive: false });
