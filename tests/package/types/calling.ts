// What a user writes around calls, and what the compiler must refuse.
import { createClient, verdictOf, isRetriageError, metricsOf } from 'retriage';
import type { Client, EventRecord, Snapshot, StopReason } from 'retriage';

const client: Client = createClient({
  attempts: 4,
  attemptTimeoutMs: 30_000,
  idempotencyKey: true,
  rules: [{ id: 'ours.maintenance', status: 503, class: 'exhausted', reason: 'long_wait' }],
  prepare({ init }, attempt) {
    init.headers = { 'x-attempt': String(attempt) };
  },
  shouldRetry: (verdict, { delayMs, response }) => verdict.reason !== 'ramp' && delayMs < 10_000 && response?.status !== 503,
  onEvent: (record: EventRecord) => console.log(record.decision, record.reason),
  runtime: { now: () => 0, sleep: async () => {}, random: () => 0.5 },
});

export async function call(signal: AbortSignal): Promise<string> {
  const response = await client.fetch('https://api.example.com/v1', { method: 'POST', signal, retriage: { attempts: 2 } });
  const outcome = verdictOf(response);
  const stop: StopReason | undefined = outcome?.stop;
  if (outcome && (stop === 'unsafe' || outcome.class === 'exhausted')) return outcome.explain;
  try {
    return await client.run(async ({ attempt, timeoutMs }) => `${attempt} ${timeoutMs}`, { signal, repeatIsSafe: true });
  } catch (error) {
    if (isRetriageError(error) && error.code === 'timeout') return error.verdict?.explain ?? '';
    throw error;
  }
}

export async function stream(response: Response): Promise<string> {
  try {
    return await client.guardStream(response, { provider: 'openai' }).text();
  } catch (error) {
    if (isRetriageError(error) && error.code === 'stream_error') return `${error.partial === true} ${error.verdict?.partial}`;
    throw error;
  }
}
client.fetch('https://api.example.com', { retriage: { sse: true } });

// A drop-in for the platform's.
export const drop: typeof fetch = client.fetch as typeof fetch;
export const off: () => void = client.on(() => {});
export const quick: Client = client.with({ attempts: 1 });

// @ts-expect-error: an option that does not exist
createClient({ attempt: 3 });
// @ts-expect-error: attempts are a number
createClient({ attempts: '3' });
// @ts-expect-error: only two ways to fail fast
client.with({ failFast: 'later' });
// @ts-expect-error: listeners belong to the client, not to one call
client.fetch('https://api.example.com', { retriage: { onEvent() {} } });
// @ts-expect-error: no such option
client.guardStream(new Response(), { sse: true });
// @ts-expect-error: no such stop
export const stop: StopReason = 'tired';

// What is kept for the next process, and shown.
const kept: Snapshot = client.snapshot();
client.restore(kept);
for (const { name, value, unit, attributes } of metricsOf(kept)) {
  const point: [string, number, string, string | number | undefined] = [name, value, unit, attributes['error.type']];
  void point;
}
const due: number | null | undefined = kept.gates[0]?.latch?.probeAt;
void due;
