// The failure that all views speak of.

/** What the person gave, and what came of it. `status`, `headers`, `attempt` and `now` are empty where not given. */
export const state = { text: '', status: '', headers: '', attempt: '', now: '' };

/** The failure as `classify` took it, and its verdict. */
export const judged = { failure: {}, verdict: undefined, kind: 'text', find: () => undefined };

/** Tells listeners that both have changed. */
export const changes = new EventTarget();
