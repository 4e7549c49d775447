// /lab/RUN/SCENARIO/CALL?at=MS: a server that fails on request. Each run has counters of its own, and goes by the clock of
// the page that runs it, so that a minute can pass in a second.
import { DurableObject } from 'cloudflare:workers';
import { createServer, scenarios } from './faults.js';
import { refusal } from './refusal.js';

/** The counters of one run, which live as long as somebody asks. */
export class Lab extends DurableObject {
  #servers = new Map();

  /** What `scenario` answers at this instant of the run. */
  answer(scenario, at) {
    if (!this.#servers.has(scenario)) this.#servers.set(scenario, createServer(scenario));
    return this.#servers.get(scenario)(at);
  }
}

export async function fail(request, { pathname, searchParams }, { LAB }) {
  const [, run, scenario] = pathname.match(/^\/lab\/([a-z0-9]{6,40})\/([a-z]+)(?:\/\d{1,6})?$/) ?? [];
  if (run === undefined) return refusal(404, 'not_found', 'The lab is at /lab/RUN/SCENARIO/CALL?at=MS. RUN is any name of 6 to 40 letters and digits, CALL any number.');
  if (!scenarios.includes(scenario)) return refusal(404, 'not_found', `The scenarios are ${scenarios.join(', ')}.`);
  const at = Number(searchParams.get('at') ?? NaN);
  if (!(at >= 0 && at <= 86_400_000)) return refusal(400, 'bad_request', 'at must be the milliseconds since the run began, a day at most.');

  const { status, headers, body, cut } = await LAB.get(LAB.idFromName(run)).answer(scenario, at);
  return new Response(cut ? broken(body) : body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/** A body that begins and then breaks off with its connection. */
function broken(text) {
  let sent = false;
  return new ReadableStream({
    async pull(controller) {
      if (sent) {
        await scheduler.wait(50);
        return controller.error(new Error('cut'));
      }
      sent = true;
      controller.enqueue(new TextEncoder().encode(text));
    },
  });
}
