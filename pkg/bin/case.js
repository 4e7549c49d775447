// The corpus's form of a failure, which whoever has a case may give as it is. The page reads it, too.

const PARTS = ['status', 'headers', 'body', 'message', 'error', 'url', 'method', 'now'];
const FIELDS = [...PARTS, 'id', 'provider', 'expect', 'why', 'trap', 'near', 'source', 'disagree'];

/** An object in that form: it has a part that bodies lack, and nothing that only bodies have. */
export function isCase(json) {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  const keys = Object.keys(json);
  return keys.every((key) => FIELDS.includes(key))
    && ['status', 'headers', 'body', 'expect', 'id'].some((key) => keys.includes(key));
}

/** The failure of a case, as `classify` takes it. */
export function failureOf(json) {
  const failure = {};
  for (const part of PARTS) if (json[part] !== undefined && json[part] !== null) failure[part] = json[part];
  const now = json.now ?? json.expect?.now;
  if (now !== undefined) failure.now = typeof now === 'number' ? now : Date.parse(now);
  return failure;
}
