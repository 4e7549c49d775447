// Cloudflare Workers: an exhausted account is switched away from at once.
import { classifyResponse } from 'retriage';
import core from 'retriage/core.wasm';

interface Env { FIRST: string; SECOND: string }

export const module: WebAssembly.Module = core;

export default {
  async fetch(request, env): Promise<Response> {
    const first = await fetch(env.FIRST, request.clone() as Request);
    if (first.ok) return first;
    const verdict = await classifyResponse(first);
    return verdict.class === 'exhausted' ? fetch(env.SECOND, request) : first;
  },
} satisfies ExportedHandler<Env>;
