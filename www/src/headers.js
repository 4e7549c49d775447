/** Headers in the forms that readPaste and the fields give, as pairs. */
export function headerPairs(given) {
  if (typeof given === 'string') return given.split('\n').map((line) => line.match(/^\s*([^:]+):\s*(.*?)\s*$/)?.slice(1)).filter(Boolean);
  return Array.isArray(given) ? given : Object.entries(given ?? {});
}
