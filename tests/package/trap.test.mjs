// A core that traps: its instance is dropped, the call made again on a fresh one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import binaryen from 'binaryen';
import { bytes } from '../../pkg/dist/bytes.js';
import { createApi } from '../../pkg/src/api.js';
import { noneYet } from '../../pkg/src/slim.js';
import { fresh, retriage } from './installed.mjs';

const sound = new WebAssembly.Module(bytes());
const FEATURES = ['BulkMemory', 'BulkMemoryOpt', 'Multivalue', 'MutableGlobals', 'NontrappingFPToInt', 'ReferenceTypes', 'SignExt'];
const CAP = 'Your project has exceeded its monthly spending cap.';

/**
 * The core with a counter in `classify` and `parse_retry_after`: from the given call on, counted over the life of one
 * instance, each of them traps.
 */
function trappingFrom(nth) {
  const module = binaryen.readBinary(bytes());
  module.setFeatures(FEATURES.reduce((all, name) => all | binaryen.Features[name], 0));
  module.addGlobal('calls', binaryen.i32, true, module.i32.const(0));
  for (const name of ['classify', 'parse_retry_after']) {
    const ref = module.getExport(name);
    const info = binaryen.getFunctionInfo(module.getFunction(binaryen.getExportInfo(ref).value));
    const before = module.block(null, [
      module.global.set('calls', module.i32.add(module.global.get('calls', binaryen.i32), module.i32.const(1))),
      module.if(module.i32.ge_s(module.global.get('calls', binaryen.i32), module.i32.const(nth)), module.unreachable()),
    ]);
    binaryen.Function.setBody(module.getFunction(info.name), module.block(null, [before, info.body], info.results));
  }
  const made = new WebAssembly.Module(module.emitBinary());
  module.dispose();
  return made;
}

test('a trap costs nothing: the call is answered by a fresh instance', () => {
  const api = createApi(() => trappingFrom(2));
  for (let i = 0; i < 10; i += 1) assert.equal(api.classify(CAP).reason, 'spend_cap');
  assert.equal(api.parseRetryAfter('7'), 7000);
});

test('a fresh instance reads its own memory, however large the old one had grown', () => {
  const api = createApi(() => trappingFrom(3));
  const big = `${'é'.repeat(100_000)} ${CAP}`;
  for (let i = 0; i < 6; i += 1) {
    assert.equal(api.classify(big).reason, 'spend_cap');
    assert.equal(api.classify(CAP).reason, 'spend_cap');
  }
});

test('an input on which the core traps twice is unknown', () => {
  const api = createApi(() => trappingFrom(1));
  const verdict = api.classify({ status: 503 });
  assert.equal(verdict.class, 'unknown');
  assert.equal(verdict.retryable, false);
  assert.deepEqual(Object.keys(verdict), Object.keys(retriage.classify('x')));
});

test('where there is no safe answer, a core that traps twice is a typed error', () => {
  const api = createApi(() => trappingFrom(1));
  assert.throws(() => api.parseRetryAfter('7'), (error) => api.isRetriageError(error)
    && error.code === 'unavailable' && error.cause instanceof WebAssembly.RuntimeError);
});

test('the module is asked for once, whatever traps', () => {
  let asked = 0;
  const api = createApi(() => { asked += 1; return trappingFrom(2); });
  for (let i = 0; i < 5; i += 1) api.classify(CAP);
  assert.equal(asked, 1);
});

test('two copies of the API do not share state', () => {
  const one = createApi(() => sound);
  const two = createApi(() => trappingFrom(1));
  assert.equal(two.classify(CAP).class, 'unknown');
  assert.equal(one.classify(CAP).class, 'exhausted');
});

test('init preloads, or runs on a given module or its bytes', async () => {
  const url = new URL(`data:application/wasm;base64,${Buffer.from(bytes()).toString('base64')}`);
  const foreign = runInNewContext('new WebAssembly.Module(bytes)', { bytes: bytes() });
  const inputs = [undefined, sound, foreign, bytes(), new Uint8Array(bytes()).buffer, Promise.resolve(sound), new Response(bytes()), url];
  for (const input of inputs) {
    const api = createApi(() => { assert.equal(input, undefined); return sound; });
    await api.init(input);
    assert.equal(api.classify(CAP).class, 'exhausted');
  }
  await assert.rejects(retriage.init(7), { name: 'TypeError', message: 'input must be a WebAssembly.Module, its bytes, a Response with them or their URL, got 7' });
});

test('what init is given and cannot use is a typed error that says so', async () => {
  const unavailable = (message) => (error) => retriage.isRetriageError(error) && error.code === 'unavailable' && message.test(error.message);
  const api = createApi(() => sound);
  await assert.rejects(api.init(new Response('not found', { status: 404 })), unavailable(/status 404/));
  await assert.rejects(api.init(new URL('data:nothing')), unavailable(/cannot fetch .* from data:nothing/));
  await assert.rejects(api.init(new Uint8Array(8)), unavailable(/cannot start/));
  await assert.rejects(api.init(Promise.reject(new RangeError('mine'))), RangeError);
  for (const input of [null, 'core.wasm', {}, () => sound]) await assert.rejects(api.init(input), TypeError);
  assert.equal(api.classify(CAP).class, 'exhausted');
});

test('an entry without a core is a typed error until init, then answers', async () => {
  const api = createApi(noneYet);
  const missing = (error) => api.isRetriageError(error) && error.code === 'unavailable' && /await init\(/.test(error.message);
  assert.throws(() => api.classify(CAP), missing);
  await assert.rejects(api.init(), missing);
  await api.init(bytes());
  assert.equal(api.classify(CAP).class, 'exhausted');
});

/** Runs in a Node where compiling is refused as a Content-Security-Policy refuses it. */
const refused = (source) => fresh(`
  WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError("Wasm code generation disallowed"); } };
  const { classify, isRetriageError } = await import('retriage');
  ${source}`);

test('a refusal to compile is one typed error that names the directive, and import survives it', () => {
  const { stdout } = refused(`
    try { classify('x'); } catch (error) {
      console.log(isRetriageError(error), error.name, error.code, error.cause.name);
      console.log(error.message);
    }`);
  const [first, message] = stdout.split('\n');
  assert.equal(first, 'true RetriageError unavailable CompileError');
  assert.match(message, /script-src must list 'wasm-unsafe-eval'/);
});

test('a core that is refused once is not compiled again before init', async () => {
  let asked = 0;
  const api = createApi(() => { asked += 1; throw new WebAssembly.CompileError('Wasm code generation disallowed'); });
  for (let i = 0; i < 3; i += 1) assert.throws(() => api.classify(CAP), api.isRetriageError);
  assert.equal(asked, 1);
  await api.init(sound);
  assert.equal(api.classify(CAP).class, 'exhausted');
});

test('misuse is told even where the core cannot run', () => {
  assert.equal(refused("try { classify(null); } catch (error) { console.log(error.name); }").stdout, 'TypeError');
});

test('isRetriageError knows its own and nothing else', () => {
  const hostile = new Proxy({}, { get() { throw new Error('no'); } });
  for (const value of [null, undefined, 'x', new Error('x'), { name: 'RetriageError' }, hostile]) {
    assert.equal(retriage.isRetriageError(value), false);
  }
});
