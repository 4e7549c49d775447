// Node.js: a call repeated as long as it is worth it.
import { setTimeout as sleep } from 'node:timers/promises';
import { classify, nextDelay } from 'retriage';

export async function call<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const delay = nextDelay(classify(error as Error), { attempt });
      if (delay.stop) throw error;
      await sleep(delay.ms);
    }
  }
}
