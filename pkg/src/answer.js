// A failed response: read as far as judging needs, and handed back as if nobody had read it.
import { Aborted, TIME_UP } from './limit.js';

/** With `mark` the response itself is read and will be rebuilt; without, a clone of it is read. */
export const takeAnswer = (response, mark) => ({ response, mark, kept: [], text: '', cut: true, done: false, released: false });

/** Reads the body's beginning into `text`, within a limit of limit.js. */
export async function readAnswer(answer, maxBytes, until) {
  const { response, mark } = answer;
  const decoder = new TextDecoder();
  let room = maxBytes;
  try {
    const { body } = mark ? response : response.clone();
    // Bodies of libraries older than fetch cannot be handed back once they were read.
    if (body !== null && typeof body?.getReader !== 'function') return await readForeign(answer, maxBytes, until);
    answer.reader = body?.getReader();
    answer.done = body === null;
    // At the bound one more step tells whether that was all. An empty chunk counts too, or they could go on for ever.
    while (!answer.done && room >= 0) {
      answer.pending ??= answer.reader.read();
      const step = await until(answer.pending);
      if (step === TIME_UP) break;
      answer.pending = undefined;
      answer.done = step.done;
      if (step.done) break;
      answer.kept.push(step.value);
      answer.text += decoder.decode(step.value.subarray(0, room), { stream: true });
      room -= step.value.byteLength || 1;
    }
  } catch (error) {
    // A body that breaks off is judged by what came. Whoever reads it meets the same error.
    if (error instanceof Aborted) throw error;
  }
  answer.cut = !answer.done;
  answer.text += decoder.decode();
}

async function readForeign(answer, maxBytes, until) {
  answer.mark = false;
  const text = await until(answer.response.clone().text());
  answer.cut = text === TIME_UP || text.length > maxBytes;
  answer.text = text === TIME_UP ? '' : text.slice(0, maxBytes);
}

/** Lets go of what was not read; what was stays in the answer. */
export function release(answer) {
  if (!answer) return;
  const { response, mark, reader } = answer;
  // Not awaited: cancelling may take as long as the server likes. A body that is locked or gone rejects.
  reader?.cancel().catch(() => {});
  if (!reader || !mark) response.body?.cancel?.().catch(() => {});
  answer.released = reader !== undefined;
}

/** The answer as a Response for the caller: whole, or as far as it was read before a wait. */
export function giveBack(answer) {
  const { response, mark, released, reader, done } = answer;
  if (!mark && !released) {
    reader?.cancel().catch(() => {});
    return response;
  }
  const body = reader && (done || released ? joined(answer.kept) : remainder(answer));
  return rebuilt(response, body, mark && response.status >= 400);
}

/** The same response with another body. */
export function rebuilt(response, body, mark = false) {
  const headers = new Headers(response.headers);
  if (mark) headers.set('x-should-retry', 'false');
  const { status, statusText, url, redirected, type } = response;
  // A constructor takes no status above 599, and servers send them.
  const made = new Response(body ?? null, { status: Math.min(status, 599), statusText, headers });
  const own = (value) => ({ value, configurable: true, enumerable: true });
  return Object.defineProperties(made, { status: own(status), url: own(url), redirected: own(redirected), type: own(type) });
}

function joined(chunks) {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** What was read, then what is still to come. */
function remainder(answer) {
  const { kept, reader } = answer;
  return new ReadableStream({
    async pull(controller) {
      if (kept.length) return controller.enqueue(kept.shift());
      const { done, value } = await (answer.pending ?? reader.read());
      answer.pending = undefined;
      return done ? controller.close() : controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
