// A WebAssembly.Module out of what `init` takes.
import { RetriageError, cannotStart } from './errors.js';
import { show } from './show.js';
import { quietly } from './text.js';

/** `given` is a module of any realm, its bytes, a Response with them, or the URL to fetch it from. */
export async function toModule(given) {
  if (Object.prototype.toString.call(given) === '[object WebAssembly.Module]') return given;
  const bytes = await readBytes(typeof quietly(() => given.href) === 'string' ? await get(given.href) : given);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw cannotStart(cause);
  }
}

async function get(url) {
  try {
    return await fetch(url);
  } catch (cause) {
    throw new RetriageError('unavailable', `retriage cannot fetch its WebAssembly core from ${url}`, { cause });
  }
}

function readBytes(given) {
  if (ArrayBuffer.isView(given) || given instanceof ArrayBuffer) return given;
  if (typeof given?.arrayBuffer !== 'function') {
    throw new TypeError(`input must be a WebAssembly.Module, its bytes, a Response with them or their URL, got ${show(given)}`);
  }
  if (given.ok === false) {
    throw new RetriageError('unavailable', `retriage was given no WebAssembly core but an answer with status ${given.status}`);
  }
  return given.arrayBuffer();
}
