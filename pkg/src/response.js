// A Response read without taking anything from whoever reads it next.
import { readHeaders } from './headers.js';
import { isResponse } from './failure.js';
import { show } from './show.js';
import { quietly } from './text.js';

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 1_000;

/** The parts of a failure that a response holds; its body from a clone, up to 64 KiB and for up to a second. */
export async function readResponse(response) {
  if (typeof response !== 'object' || response === null || !quietly(() => isResponse(response))) {
    throw new TypeError(`response must be a Response, got ${show(response)}`);
  }
  return {
    // Opaque and error responses hide their status behind 0.
    status: response.status >= 100 ? response.status : undefined,
    headers: readHeaders(response.headers),
    body: await readClone(response),
    url: response.url || undefined,
  };
}

/** Undefined where there is no body left to read. */
async function readClone(response) {
  // A response whose body is used or locked refuses to be cloned; it is judged without.
  const clone = quietly(() => (response.bodyUsed ? undefined : response.clone()));
  if (!clone?.body) return undefined;
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS);
  });
  try {
    return await readText(clone, late);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function readText(clone, late) {
  // Libraries older than fetch hand out Node streams; those are read whole or not at all.
  if (typeof clone.body.getReader !== 'function') {
    return (await Promise.race([clone.text(), late]))?.slice(0, MAX_BYTES);
  }
  const reader = clone.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let room = MAX_BYTES;
  try {
    while (room > 0) {
      const step = await Promise.race([reader.read(), late]);
      if (step === undefined || step.done) break;
      text += decoder.decode(step.value.subarray(0, room), { stream: true });
      room -= step.value.byteLength;
    }
  } catch {
    // A body that breaks off is judged by what came.
  } finally {
    // Not awaited: a clone's cancel settles only when the other half ends too.
    reader.cancel().catch(() => {});
  }
  return text + decoder.decode();
}
