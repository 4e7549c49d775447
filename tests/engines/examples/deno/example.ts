// Deno: what a failed call says.
import { classifyResponse } from 'retriage';

const response = await fetch(Deno.args[0] ?? 'https://api.example/v1/items');
if (!response.ok) {
  const { class: found, waitMs, explain } = await classifyResponse(response);
  console.error(found, waitMs ?? 'no wait stated', explain);
  Deno.exit(found === 'transient' ? 75 : 1);
}
