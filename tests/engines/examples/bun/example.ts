// Bun: a proxy that says with each failure whether to try again.
import { classifyResponse } from 'retriage';

Bun.serve({
  async fetch(request: Request) {
    const response = await fetch(request);
    if (response.ok) return response;
    const { retryable, rule } = await classifyResponse(response);
    const headers = new Headers(response.headers);
    headers.set('x-retryable', `${retryable} by ${rule}`);
    return new Response(response.body, { status: response.status, headers });
  },
});
