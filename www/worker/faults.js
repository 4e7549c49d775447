// What the lab's server answers: a function of how often it was asked and when. No clock, no chance.

const json = (value) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });
const done = { status: 200, ...json({ output: 'done' }) };
const anthropic = (type, message) => json({ type: 'error', error: { type, message } });
const openai = (code, message) => json({ error: { message, type: code, param: null, code } });

/** A fixed window: `limit` requests in `windowMs`. Refused ones count nothing. */
function windowed(limit, windowMs) {
  let start = -Infinity;
  let used = 0;
  return (at) => {
    if (at >= start + windowMs) [start, used] = [Math.floor(at / windowMs) * windowMs, 0];
    const allowed = used < limit;
    if (allowed) used += 1;
    return { allowed, remaining: limit - used, leftMs: start + windowMs - at };
  };
}

const RPM = 'Rate limit reached for gpt-5 in organization org-lab on requests per min (RPM): Limit 60, Used 60, Requested 1.';

const SERVERS = {
  limit() {
    const take = windowed(10, 10_000);
    return (at) => {
      const { allowed, leftMs } = take(at);
      if (allowed) return done;
      const { headers, body } = openai('rate_limit_exceeded', RPM);
      return { status: 429, headers: { ...headers, 'retry-after': `${Math.ceil(leftMs / 1000)}` }, body };
    };
  },

  meters() {
    const take = windowed(10, 10_000);
    return (at) => {
      const { allowed, remaining, leftMs } = take(at);
      const meters = {
        'x-ratelimit-limit-requests': '10',
        'x-ratelimit-remaining-requests': `${remaining}`,
        'x-ratelimit-reset-requests': `${(leftMs / 1000).toFixed(3)}s`,
      };
      const { status, headers, body } = allowed ? done : { status: 429, ...openai('rate_limit_exceeded', RPM) };
      const wait = allowed ? {} : { 'retry-after': `${Math.ceil(leftMs / 1000)}` };
      return { status, headers: { ...headers, ...meters, ...wait }, body };
    };
  },

  overload: () => (at) => (at > 2_000 && at < 14_000 ? { status: 529, ...anthropic('overloaded_error', 'Overloaded') } : done),

  cap() {
    let served = 0;
    return () => {
      if (served === 8) {
        return { status: 429, ...openai('project_spend_limit_exceeded', 'Your project has exceeded its monthly spending cap.') };
      }
      served += 1;
      return done;
    };
  },

  outage: () => (at) => (at > 4_000 && at < 50_000
    ? { status: 503, headers: { 'content-type': 'text/html' }, body: '<html><head><title>503 Service Temporarily Unavailable</title></head></html>' }
    : done),

  cut() {
    let asked = 0;
    return () => {
      asked += 1;
      const stream = { status: 200, headers: { 'content-type': 'text/event-stream' } };
      const begun = START + delta('It begins');
      return asked % 3 === 0 ? { ...stream, body: begun, cut: true } : { ...stream, body: begun + END };
    };
  },

  sse() {
    let asked = 0;
    return () => {
      asked += 1;
      const stream = { status: 200, headers: { 'content-type': 'text/event-stream' } };
      const failed = event('error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
      return { ...stream, body: asked % 3 === 0 ? START + failed : START + delta('All of it') + END };
    };
  },
};

const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const delta = (text) => event('content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
const START = event('message_start', { type: 'message_start', message: { id: 'msg_lab', role: 'assistant', content: [] } });
const END = event('message_stop', { type: 'message_stop' });

export const scenarios = Object.keys(SERVERS);

/** A server that has been asked nothing yet: `answer(at)` gives `{ status, headers, body, cut? }`. */
export const createServer = (scenario) => SERVERS[scenario]();
