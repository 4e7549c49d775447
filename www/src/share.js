// A case as a link, and as the things that are copied.
import { toCase } from 'retriage/slim';
import { el } from './dom.js';
import { headerPairs } from './headers.js';
import { judged, state } from './state.js';

const MAX_LINK = 60_000;
/** A link names its fields by a letter. */
const LETTERS = { t: 'text', s: 'status', h: 'headers', a: 'attempt', n: 'now' };

/** The fields as a fragment can carry them: JSON, deflated, base64url. */
export async function pack(fields) {
  const short = Object.fromEntries(Object.entries(LETTERS).filter(([, name]) => fields[name]).map(([letter, name]) => [letter, fields[name]]));
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(short)));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const short = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes)));
  return Object.fromEntries(Object.entries(LETTERS).map(([letter, name]) => [name, `${short[letter] ?? ''}`]));
}

const through = async (transform, bytes) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());

async function link() {
  const payload = await pack(state);
  if (payload.length > MAX_LINK) throw new RangeError(`too long for a link: ${Math.round(payload.length / 1000)} KB compressed`);
  const url = new URL(location.href);
  url.hash = `judge=${payload}`;
  return url.href;
}

const js = () => `import { classify, nextDelay } from 'retriage';

const verdict = classify(${unquoted(JSON.stringify(parts(), null, 2))});
// ${summary()}
const delay = nextDelay(verdict, { attempt: ${state.attempt || 1} });
`;

function rust() {
  const { status, headers = [], body, message, now } = parts();
  const steps = [
    status !== undefined && `.status(${status})`,
    ...Object.entries(headers).map(([name, value]) => `.header(${raw(name)}, ${raw(value)})`),
    body !== undefined && `.body(${raw(body)})`,
    message !== undefined && `.message(${raw(message)})`,
    now !== undefined && `.now(${now})`,
  ].filter(Boolean);
  const kind = judged.verdict.class;
  return `use retriage::{Class, Failure, Options, classify};

let failure = Failure::new()
${steps.map((step) => `    ${step}`).join('\n')};
let verdict = classify(&failure, &Options::default());
assert_eq!(verdict.class, Class::${kind[0].toUpperCase()}${kind.slice(1)}); // ${summary()}
`;
}

/** The failure in the parts that people write: headers as an object, body as text. */
function parts() {
  const { headers, body, ...rest } = judged.failure;
  const pairs = headerPairs(headers);
  return {
    ...rest,
    ...(pairs.length > 0 && { headers: Object.fromEntries(pairs) }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

const summary = () => [judged.verdict.class, judged.verdict.reason, judged.verdict.waitMs !== null && `waitMs ${judged.verdict.waitMs}`].filter(Boolean).join(', ');
/** Keys as people write them. */
const unquoted = (text) => text.replace(/"(\w+)":/g, '$1:');

/** A Rust string as it is, between as many # as it takes. */
function raw(text) {
  if (!/["\\\n\r]/.test(text)) return `"${text}"`;
  const longest = Math.max(0, ...[...text.matchAll(/"(#*)/g)].map(([, marks]) => marks.length + 1));
  const fence = '#'.repeat(longest);
  return text.includes('\r') ? JSON.stringify(text).replace(/\\u(....)/g, '\\u{$1}') : `r${fence}"${text}"${fence}`;
}

const TEXTS = {
  link,
  json: () => JSON.stringify(judged.verdict, null, 2),
  case: () => JSON.stringify(toCase(judged.failure)),
  js,
  rust,
};

/** Copies one of them, and says so on the button. */
export async function copy(what, button) {
  const title = button.textContent;
  let text;
  try {
    text = await TEXTS[what]();
    if (what === 'link') history.replaceState(null, '', text);
    await navigator.clipboard.writeText(text);
    say('Copied');
  } catch (error) {
    if (text === undefined) say(error.message);
    else byHand(text);
  }
  function say(words) {
    button.replaceChildren(el('span', { role: 'status' }, words));
    setTimeout(() => button.replaceChildren(title), 2_000);
  }
}

/** Where the browser lets nothing be copied, the person does it. */
function byHand(text) {
  const box = el('textarea', { readonly: true, rows: 8, 'aria-label': 'Text to copy' });
  box.value = text;
  const dialog = el('dialog', { onclose: () => dialog.remove() },
    el('form', { method: 'dialog' }, el('p', {}, 'This browser does not let a page copy. Here it is:'), box, el('button', {}, 'Close')));
  document.body.append(dialog);
  dialog.showModal();
  box.select();
}
