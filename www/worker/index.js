// The Worker: the page's files, the judge as an API, and a server that fails on request.
import { assets } from './assets.js';
import { judge } from './judge.js';
import { fail } from './lab.js';
import { refusal } from './refusal.js';

export { Lab } from './lab.js';

const ROUTES = [['/api/judge', judge], ['/lab/', fail], ['/', assets]];

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const [, answer] = ROUTES.find(([path]) => url.pathname.startsWith(path));
    let response;
    try {
      response = await answer(request, url, env);
    } catch (error) {
      console.error(error);
      response = refusal(500, 'internal', 'The server failed on this request.');
    }
    response.headers.set('x-content-type-options', 'nosniff');
    return response;
  },
};
