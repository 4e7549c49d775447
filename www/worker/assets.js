// The page's files, each as it was compressed when it was built.
import manifest from './manifest.json';
import { refusal } from './refusal.js';

export async function assets(request, { origin, pathname }, { ASSETS }) {
  const file = Object.hasOwn(manifest, pathname) && manifest[pathname];
  if (!file) return refusal(404, 'not_found', 'There is nothing at this address.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refusal(405, 'method_not_allowed', 'This address takes GET.', { allow: 'GET, HEAD' });
  }
  const headers = new Headers({
    'content-type': file.type,
    // What has a hash in its name never changes.
    'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  });
  if (file.type.startsWith('text/html')) headers.set('content-security-policy', policy(origin));
  if (request.headers.get('if-none-match')?.includes(file.etag)) return new Response(null, { status: 304, headers });

  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = file.encodings.find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
  if (encoding) headers.set('content-encoding', encoding);
  const stored = await ASSETS.fetch(`https://assets/${file.name}${encoding ? `.${encoding}` : ''}`);
  if (!stored.ok) throw new Error(`${file.name} is missing from the assets: ${stored.status}`);
  return new Response(request.method === 'HEAD' ? null : stored.body, { headers, encodeBody: encoding ? 'manual' : 'automatic' });
}

/** The page may load its own files and ask the lab; it may not even send a text to the judge of this Worker. */
const policy = (origin) => [
  "default-src 'none'",
  `script-src 'self' 'wasm-unsafe-eval'`,
  "style-src 'self'",
  "img-src 'self'",
  `connect-src ${origin}/assets/ ${origin}/lab/`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');
