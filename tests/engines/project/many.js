// A Worker whose clients are made at global scope, where nothing may be fetched, timed or drawn, and serve every request.
import { createClient } from 'retriage';

const clients = { open: createClient(), narrow: createClient({ concurrency: 1 }) };
const told = { open: [], narrow: [] };
for (const name of Object.keys(clients)) clients[name].on(({ operation, decision }) => told[name].push({ operation, decision }));

export default {
  /** `/open/17` asks upstream for that path through the client `open`; `/told` is what the clients have told so far. */
  async fetch({ url }, { UPSTREAM }) {
    const { pathname } = new URL(url);
    if (pathname === '/told') return Response.json(told);
    const { status, body } = await clients[pathname.split('/')[1]].fetch(UPSTREAM + pathname);
    return new Response(body, { status });
  },
};
