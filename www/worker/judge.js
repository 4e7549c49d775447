// POST /api/judge: the judge for who has no JavaScript at hand. It reads what the page's box reads.
import { classify, nextDelay } from 'retriage';
import { readPaste } from '../src/read.js';
import { refusal } from './refusal.js';

const MAX_BYTES = 1024 * 1024;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};

export async function judge(request, { pathname }) {
  if (pathname !== '/api/judge') return refusal(404, 'not_found', 'The judge is at /api/judge.', CORS);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (request.method !== 'POST') {
    return refusal(405, 'method_not_allowed', 'POST a failure here: as text, as JSON, or as curl -i shows it.', { ...CORS, allow: 'POST, OPTIONS' });
  }
  const type = (request.headers.get('content-type') ?? 'text/plain').split(';')[0].trim().toLowerCase();
  const isJson = /^application\/(.+\+)?json$/.test(type);
  if (!isJson && !/^text\/|^application\/(octet-stream|x-www-form-urlencoded)$/.test(type)) {
    return refusal(415, 'unsupported_media_type', `The judge takes application/json or text/plain, not ${type}.`, CORS);
  }
  const text = await readText(request);
  if (text === undefined) return refusal(413, 'too_large', `The judge takes at most ${MAX_BYTES} bytes.`, CORS);
  if (text.trim() === '') return refusal(400, 'empty', 'The request has no body. POST the failure as it is.', CORS);
  if (isJson) {
    try {
      JSON.parse(text);
    } catch (error) {
      return refusal(400, 'bad_json', `The body is not JSON: ${error.message}.`, CORS);
    }
  }
  try {
    const { failure, kind } = readPaste(text);
    const verdict = classify(failure);
    const delay = (chance) => nextDelay(verdict, { attempt: 1, random: () => chance });
    return Response.json({ read: kind, verdict, delay: { least: delay(0), most: delay(1) } }, { headers: CORS });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refusal(400, 'bad_failure', error.message, CORS);
  }
}

/** The body, or undefined where it is too large. What content-length says is not relied on. */
async function readText({ body }) {
  if (!body) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) return undefined;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
