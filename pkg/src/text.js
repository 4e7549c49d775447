// Text out of whatever holds a body, within bounds.

/** The longest text that is handed to the core, which reads 256 KiB of it. */
export const MAX_TEXT = 256 * 1024;

/** The most JSON that is written from an object. */
const MAX_WRITTEN = 64 * 1024;

const MAX_DEPTH = 16;

export const clip = (text) => (text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text);

/**
 * A body as text: `{ text, written }`, where `written` says that the text is ours and not the caller's own.
 * Undefined for what cannot be read without waiting (streams, blobs) and for nothing.
 */
export function bodyText(body) {
  switch (typeof body) {
    case 'string':
      return { text: clip(body), written: false };
    case 'number':
    case 'boolean':
    case 'bigint':
      return { text: String(body), written: true };
    case 'object':
      if (body === null) return undefined;
      return quietly(() => {
        const bytes = bytesOf(body);
        if (bytes) return { text: new TextDecoder().decode(bytes.subarray(0, MAX_TEXT)), written: true };
        if (mustWait(body)) return undefined;
        return { text: writeJson(body), written: true };
      });
    default:
      return undefined;
  }
}

/** Runs what may meet a hostile getter or Proxy; undefined where it throws. */
export function quietly(run) {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function bytesOf(body) {
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  return body instanceof ArrayBuffer ? new Uint8Array(body) : undefined;
}

const mustWait = (body) => ['getReader', 'pipe', 'arrayBuffer', 'then', 'append']
  .some((name) => typeof body[name] === 'function');

/** JSON of anything: circular links, BigInt and throwing getters are left out, and so is what exceeds the bound. */
export function writeJson(root) {
  let room = MAX_WRITTEN;
  const open = new Set();

  function write(value, depth) {
    if (typeof value === 'bigint') return `${value}`;
    if (typeof value === 'string') {
      const text = JSON.stringify(value.length > room ? value.slice(0, room) : value);
      room -= text.length;
      return text;
    }
    if (typeof value !== 'object' || value === null) {
      room -= 8;
      return JSON.stringify(value);
    }
    if (value instanceof Date) return JSON.stringify(quietly(() => value.toISOString()) ?? null);
    if (depth === MAX_DEPTH || open.has(value)) return undefined;
    open.add(value);
    const parts = [];
    const isList = Array.isArray(value);
    for (const key of Object.keys(value)) {
      if (room <= 0) break;
      const text = write(quietly(() => value[key]), depth + 1);
      if (text === undefined) continue;
      room -= key.length + 4;
      parts.push(isList ? text : `${JSON.stringify(key)}:${text}`);
    }
    open.delete(value);
    return isList ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
  }

  return write(root, 0) ?? 'null';
}
