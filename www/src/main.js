// The page's frame: loads the core, shows the view that the address names, and brings the rest when it is first wanted.
import { init } from 'retriage/slim';
import { $, el } from './dom.js';
import { setCase, start } from './judge.js';

const ready = init(WebAssembly.compileStreaming(fetch(JUDGE_URL)));

const VIEWS = {
  judge: undefined,
  plan: () => import('./plan.js'),
  lab: () => import('./lab.js'),
};
const brought = {};

/** Shows what `#view` or `#view=case` names. */
async function route() {
  const [, name, payload] = location.hash.match(/^#(\w+)(?:=(.+))?$/) ?? [];
  const view = Object.hasOwn(VIEWS, name ?? '') ? name : 'judge';
  for (const other of Object.keys(VIEWS)) $(other).hidden = other !== view;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#${view}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (payload) setCase(await (await import('./share.js')).unpack(payload).catch(() => ({ text: '' })));
  if (!VIEWS[view]) return;
  brought[view] ??= Promise.all([VIEWS[view](), viewStyles()]).then(([module]) => module.show($(view)));
  await brought[view];
}

let styles;
/** The style sheet of the views that are brought later. */
export const viewStyles = () => (styles ??= new Promise((resolve, reject) => {
  document.head.append(el('link', { rel: 'stylesheet', href: VIEWS_CSS_URL, onload: resolve, onerror: reject }));
}));

async function begin() {
  try {
    await ready;
  } catch (error) {
    $('headline').replaceChildren(`The judge cannot start: ${error.message}`);
    return;
  }
  start(viewStyles);
  addEventListener('hashchange', route);
  await route();
  document.documentElement.dataset.ready = '';
}

begin();
