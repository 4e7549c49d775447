// A Worker. `/refused` asks the entry that carries bytes, which a Worker must not compile; `/servers` asks real servers.
import * as retriage from 'retriage';
import * as inline from './node_modules/retriage/dist/inline.js';
import cases from './cases.js';
import { judge, refused } from './judge.js';
import places from './places.js';
import { play } from './scenarios.js';

const paths = {
  '/': () => judge(retriage, cases),
  '/refused': () => refused(inline),
  '/servers': () => play(retriage, places),
};

export default {
  async fetch(request) {
    return Response.json(await paths[new URL(request.url).pathname]());
  },
};
