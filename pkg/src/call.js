// The loop that drives one call: it does what the machine says and tells it what came of it. Each step of the machine is
// one synchronous call into the core, so nothing of ours is in there while anything is awaited.
import { giveBack, readAnswer, release, takeAnswer } from './answer.js';
import { packFailure, packPairs } from './core.js';
import { timedOut, truncated } from './errors.js';
import { meterHeaders, readHeaders } from './headers.js';
import { Aborted, TIME_UP, limit } from './limit.js';
import {
  ABORTED, BACKOFF, BODY, CoreFailed, DELIVER, ENDED, FAIL_FAST, GIVEN_UP, HEADERS, Machine, READ, RETHROW, RETURN,
  RETURN_FAILED, SEND, START, STREAM, THROWN, TIMED_OUT, WAIT, WOKE, keepAlive,
} from './machine.js';
import { endedInside, endedSince, endedYet, remember } from './outcome.js';
import { readThrown } from './read-error.js';
import { both } from './request.js';
import { handOut, openStream, readOpening } from './stream.js';
import { quietly } from './text.js';

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Runs one call to its end. `way` says how: `send(attempt, signal, timeoutMs)`, `plain()` to send without the core,
 * `answers` where what comes is a Response, `neverSent(outcome)` for a call that was not let through, `repeat` and
 * `describe` for the machine.
 */
export async function drive(core, client, way, signal) {
  const { options, runtime } = client;
  /** What the call can end with: `{ value }` as it came, `{ answer }` of which the body was read, `{ error }`; `made` makes that of ours. */
  let hand;
  let machine;
  let attempts = 0;
  /** What endedYet said when the newest attempt began. */
  let began;

  function tell(...event) {
    const code = machine.step(...event);
    client.record(machine);
    return code;
  }

  async function within(ms, run) {
    // Nothing is begun for a caller who has left, be it from inside a listener.
    if (signal?.aborted) throw new Aborted();
    const bounds = limit(runtime, ms, signal);
    try {
      return await run(bounds.until);
    } finally {
      bounds.free();
    }
  }

  async function attempt() {
    const timeoutMs = machine.ms();
    attempts += 1;
    began = endedYet();
    const own = new AbortController();
    const ends = both(signal, own.signal);
    let flight;
    let value;
    const stopBeat = keepAlive(machine, client);
    try {
      value = await within(timeoutMs, (until) => {
        flight = way.send(attempts, ends, timeoutMs);
        return until(flight);
      });
    } catch (error) {
      if (!signal?.aborted && !(error instanceof Aborted)) return thrown(error);
      discard(flight);
      throw new Aborted();
    } finally {
      stopBeat();
    }
    if (value !== TIME_UP) return arrived(value);
    own.abort(new DOMException('the attempt took longer than it may', 'TimeoutError'));
    discard(flight);
    return tell(TIMED_OUT);
  }

  function arrived(value) {
    hand = { value };
    if (!way.answers) return tell(HEADERS, 200);
    const judged = value.status >= 400 || options.inspectOk || options.sse;
    if (judged) machine.describe();
    const told = judged ? readHeaders(value.headers) : options.pace && meterHeaders(value.headers);
    return tell(HEADERS, value.status, told ? packPairs(told) : '');
  }

  function thrown(error) {
    const failure = readThrown(error);
    failure.body = failure.body?.text;
    hand = { error, failure };
    return tell(THROWN, failure.status ?? NaN, packFailure(failure));
  }

  async function read() {
    const { value } = hand;
    const ms = machine.ms();
    const answer = takeAnswer(value, options.markResponses && value.status >= 400);
    hand.answer = answer;
    await within(ms, (until) => readAnswer(answer, MAX_BODY_BYTES, until));
    return tell(BODY, answer.cut ? 1 : 0, answer.text);
  }

  /** Keeps a stream back until it says something. */
  async function open() {
    const answer = openStream(hand.value);
    if (!answer) return tell(ENDED);
    hand.answer = answer;
    machine.open('');
    const stopBeat = keepAlive(machine, client);
    let event;
    try {
      event = await within(machine.ms(), (until) => readOpening(answer, machine, until));
    } catch (error) {
      if (signal?.aborted) throw new Aborted();
      if (error instanceof CoreFailed) throw error;
      return thrown(error);
    } finally {
      stopBeat();
    }
    if (event !== THROWN) return tell(event);
    const code = thrown(truncated());
    // Made once more when its verdict is known.
    hand.made = truncated;
    return code;
  }

  async function wait(why) {
    const ms = machine.ms();
    if (why === BACKOFF) {
      if (endedInside(hand?.error ?? hand?.value, began)) return tell(GIVEN_UP, 1);
      if (!(await mayRepeat(ms))) return tell(GIVEN_UP, 0);
    }
    release(hand?.answer);
    const since = machine.clock.now();
    await within(Infinity, (until) => until(runtime.sleep(ms, signal)));
    machine.clock.slept(since, ms);
    return tell(WOKE);
  }

  async function mayRepeat(delayMs) {
    const verdict = options.shouldRetry && machine.outcome(hand?.failure);
    if (!verdict) return true;
    const context = { attempt: attempts, delayMs, error: hand?.error, response: hand?.value };
    return await within(Infinity, (until) => until(options.shouldRetry(verdict, context))) !== false;
  }

  function end(code) {
    if (code === RETURN) return hand.answer ? giveBack(hand.answer) : hand.value;
    const outcome = machine.outcome(hand?.failure);
    if (code === RETURN_FAILED) {
      const response = giveBack(hand.answer);
      if (outcome) remember(response, { ...outcome, bodyCut: hand.answer.released && hand.answer.cut });
      return response;
    }
    if (code === RETHROW) {
      if (hand.made) throw hand.made(outcome);
      if (outcome && !endedSince(hand.error, began)) remember(hand.error, outcome);
      throw hand.error;
    }
    if (code === FAIL_FAST) return way.neverSent(outcome, machine.status);
    throw timedOut(outcome, attempts);
  }

  function deliver() {
    const response = handOut(hand.answer, machine, client, signal, began);
    machine = undefined;
    return response;
  }

  /** Ends the call without the core: with what is in hand, or by sending once if nothing was sent. */
  function failOpen() {
    client.coreFailed();
    if (hand?.answer) return giveBack(hand.answer);
    if (hand && 'error' in hand) throw hand.error;
    if (hand) return hand.value;
    if (attempts === 0) return way.plain();
    throw timedOut(undefined, attempts);
  }

  const enter = () => {
    if (signal?.aborted) throw new Aborted();
    machine = new Machine(core, client, way);
    return tell(START);
  };

  try {
    let code = enter();
    for (;;) {
      if (code >> 4 === SEND) code = await attempt();
      else if (code >> 4 === READ) code = await read();
      else if (code >> 4 === WAIT) code = await wait(code & 15);
      else if (code >> 4 === STREAM) code = await open();
      else if (code >> 4 === DELIVER) return deliver();
      else return end(code);
    }
  } catch (error) {
    if (error instanceof CoreFailed) return await failOpen();
    release(hand?.answer);
    if (!(error instanceof Aborted)) throw error;
    // The record of an abort is worth a step, and nothing that goes wrong with it is worth an error.
    if (machine) quietly(() => tell(ABORTED));
    throw signal.reason;
  } finally {
    machine?.free();
  }
}

/** Lets go of an answer that comes after the call has left it. */
function discard(flight) {
  Promise.resolve(flight).then((late) => late?.body?.cancel?.(), () => {}).catch(() => {});
}
