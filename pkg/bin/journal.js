// What a batch on the command line keeps in files, so that a process can end at any moment and nothing is lost.
import {
  closeSync, createReadStream, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, readSync, renameSync, rmSync,
  writeFileSync, writeSync,
} from 'node:fs';

const EMPTY = { batch: undefined, next: 0, failed: [], notStarted: [] };

/**
 * The state of a batch: a line of JSON, then a line for each item that has ended since, `[index]` for one that is done and
 * `[index, id, tries]` for one that failed. Each is appended in one write; a last line without its end was never written.
 */
export class Journal {
  #file;
  #lock;
  #out;
  /** What `resume` of a batch takes; undefined where there is nothing yet. */
  resume;

  constructor(file) {
    this.#file = file;
    this.#lock = `${file}.lock`;
    takeLock(this.#lock, file);
    try {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const known = text === '' ? { ...EMPTY, batch: crypto.randomUUID() } : read(text, file);
      this.resume = { version: 1, done: [], stopped: null, resumeAt: null, ...known };
      this.keep(this.resume);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  record({ index, id, tries }) {
    writeAll(this.#out, `${JSON.stringify(id === undefined ? [index] : [index, id, tries])}\n`);
  }

  /** Puts a whole result in the place of all lines. */
  keep({ batch, next, failed, notStarted, stopped, resumeAt }) {
    const brief = ({ index, id, tries }) => ({ index, id, tries });
    const state = { state: 'retriage batch', version: 1, batch, next, failed: failed.map(brief), notStarted: notStarted.map(brief), stopped, resumeAt };
    const fresh = `${this.#file}.new`;
    const out = openSync(fresh, 'w');
    writeAll(out, `${JSON.stringify(state)}\n`);
    fsyncSync(out);
    if (this.#out !== undefined) closeSync(this.#out);
    renameSync(fresh, this.#file);
    this.#out = out;
  }

  close() {
    if (this.#out !== undefined) closeSync(this.#out);
    this.#out = undefined;
    rmSync(this.#lock, { force: true });
  }
}

/** A state and the lines after it, as one result. */
function read(text, file) {
  const lines = text.split('\n');
  lines.pop();
  const { state, version, batch, next, failed, notStarted } = parse(lines[0]) ?? {};
  if (state !== 'retriage batch' || version !== 1) throw new Error(`${file} is no state of retriage batch`);
  const open = new Map(notStarted.map((one) => [one.index, one]));
  const lost = new Map(failed.map((one) => [one.index, one]));
  let begun = next;
  for (const line of lines.slice(1)) {
    const [index, id, tries] = JSON.parse(line);
    // What was begun before it and has not ended is still to be done.
    for (; begun <= index; begun += 1) open.set(begun, { index: begun, tries: 0 });
    open.delete(index);
    lost.delete(index);
    if (id !== undefined) lost.set(index, { index, id, tries });
  }
  return { batch, next: begun, failed: [...lost.values()], notStarted: [...open.values()] };
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Two runs on one state would send everything twice. */
function takeLock(lock, file) {
  for (let again = true; ; again = false) {
    try {
      return writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST' || !again) throw new Error(`cannot keep a state in ${file}: ${error.message}`);
      const owner = Number(readFileSync(lock, 'utf8'));
      if (owner !== process.pid && isAlive(owner)) throw new Error(`${file} is in use by process ${owner}; if that is no batch, delete ${lock}`);
      rmSync(lock, { force: true });
    }
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** `write(value)` appends a line of JSON to a file, or to standard output. */
export function appendTo(file) {
  const out = file === undefined ? 1 : openSync(file, 'a+');
  if (file !== undefined) dropTornLine(out);
  return (value) => writeAll(out, `${JSON.stringify(value)}\n`);
}

/** A process that was killed may have written half a line, whose item the state does not have as done. */
function dropTornLine(out) {
  let { size } = fstatSync(out);
  const chunk = Buffer.alloc(64 * 1024);
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - chunk.length);
    const length = readSync(out, chunk, 0, end - start, start);
    const at = chunk.subarray(0, length).lastIndexOf(10);
    size = start + at + 1;
    if (at >= 0) break;
    end = start;
  }
  ftruncateSync(out, size);
}

function writeAll(out, text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(out, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      // A pipe that does not block is full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** How many lines of a file are not empty. */
export async function countLines(file) {
  let count = 0;
  let last = 10;
  for await (const chunk of createReadStream(file)) {
    for (const byte of chunk) {
      if (byte === 10 && last !== 10) count += 1;
      last = byte;
    }
  }
  return count + Number(last !== 10);
}
