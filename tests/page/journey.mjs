// What a person does on the page from first to last, in any browser. `hand` is how a driver opens an address, types into
// an element, and asks the page something.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const CAP = 'Your project has exceeded its monthly spending cap.';
// Arabic; a driver's keyboard may have no emoji.
const TRICKY = '<script>document.title = "run"</script> <img src=x onerror=alert(1)> \u0627\u0644\u0639\u0631\u0628\u064a\u0629 rate limit, try again in 7s';

export async function journey(hand, origin) {
  await hand.open(`${origin}/`);
  await until(hand, () => document.documentElement.dataset.ready === '');

  await hand.type('#text', CAP);
  assert.deepEqual(await hand.ask(shown), { class: 'verdict exhausted', headline: 'Stop: spending limit reached', marks: ['spending cap', 'money/spend · message'] });

  await hand.type('#text', TRICKY);
  assert.equal((await hand.ask(shown)).headline, 'Wait 7.0 s, then retry');
  assert.deepEqual(
    await hand.ask(() => [document.getElementById('text').value, document.title, document.querySelectorAll('main img, main script').length]),
    [TRICKY, 'Retriage: what does this failure mean?', 0],
  );

  // The copy in which the evidence is marked breaks its lines as the box does.
  const heights = await hand.ask(() => [...document.querySelectorAll('.samples .chip:not(.more)')].map((chip) => {
    chip.click();
    return document.getElementById('text').scrollHeight - document.querySelector('.mirror').scrollHeight;
  }));
  assert.deepEqual(heights, [0, 0, 0, 0, 0, 0, 0]);

  await hand.ask(() => document.querySelector('.chip.more').click());
  await until(hand, () => document.querySelectorAll('.cases button').length > 0);
  const picked = await hand.ask(() => {
    const exhausted = document.querySelector('#gallery input[value=exhausted]');
    exhausted.click();
    const first = document.querySelector('.cases button');
    const head = first.querySelector('.case-head .quiet').textContent;
    first.click();
    return head;
  });
  assert.match(picked, /^exhausted · /);
  const chosen = await hand.ask(shown);
  assert.equal(chosen.class, 'verdict exhausted');

  await hand.ask(() => document.querySelector('.actions button').click());
  await until(hand, () => location.hash.startsWith('#judge='));
  const link = await hand.ask(() => location.href);
  await hand.open('about:blank');
  await hand.open(link);
  await until(hand, () => document.documentElement.dataset.ready === '');
  assert.deepEqual(await hand.ask(shown), chosen);

  await hand.open(`${origin}/#plan`);
  await until(hand, () => document.querySelectorAll('.plan-row').length === 4);
  const plans = [];
  for (const seed of ['5', '6', '5']) {
    await hand.type('#seed', seed);
    await sleep(100);
    plans.push(await hand.ask(() => document.querySelector('.plan-rows').textContent));
  }
  assert.equal(plans[0], plans[2]);

  await hand.open(`${origin}/#lab`);
  await until(hand, () => document.querySelector('.start') !== null);
  await hand.ask(() => {
    document.querySelector('input[value=cap]').click();
    document.querySelector('.segments input[value="30"]').click();
    document.querySelector('.start').click();
  });
  await until(hand, () => document.getElementById('lab').dataset.ended === 'done', 60_000);
  const counts = await hand.ask(() => [...document.querySelectorAll('#lab tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent)));
  const [, sent, refused, wasted, , unsent] = counts;
  assert.deepEqual(counts[0], ['succeeded', '8', '8']);
  assert.ok(Number(sent[1]) < Number(sent[2]) / 4, sent.join());
  assert.ok(Number(refused[1]) < Number(refused[2]) / 4, refused.join());
  assert.ok(Number(wasted[1]) < Number(wasted[2]) / 4, wasted.join());
  assert.ok(Number(unsent[1]) > 8, unsent.join());

  const origins = await hand.ask(() => [...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin))]);
  assert.deepEqual(origins, [origin]);
}

/** What stands first in the view, and what is marked in the text. */
export const shown = () => ({
  class: document.getElementById('verdict').className,
  headline: document.getElementById('headline').textContent,
  marks: [...document.querySelectorAll('.mirror mark')].flatMap((mark) => [mark.firstChild.textContent, mark.lastChild.textContent]),
});

export async function until(hand, holds, ms = 15_000) {
  for (const end = Date.now() + ms; ; await sleep(50)) {
    if (await hand.ask(holds)) return;
    if (Date.now() > end) throw new Error(`in ${ms / 1_000} s it never held: ${holds}`);
  }
}
