// A Next.js route on the edge: the wait that a provider stated, passed on.
import { classifyResponse } from 'retriage';

export const runtime = 'edge';

export async function GET(request: Request): Promise<Response> {
  const response = await fetch('https://api.example/v1/items', { signal: request.signal });
  if (response.ok) return response;
  const { waitMs, explain } = await classifyResponse(response);
  const headers: Record<string, string> = waitMs === null ? {} : { 'retry-after': `${Math.ceil(waitMs / 1000)}` };
  return new Response(explain, { status: 503, headers });
}
