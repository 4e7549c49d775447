// Header pairs out of the shapes in which clients hold them.
import { quietly } from './text.js';

/** Headers beyond this many characters are not read. */
const MAX_CHARS = 256 * 1024;

/**
 * `[name, value]` pairs from a Headers instance, a Map, an array of pairs, Node's flat `rawHeaders`, a gRPC Metadata,
 * a raw header block or a plain object (a value may be a list). Undefined for anything else.
 */
export function readHeaders(source) {
  if (source === null || source === undefined) return undefined;
  return quietly(() => {
    const entries = entriesOf(source);
    return entries && collect(entries);
  });
}

/** Names of headers that may tell a meter, and those that tell their clock. */
const METERS = /limit|^anthropic-|^x-(?:codex|trial|rl|ttl)/;
const CLOCK = /^(?:date|age)$/;

/** The pairs that tell meters in a fetch answer's headers, with its clock; undefined where none does. */
export function meterHeaders(headers) {
  return quietly(() => {
    const pairs = [];
    let metered = false;
    headers.forEach((value, name) => {
      const tells = METERS.test(name);
      metered ||= tells;
      if (tells || CLOCK.test(name)) pairs.push([name, value]);
    });
    return metered ? pairs : undefined;
  });
}

function entriesOf(source) {
  if (typeof source === 'string') return blockLines(source);
  if (typeof source !== 'object') return undefined;
  if (typeof source.getMap === 'function') return Object.entries(source.getMap());
  if (typeof source[Symbol.iterator] === 'function') return source;
  if (typeof source.forEach === 'function') {
    const pairs = [];
    source.forEach((value, name) => pairs.push([name, value]));
    return pairs;
  }
  return ownEntries(source);
}

const blockLines = (block) => block.split(/\r?\n/)
  .map((line) => line.match(/^([^\s:]+):[ \t]*(.*)$/)?.slice(1))
  .filter((pair) => pair !== undefined);

function* ownEntries(source) {
  for (const name of Object.keys(source)) yield [name, quietly(() => source[name])];
}

function collect(entries) {
  const pairs = [];
  let room = MAX_CHARS;
  let name;
  const add = (key, value) => {
    if (typeof key !== 'string') return;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one !== 'string' && typeof one !== 'number') continue;
      const text = String(one);
      room -= key.length + text.length;
      if (room >= 0) pairs.push([key, text]);
    }
  };
  for (const entry of entries) {
    if (room <= 0) break;
    if (typeof entry === 'string') {
      if (name === undefined) name = entry;
      else {
        add(name, entry);
        name = undefined;
      }
    } else if (entry !== null && typeof entry === 'object') add(entry[0], entry[1]);
  }
  return pairs;
}
