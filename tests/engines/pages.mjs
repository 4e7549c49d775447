// The pages that a browser opens, on loopback, and what they send back.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { extname } from 'node:path';

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html; charset=utf-8' };
const PAGE_MS = 60_000;

/** Serves `project`, runs `use(visit)`; `visit(page, open)` gives what the page sends. */
export async function serving(project, use) {
  let arrived;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    if (request.method === 'POST') {
      const parts = [];
      for await (const part of request) parts.push(part);
      response.end();
      arrived?.(JSON.parse(Buffer.concat(parts)));
      return;
    }
    try {
      // The policy of a site that has not heard of WebAssembly.
      if (pathname === '/refused.html') response.setHeader('content-security-policy', "default-src 'self'");
      response.setHeader('content-type', TYPES[extname(pathname)] ?? 'text/plain');
      response.end(extname(pathname) === '.html' ? page(pathname.slice(1, -'.html'.length)) : readFileSync(project + pathname));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;

  async function visit(name, open) {
    let timer;
    const answer = new Promise((resolve, reject) => {
      arrived = resolve;
      timer = setTimeout(() => reject(new Error(`the page ${name} sent nothing in ${PAGE_MS / 1000} s`)), PAGE_MS);
    });
    answer.catch(() => {});
    try {
      await open(`${origin}/${name}.html`);
      const value = await answer;
      if (value.failed) throw new Error(value.failed);
      return value;
    } finally {
      clearTimeout(timer);
    }
  }

  try {
    return await use(visit);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const page = (name) => `<!doctype html><title>${name}</title>
${name === 'bundled' ? '<script src="/bundle.js"></script>' : '<script type="module" src="/page.js"></script>'}\n`;
