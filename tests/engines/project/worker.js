// A Worker. `/refused` asks the entry that carries bytes, which a Worker must not compile.
import * as retriage from 'retriage';
import * as inline from './node_modules/retriage/dist/inline.js';
import cases from './cases.js';
import { judge, refused } from './judge.js';

export default {
  async fetch(request) {
    return Response.json(new URL(request.url).pathname === '/refused' ? await refused(inline) : judge(retriage, cases));
  },
};
