// Chains and batches, and what the compiler must refuse.
import { createClient, isRetriageError } from 'retriage';
import type { BatchProgress, BatchResult, Chain } from 'retriage';

const client = createClient();

const calls: Chain<string, number> = client.fallback([
  { name: 'a', call: async (text: string, { signal }) => (signal.aborted ? 0 : text.length) },
  { name: 'b', client: createClient({ key: 'b' }), call: (text: string) => text.length },
]);
const mixed = client.fallback([
  { name: 'a', prepare: (text: string) => new Request('https://a.example', { method: 'POST', body: text }) },
  { name: 'b', prepare: (text: string) => ({ input: 'https://b.example', init: { method: 'POST', body: text } }) },
  { name: 'c', call: async (text: string) => text.length },
]);

export async function chain(signal: AbortSignal): Promise<number> {
  const { provider, value } = await calls.run('text', { signal, switchAfterMs: 1_000 });
  const other: Response | number = (await mixed.run('text')).value;
  try {
    return provider === 'a' && typeof other === 'number' ? value : 0;
  } catch (error) {
    if (isRetriageError(error) && error.code === 'all_failed') return error.failures?.[0]?.verdict.attempts ?? 0;
    throw error;
  }
}

export async function batch(rows: AsyncIterable<{ name: string }>, resume?: BatchResult<number>): Promise<string> {
  const result = await client.batch(rows, async (row, { attempt, key, chain: served }) => {
    const { value } = await served(row.name);
    return value + attempt + key.length;
  }, {
    concurrency: 8,
    chain: calls,
    id: (row) => row.name,
    resume,
    onProgress: (progress: BatchProgress, sofar) => console.log(progress.left, sofar().next),
  });
  const sum: number = result.done.reduce((all, { value }) => all + value, 0);
  return `${sum} ${result.stopped?.why ?? ''} ${result.notStarted[0]?.tries ?? 0} ${result.failed[0]?.verdict.explain ?? ''}`;
}

// A response that the work returns is read, and what it holds is not known.
export const read: Promise<BatchResult<Response>> = client.batch(['https://a.example'], (url, { fetch }) => fetch(url));
export const value: Promise<unknown> = read.then(({ done }) => done[0]?.value);

// @ts-expect-error: one of prepare and call
client.fallback([{ name: 'a' }]);
// @ts-expect-error: items are something to iterate over
client.batch(5, () => 1);
// @ts-expect-error: no such option
client.batch([1], () => 1, { concurency: 2 });
