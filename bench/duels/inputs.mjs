// The inputs: what the server does, the call, and what is right. D19 to D22 and D28 come with what they test.
const always = (status, headers = {}, body) => () => ({ status, headers, body });
const message = (text, more = {}) => JSON.stringify({ error: { message: text, ...more } });
const imf = (ms) => new Date(ms).toUTCString();
const asctime = (ms) => imf(ms).replace(/^(...), (..) (...) (....) (\S+) GMT$/, (_, week, day, month, year, time) => `${week} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`);
/** A date by the server's clock, the same in each answer. */
const dated = (write, ms, more = () => ({})) => {
  let date;
  return (_, now) => { date ??= write(now + ms); return { status: 429, headers: { 'retry-after': date, ...more(now) } }; };
};

const gaps = ({ times }) => times.slice(1).map((at, index) => at - times[index]);
const once = (seen) => seen.times.length === 1 && seen.outcome !== 'cut' && seen.endedAt < 1000;
/** No repeat before the time, and one within a fair margin after it. */
const waits = (s) => (seen) => seen.times.length > 1 && seen.times[1] >= s * 1000 && seen.times[1] <= s * 1300 + 1500;
const notBefore = (s) => (seen) => seen.outcome !== 'cut' && gaps(seen)[0] === undefined ? seen.endedAt < 1000 : gaps(seen)[0] >= s * 1000;
/** Bounded, and no storm: the repeats take their time. */
const backsOff = (seen) => seen.outcome !== 'cut' && seen.times.length > 1 && seen.times.length <= 12 && seen.times.at(-1) >= 250 && seen.endedAt < 240_000;
const epoch = 1000;

export const inputs = [
  { id: 'D1', what: '429, code insufficient_quota', want: '1 call', right: once, answer: always(429, {}, message('You exceeded your current quota, please check your plan and billing details.', { type: 'insufficient_quota', code: 'insufficient_quota' })) },
  { id: 'D2', what: 'per minute, "try again in 20s", a billing link', want: '20 s', right: waits(20), answer: always(429, {}, message('Rate limit reached for gpt-4o in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s. Visit https://platform.openai.com/account/billing to add a payment method.', { type: 'requests', code: 'rate_limit_exceeded' })) },
  { id: 'D3', what: 'Gemini per minute, "Please retry in 36.5s"', want: '36.5 s', right: waits(36.5), answer: always(429, { 'retry-after': '36' }, message('You exceeded your current quota, please check your plan and billing details. Please retry in 36.5s.', { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier' }] }, { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36.5s' }] })) },
  { id: 'D4', what: '"try again in 6m0s"', want: 'never before 360 s', right: notBefore(360), answer: always(429, {}, message('Rate limit reached. Please try again in 6m0s.')) },
  { id: 'D5', what: 'Retry-After: 120', want: '120 s or stop', right: notBefore(120), answer: always(429, { 'retry-after': '120' }) },
  { id: 'D6', what: 'Retry-After: 86400', want: '1 call', right: once, answer: always(429, { 'retry-after': '86400' }) },
  { id: 'D7', what: 'Retry-After: 4000000, over 2^31 ms', want: '1 call', right: once, answer: always(429, { 'retry-after': '4000000' }) },
  { id: 'D8a', what: 'asctime +30 s in Los Angeles', want: '30 s', env: { TZ: 'America/Los_Angeles' }, right: waits(30), answer: dated(asctime, 30_000) },
  { id: 'D8b', what: 'asctime +30 s in Kolkata', want: '30 s', env: { TZ: 'Asia/Kolkata' }, right: waits(30), answer: dated(asctime, 30_000) },
  { id: 'D9a', what: 'HTTP-date +30 s, clock 5 min fast', want: '30 s', skewMs: 300_000, right: waits(30), answer: dated(imf, 30_000, (now) => ({ date: imf(now) })) },
  { id: 'D9b', what: 'HTTP-date +30 s, clock 5 min slow', want: '30 s', skewMs: -300_000, right: waits(30), answer: dated(imf, 30_000, (now) => ({ date: imf(now) })) },
  { id: 'D10', what: 'X-RateLimit-Reset in epoch ms, +30 s', want: '30 s', right: waits(30), answer: (_, now) => ({ status: 429, headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 30_000) } }) },
  { id: 'D11', what: '503, 57 remaining, reset in 1 h', want: 'backoff', right: backsOff, answer: (_, now) => ({ status: 503, headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '57', 'x-ratelimit-reset': String(Math.floor(now / epoch) + 3600) } }) },
  { id: 'D12', what: 'x-ratelimit-reset in 2039', want: '1 call', right: once, answer: always(429, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2200000000' }) },
  { id: 'D13', what: '200 clients, Retry-After: 10', want: '0 early, spread', clients: 200, right: (seen) => seen.early === 0 && seen.second === 200 && seen.peak <= 40, answer: (_call, _now, at) => (at < 5000 ? { status: 429, headers: { 'retry-after': '10' } } : { status: 200 }) },
  { id: 'D14', what: 'abort 1 s into a wait of 60 s', want: 'ends at 1 s, no call', abortMs: 1000, right: (seen) => seen.times.length === 1 && seen.endedAt !== null && seen.endedAt <= 1010, answer: always(429, { 'retry-after': '60' }) },
  { id: 'D15', what: 'an operation that always fails', want: 'bounded', right: (seen) => seen.outcome !== 'cut' && seen.times.length <= 20, answer: always(503) },
  { id: 'D16', what: 'around an SDK that retries', want: 'what the outer alone makes', nested: true, right: (seen) => seen.outcome !== 'cut' && seen.times.length <= seen.alone, answer: always(429, { 'retry-after': '1' }) },
  { id: 'D17', what: 'POST, connection reset', want: '1 call', method: 'POST', right: (seen) => seen.times.length === 1, answer: () => ({ fails: true }) },
  { id: 'D18', what: 'PUT of a one-shot stream, 503 then 200', want: '1 call, the 503', method: 'PUT', stream: true, right: (seen) => seen.times.length === 1 && / 503$/.test(seen.outcome), answer: (call) => ({ status: call === 1 ? 503 : 200 }) },
  { id: 'D23', what: 'Retry-After: 0', want: 'backoff', right: backsOff, answer: always(429, { 'retry-after': '0' }) },
  ...['past', 'soon', '-5', 'Infinity', '1e400'].map((value, index) => ({ id: `D24${'abcde'[index]}`, what: `Retry-After: ${value === 'past' ? 'a date in the past' : value}`, want: 'backoff', right: backsOff, answer: value === 'past' ? dated(imf, -60_000) : always(429, { 'retry-after': value }) })),
  { id: 'D25', what: 'Retry-After: 30, 30', want: '30 s', right: waits(30), answer: always(429, { 'retry-after': '30, 30' }) },
  { id: 'D26', what: 'Retry-After: ISO 8601, +30 s', want: '30 s or backoff', right: (seen) => waits(30)(seen) || backsOff(seen), answer: dated((ms) => new Date(ms).toISOString(), 30_000) },
  { id: 'D27', what: 'retry-after-ms: 100, Retry-After: 30', want: 'the longer', right: waits(30), answer: always(429, { 'retry-after-ms': '100', 'retry-after': '30' }) },
  { id: 'D29a', what: 'RateLimit: "default";r=0;t=30', want: '30 s', right: waits(30), answer: always(429, { ratelimit: '"default";r=0;t=30' }) },
  { id: 'D29b', what: 'x-ratelimit-reset-requests: 6m0s', want: 'never before 360 s', right: notBefore(360), answer: always(429, { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }) },
  ...[501, 505, 511, 526, 413, 422].map((status) => ({ id: `D30 ${status}`, what: `status ${status}`, want: '1 call', right: once, answer: always(status) })),
  { id: 'D30 402', what: 'status 402', want: '1 call', right: once, answer: always(402) },
  { id: 'D31', what: 'Retry-After: 600', want: '1 call, at once', right: once, answer: always(429, { 'retry-after': '600' }) },
  { id: 'D32', what: 'a date +30 s with a wrong weekday', want: '30 s', right: waits(30), answer: dated((ms) => imf(ms).replace(/^.../, 'Thu'), 30_000) },
];
