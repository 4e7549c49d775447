// The inputs: what the server does, the call, and what counts as right.
const always = (status, headers = {}, body) => () => ({ status, headers, body });
const message = (text, more = {}) => JSON.stringify({ error: { message: text, ...more } });
const imf = (ms) => new Date(ms).toUTCString();
const asctime = (ms) => {
  const [, week, day, month, year, time] = /^(...), (..) (...) (....) (\S+)/.exec(imf(ms));
  return `${week} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`;
};
/** A date by the server's clock, the same in each answer. */
const dated = (write, ms, more = () => ({})) => {
  let date;
  return (_, now) => {
    date ??= write(now + ms);
    return { status: 429, headers: { 'retry-after': date, ...more(now) } };
  };
};

const ended = (seen) => seen.outcome !== 'cut';
const once = {
  says: 'one call, ended within 1 s',
  holds: (seen) => seen.times.length === 1 && ended(seen) && seen.endedAt < 1000,
};
const waits = (s) => ({
  says: `the first repeat after ${s} to ${2 * s} s`,
  holds: ({ times }) => times.length > 1 && times[1] >= s * 1000 && times[1] <= s * 2000,
});
const notBefore = (s) => ({
  says: `no repeat before ${s} s, or one call ended within 1 s`,
  holds: (seen) => (seen.times.length > 1 ? seen.times[1] >= s * 1000 : once.holds(seen)),
});
const backsOff = {
  says: '2 to 20 calls, the first repeat within 60 s, the last not before 0.1 s',
  holds: (seen) => ended(seen) && seen.times.length > 1 && seen.times.length <= 20
    && seen.times[1] <= 60_000 && seen.times.at(-1) >= 100,
};
const either = (one, other) => ({
  says: `${one.says}; or ${other.says}`,
  holds: (seen) => one.holds(seen) || other.holds(seen),
});
/** The sends after the breaker's 30 s, until the first of them is answered. */
const probes = ({ times }) => {
  const after = times.filter((at) => at > 30_000);
  return after.filter((at) => at < after[0] + 5000).length;
};
const bounded = { says: 'it ends, after 20 calls at most', holds: (seen) => ended(seen) && seen.times.length <= 20 };

const openaiQuota = message('You exceeded your current quota, please check your plan and billing details.', {
  type: 'insufficient_quota',
  code: 'insufficient_quota',
});
const openaiMinute = message('Rate limit reached for gpt-4o in organization org-x on requests per min (RPM): Limit 3, '
  + 'Used 3, Requested 1. Please try again in 20s. Visit https://platform.openai.com/account/billing to add a payment '
  + 'method.', { type: 'requests', code: 'rate_limit_exceeded' });
const geminiMinute = message('You exceeded your current quota, please check your plan and billing details. '
  + 'Please retry in 36.5s.', {
  code: 429,
  status: 'RESOURCE_EXHAUSTED',
  details: [
    {
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier' }],
    },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36.5s' },
  ],
});
const tryAgain = (text, s, index) => ({
  id: `D4${'abc'[index]}`,
  what: `"try again in ${text}"`,
  right: notBefore(s),
  answer: always(429, {}, message(`Rate limit reached. Please try again in ${text}.`)),
});
const event = (data, type = data.type) => `${type ? `event: ${type}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
const chunk = (delta, finish_reason = null) => event({
  id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }],
});
const SAID = 'Hello there';
/** A stream in the form of who asks for it: it opens, says something, ends; or an error comes in it. */
const FORMS = {
  chat: {
    opening: chunk({ role: 'assistant', content: '' }),
    content: chunk({ content: SAID }),
    closing: `${chunk({}, 'stop')}data: [DONE]\n\n`,
    error: event({
      error: {
        message: 'Our servers are currently overloaded. Please try again later.',
        type: 'service_unavailable_error',
        code: 'server_is_overloaded',
        param: null,
      },
    }),
  },
  messages: {
    opening: event({
      type: 'message_start',
      message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage: { input_tokens: 9, output_tokens: 1 } },
    }),
    content: event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
      + event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: SAID } }),
    closing: event({ type: 'content_block_stop', index: 0 })
      + event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } })
      + event({ type: 'message_stop' }),
    error: event({ type: 'error', error: { details: null, type: 'overloaded_error', message: 'Overloaded' } }),
  },
};
/** Answers with these parts of a stream, each call with its own, the last one for good. */
const streams = (...answers) => (call, _now, _at, path) => {
  const form = path.endsWith('/messages') ? FORMS.messages : FORMS.chat;
  const parts = answers[Math.min(call, answers.length) - 1];
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: parts.map((part) => form[part]).join('') };
};
const raises = {
  says: 'one call, all of its text once, then an error',
  holds: (seen) => seen.times.length === 1 && seen.said === SAID && ended(seen) && seen.outcome !== 'value',
};
const quotes = ({ said }) => `text ${JSON.stringify(said)}`;
const usedUp = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' };
const every = (count, ms) => Array.from({ length: count }, (_, index) => index * ms);
const HERD_MS = 10_000;
const GATERS = ['retriage', 'cockatiel'];

export const inputs = [
  { id: 'D1', what: '429, code insufficient_quota', right: once, answer: always(429, {}, openaiQuota) },
  {
    id: 'D2',
    what: 'per minute, "try again in 20s", a billing link',
    right: waits(20),
    answer: always(429, {}, openaiMinute),
  },
  {
    id: 'D3',
    what: 'Gemini per minute, "Please retry in 36.5s", Retry-After: 36',
    right: waits(36.5),
    answer: always(429, { 'retry-after': '36' }, geminiMinute),
  },
  ...[['6m0s', 360], ['1m26.4s', 86.4], ['2m59.56s', 179.56]].map(([text, s], index) => tryAgain(text, s, index)),
  { id: 'D5', what: 'Retry-After: 120', right: notBefore(120), answer: always(429, { 'retry-after': '120' }) },
  { id: 'D6', what: 'Retry-After: 86400', right: once, answer: always(429, { 'retry-after': '86400' }) },
  {
    id: 'D7',
    what: 'Retry-After: 4000000, over 2^31 ms',
    right: once,
    answer: always(429, { 'retry-after': '4000000' }),
  },
  ...['America/Los_Angeles', 'Asia/Kolkata'].map((TZ, index) => ({
    id: `D8${'ab'[index]}`,
    what: `asctime +30 s in ${TZ}`,
    env: { TZ },
    right: waits(30),
    answer: dated(asctime, 30_000),
  })),
  ...[['fast', 300_000], ['slow', -300_000]].map(([word, skewMs], index) => ({
    id: `D9${'ab'[index]}`,
    what: `HTTP-date +30 s with Date, clock 5 min ${word}`,
    skewMs,
    right: waits(30),
    answer: dated(imf, 30_000, (now) => ({ date: imf(now) })),
  })),
  {
    id: 'D10',
    what: 'X-RateLimit-Reset in epoch ms, +30 s',
    right: waits(30),
    answer: (_, now) => ({ status: 429, headers: { ...usedUp, 'x-ratelimit-reset': String(now + 30_000) } }),
  },
  {
    id: 'D11',
    what: '503, 57 remaining, reset in 1 h',
    right: backsOff,
    answer: (_, now) => ({
      status: 503,
      headers: {
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '57',
        'x-ratelimit-reset': String(Math.floor(now / 1000) + 3600),
      },
    }),
  },
  {
    id: 'D12',
    what: 'x-ratelimit-reset in 2039',
    right: once,
    answer: always(429, { ...usedUp, 'x-ratelimit-reset': '2200000000' }),
  },
  {
    id: 'D13',
    what: '200 clients, Retry-After: 10',
    starts: every(200, 0),
    herdMs: HERD_MS,
    right: {
      says: 'each repeats once, none before 10 s, at most 40 in any slot of 100 ms',
      holds: (seen) => seen.early === 0 && seen.second === 200 && seen.peak <= 40,
    },
    answer: (_call, _now, at) => (at < 5000 ? { status: 429, headers: { 'retry-after': '10' } } : { status: 200 }),
  },
  {
    id: 'D14',
    what: 'abort 1 s into a wait of 60 s',
    abortMs: 1000,
    right: {
      says: 'ends at 1 s, no further call',
      holds: (seen) => seen.times.length === 1 && ended(seen) && seen.endedAt <= 1010,
    },
    answer: always(429, { 'retry-after': '60' }),
  },
  { id: 'D15', what: 'an operation that always fails', right: bounded, answer: always(503) },
  {
    id: 'D16',
    what: 'around an SDK that retries',
    nested: true,
    retries: 5,
    right: {
      says: 'no more calls than the outer makes alone',
      holds: (seen) => ended(seen) && seen.times.length <= seen.alone,
    },
    note: ({ alone }) => `alone ${alone}`,
    answer: always(429, { 'retry-after': '1' }),
  },
  {
    id: 'D17',
    what: 'POST, connection reset',
    method: 'POST',
    right: { says: 'one call', holds: (seen) => seen.times.length === 1 },
    answer: () => ({ fails: true }),
  },
  {
    id: 'D18',
    what: 'PUT of a one-shot stream of 11 bytes, 503 then 200',
    method: 'PUT',
    stream: true,
    right: {
      says: 'one call and its 503 handed back, or a repeat with all 11 bytes',
      holds: ({ bytes, outcome }) => (bytes.length === 1 && / 503$/.test(outcome)) || String(bytes) === '11,11',
    },
    note: ({ bytes }) => `${bytes.join(' and ')} bytes`,
    answer: (call) => ({ status: call === 1 ? 503 : 200 }),
  },
  {
    id: 'D19',
    what: '10 × 400, then 10 calls that would succeed',
    starts: every(20, 1000),
    gate: 'breaker',
    gaters: GATERS,
    right: { says: 'all 20 sent: client errors trip no breaker', holds: (seen) => seen.times.length === 20 },
    answer: (call) => ({ status: call <= 10 ? 400 : 200 }),
  },
  {
    id: 'D20',
    what: 'concurrency 2, 40 calls 50 ms apart, 1 s each',
    starts: every(40, 50),
    gate: 'bulkhead',
    gaters: GATERS,
    right: {
      says: 'all 40 sent, never more than 2 in flight',
      holds: (seen) => seen.times.length === 40 && seen.mostInFlight <= 2,
    },
    note: ({ mostInFlight }) => `at most ${mostInFlight} in flight`,
    answer: () => ({ status: 200, takesMs: 1000 }),
  },
  {
    id: 'D21',
    what: '20 calls open a breaker of 30 s, 20 more wait at its end',
    starts: [...every(20, 0), ...Array(20).fill(36_000)],
    gate: 'breaker',
    gaters: GATERS,
    right: {
      says: 'one probe until the first answer (5 s)',
      holds: (seen) => probes(seen) === 1,
    },
    note: (seen) => `probes: ${probes(seen)}`,
    answer: (_call, _now, at) => ({ status: at < 30_000 ? 503 : 200, takesMs: 5000 }),
  },
  {
    id: 'D22',
    what: '300 calls, 1 s apart, in an outage (503)',
    starts: every(300, 1000),
    gate: 'breaker',
    right: {
      says: 'at most 1.2 sends a call',
      holds: (seen) => ended(seen) && seen.times.length > 0 && seen.times.length <= 360,
    },
    answer: always(503),
  },
  { id: 'D23', what: 'Retry-After: 0', right: backsOff, answer: always(429, { 'retry-after': '0' }) },
  { id: 'D24a', what: 'Retry-After: a date in the past', right: backsOff, answer: dated(imf, -60_000) },
  ...['soon', '-5', 'Infinity', '1e400'].map((value, index) => ({
    id: `D24${'bcde'[index]}`,
    what: `Retry-After: ${value}`,
    right: backsOff,
    answer: always(429, { 'retry-after': value }),
  })),
  { id: 'D25', what: 'Retry-After: 30, 30', right: waits(30), answer: always(429, { 'retry-after': '30, 30' }) },
  {
    id: 'D26',
    what: 'Retry-After: ISO 8601, +30 s',
    right: either(waits(30), backsOff),
    answer: dated((ms) => new Date(ms).toISOString(), 30_000),
  },
  {
    id: 'D27',
    what: 'retry-after-ms: 100, Retry-After: 30',
    right: waits(30),
    answer: always(429, { 'retry-after-ms': '100', 'retry-after': '30' }),
  },
  {
    id: 'D28a',
    what: 'a stream: overloaded before any text, then all is well',
    events: true,
    right: {
      says: 'a repeat, and all of the text once',
      holds: (seen) => seen.times.length === 2 && seen.said === SAID && seen.outcome === 'value',
    },
    note: quotes,
    answer: streams(['opening', 'error'], ['opening', 'content', 'closing']),
  },
  {
    id: 'D28b',
    what: 'a stream: overloaded after text',
    events: true,
    right: raises,
    note: quotes,
    answer: streams(['opening', 'content', 'error']),
  },
  {
    id: 'D28c',
    what: 'a stream that ends after text, without its end mark',
    events: true,
    right: raises,
    note: quotes,
    answer: streams(['opening', 'content']),
  },
  {
    id: 'D29a',
    what: 'RateLimit: "default";r=0;t=30',
    right: waits(30),
    answer: always(429, { ratelimit: '"default";r=0;t=30' }),
  },
  {
    id: 'D29b',
    what: 'x-ratelimit-reset-requests: 6m0s',
    right: notBefore(360),
    answer: always(429, { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }),
  },
  ...[501, 505, 511, 526, 402, 413, 422, 451].map((status) => ({
    id: `D30 ${status}`,
    what: `status ${status}`,
    right: once,
    answer: always(status),
  })),
  { id: 'D31a', what: 'Retry-After: 600', right: once, answer: always(429, { 'retry-after': '600' }) },
  {
    id: 'D31b',
    what: 'Retry-After: 600, longest wait set to 10 s',
    settings: {
      retriage: { maxServerWaitMs: 10_000 },
      ky: { retry: { maxRetryAfter: 10_000 } },
      got: { retry: { maxRetryAfter: 10_000 } },
    },
    right: once,
    answer: always(429, { 'retry-after': '600' }),
  },
  {
    id: 'D31c',
    what: 'Retry-After: 600, total time set to 30 s',
    settings: { retriage: { retryForMs: 30_000 }, ky: { totalTimeout: 30_000 }, got: { timeout: { request: 30_000 } } },
    right: once,
    answer: always(429, { 'retry-after': '600' }),
  },
  {
    id: 'D32',
    what: 'a date +30 s with a wrong weekday',
    right: waits(30),
    answer: dated((ms) => imf(ms).replace(/^.../, 'Thu'), 30_000),
  },
];
