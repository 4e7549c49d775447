// The stream of an answer on its way to the caller: its bytes pass as they come, chunk by chunk, and the core reads beside.
import { rebuilt } from './answer.js';
import { packFailure, packPairs } from './core.js';
import { streamError, truncated } from './errors.js';
import { readHeaders } from './headers.js';
import { Aborted, TIME_UP, limit } from './limit.js';
import { ABORTED, BODY, CONTENT, CoreFailed, DELIVER, ENDED, HEADERS, Machine, THROWN, keepAlive } from './machine.js';
import { endedSince, endedYet, remember } from './outcome.js';
import { readThrown } from './read-error.js';
import { NEVER } from './request.js';
import { quietly } from './text.js';

/** Responses whose stream is watched already. */
const watched = new WeakSet();

/**
 * Turns of the microtask queue by which an error lets what came before it go ahead: a pipe that meets an error
 * drops what it has not handed on.
 */
const HEAD_START = 100;

/** An answer as answer.js has it; undefined where its body cannot be read chunk by chunk. */
export function openStream(response) {
  const reader = quietly(() => response.body.getReader());
  return reader && { response, mark: true, reader, kept: [], text: '', cut: true, done: false, released: false };
}

/** Keeps what a stream begins with. Ends with CONTENT where it says something, BODY for an error, ENDED or THROWN for an end. */
export async function readOpening(answer, machine, until) {
  for (;;) {
    const event = await readOn(answer, machine, until);
    if (event !== undefined) return event;
  }
}

/** Reads one chunk into `kept`; says what the machine is to be told of it, if anything. */
async function readOn(answer, machine, until) {
  answer.pending ??= answer.reader.read();
  const step = await until(answer.pending);
  if (step === TIME_UP) return CONTENT;
  answer.pending = undefined;
  if (step.done) {
    answer.done = true;
    answer.cut = false;
    return machine ? machine.end() : ENDED;
  }
  answer.kept.push(step.value);
  if (!machine) return undefined;
  const { said, at } = machine.read(step.value);
  answer.errorAt = at;
  if (said && !answer.said) {
    answer.said = true;
    return CONTENT;
  }
  return at === undefined ? undefined : BODY;
}

/** Hands out the response. The machine belongs to its stream from here on. */
export function handOut(answer, machine, client, signal, began) {
  const { response, reader, kept } = answer;
  const stopBeat = keepAlive(machine, client);
  /** How the stream ends once what was kept is handed out: `{ error }`, or `{}` as it should. */
  let ending;

  function finish(event, thrown) {
    let outcome;
    try {
      outcome = machine && tell(event, thrown);
    } catch {
      client.coreFailed();
    }
    letGo();
    if (event === BODY && answer.errorAt !== undefined) {
      const last = kept.pop();
      if (answer.errorAt > 0) kept.push(last.subarray(0, answer.errorAt));
    }
    ending = event === ENDED ? {} : { error: errorOf(event, thrown, outcome) };
    if (event !== ENDED) reader.cancel(ending.error).catch(() => {});
  }

  function tell(event, thrown) {
    const failure = event === THROWN ? readThrown(thrown ?? truncated()) : undefined;
    machine.step(event, NaN, failure && packFailure({ ...failure, body: undefined }));
    client.record(machine);
    return machine.outcome(failure);
  }

  function errorOf(event, thrown, outcome) {
    if (event === ABORTED) return signal.reason;
    if (event === BODY) return streamError(outcome);
    if (thrown === undefined) return truncated(outcome);
    if (outcome && !endedSince(thrown, began)) remember(thrown, outcome);
    return thrown;
  }

  function letGo() {
    stopBeat();
    machine?.free();
    machine = undefined;
  }

  async function advance() {
    const bounds = limit(client.runtime, Infinity, signal);
    try {
      const event = await readOn(answer, machine, bounds.until);
      if (event === CONTENT) machine.step(CONTENT);
      if (answer.errorAt !== undefined) finish(BODY);
      else if (event !== undefined && event !== CONTENT) finish(event);
    } catch (error) {
      if (signal?.aborted || error instanceof Aborted) finish(ABORTED);
      else if (!(error instanceof CoreFailed)) finish(THROWN, error);
      else {
        // It goes on as it would without us.
        client.coreFailed();
        letGo();
      }
    } finally {
      bounds.free();
    }
  }

  const source = {
    async pull(controller) {
      if (signal?.aborted && !ending) {
        kept.length = 0;
        finish(ABORTED);
      }
      while (kept.length === 0 && !ending) await advance();
      if (kept.length) return controller.enqueue(kept.shift());
      if (!('error' in ending)) return controller.close();
      for (let turn = 0; turn < HEAD_START && !signal?.aborted; turn += 1) await undefined;
      return controller.error(ending.error);
    },
    cancel(reason) {
      if (!ending) finish(ENDED);
      return reader.cancel(reason);
    },
  };
  machine.freeWith(source);
  // The chunk that began to say something may have an error in it, too.
  if (answer.errorAt !== undefined) finish(BODY);
  const made = rebuilt(response, new ReadableStream(source, { highWaterMark: 0 }));
  watched.add(made);
  return made;
}

/** Watches the stream of a response that nobody has read; any other is handed back as it is. */
export function guardStream(core, client, response, lane, provider) {
  if (watched.has(response)) return response;
  let machine;
  try {
    machine = new Machine(core, client, { repeat: NEVER, lane, sse: true, describe: () => ['', response.url ?? '', ''] });
    machine.describe();
    const code = machine.step(HEADERS, response.status, packPairs(readHeaders(response.headers)));
    if (code >> 4 === DELIVER) {
      client.record(machine);
      machine.open(provider);
      const answer = openStream(response);
      if (answer) return handOut(answer, machine, client, undefined, endedYet());
      // Its slot comes back.
      machine.step(ENDED);
      client.record(machine);
    }
  } catch (error) {
    if (!(error instanceof CoreFailed)) throw error;
    client.coreFailed();
  }
  machine?.free();
  return response;
}
