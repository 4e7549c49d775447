// What becomes of the core's verdict on its way to the caller.

/** The verdict where the core could not judge at all. */
export const unreadable = () => ({
  class: 'unknown',
  scope: 'call',
  reason: 'unknown',
  retryable: false,
  persists: false,
  stopsBatch: false,
  sent: 'maybe',
  waitMs: null,
  waitSource: null,
  malformed: false,
  retryAt: null,
  provider: null,
  confidence: 'none',
  rule: null,
  explain: 'This failure could not be read; nothing is known about it.',
  evidence: [],
  meters: [],
});

/** Points the evidence at the caller's own objects: no span in a text that we wrote, and the real path of each error. */
export function localise(verdict, failure) {
  for (const piece of verdict.evidence) {
    if (piece.where === 'body' && failure?.written) piece.span = null;
    if (piece.where === 'error' && piece.path) piece.path = realPath(piece.path, failure?.paths);
  }
  return verdict;
}

/** The core counts the links of a chain as `cause.cause.…`; here they may hang on `lastError` or `errors[2]`. */
function realPath(path, paths) {
  const [, causes, field] = path.match(/^((?:cause\.)*)(.*)$/);
  const at = paths?.[causes.length / 'cause.'.length];
  return at ? `${at}.${field}` : path;
}
