// A page, named for what it tries: the package as it lies on a server, the slim entry, a refusal by policy, real
// servers.
import cases from './cases.js';
import { judge, refused } from './judge.js';
import places from './places.js';
import { play } from './scenarios.js';

const load = (entry) => import(`./node_modules/retriage/dist/${entry}.js`);

const pages = {
  inline: async () => judge(await load('inline'), cases),
  async slim() {
    const retriage = await load('slim');
    await retriage.init(fetch('./node_modules/retriage/dist/core_bg.wasm'));
    return judge(retriage, cases);
  },
  refused: async () => refused(await load('inline')),
  servers: async () => play(await load('inline'), places),
};

const send = (answer) => fetch('/answer', { method: 'POST', body: JSON.stringify(answer) });
pages[document.title]().then(send, (error) => send({ failed: `${error?.stack ?? error}` }));
