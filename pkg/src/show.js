// How a TypeError shows what it was given.

/** A short form of any value; never throws and never runs the value's own code. */
export function show(value) {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case 'bigint':
      return `${value}n`;
    case 'object':
      if (value === null) return 'null';
      try {
        return Array.isArray(value) ? 'an array' : 'an object';
      } catch {
        return 'an object';
      }
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    default:
      return String(value);
  }
}

/** The known name that a mistyped one is closest to, or undefined. */
export function nearest(name, known) {
  const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  let best;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const d = distance(plain(name), plain(candidate));
    if (d < bestDistance) [best, bestDistance] = [candidate, d];
  }
  return best;
}

function distance(a, b) {
  if (a.length > 64) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}
