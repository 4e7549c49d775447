// Compiled and never run: the runtime for tests fits a client and an SDK.
import { createClient } from 'retriage';
import { createTestRuntime } from 'retriage/testing';
import type { RecordedCall, Scripted, TestRuntime } from 'retriage/testing';

const script: Scripted[] = [
  503, new Error('x'), new Response('x'), () => 200, async () => ({ status: 200 }),
  { status: 429, headers: { 'retry-after': '3' }, body: { error: { type: 'a' } }, delayMs: 5 },
  { headers: new Headers(), body: 'text', statusText: 'x' }, { chunks: ['a', 500, new Uint8Array(1), new Error('x')] },
];
const runtime: TestRuntime = createTestRuntime({ now: 0, seed: 1, random: () => 0, script });
createTestRuntime({ script: (call) => ({ body: call.url }) });
const client = createClient({ runtime });
const response: Promise<Response> = runtime.run(client.fetch('https://api.example'));
const drop: typeof fetch = runtime.fetch;
const call: RecordedCall | undefined = runtime.calls[0];

// @ts-expect-error there is no such option
createTestRuntime({ scrpt: [] });
// @ts-expect-error a text is no answer
runtime.script('200');

export { call, drop, response };
