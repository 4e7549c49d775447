// A core that traps in the middle of a call: at every step in turn, the caller gets what is in hand or one plain fetch.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import binaryen from 'binaryen';
import { bytes } from '../../pkg/dist/bytes.js';
import { createApi } from '../../pkg/src/api.js';
import { ADDRESS, setUp, watchRejections } from './client.mjs';
import { fresh } from './installed.mjs';

const FEATURES = ['BulkMemory', 'BulkMemoryOpt', 'Multivalue', 'MutableGlobals', 'NontrappingFPToInt', 'ReferenceTypes', 'SignExt'];
const STEPS = ['policy_new', 'gates_new', 'lane_new', 'call_new', 'call_describe', 'call_open', 'call_read', 'call_end', 'call_step', 'call_ms', 'call_verdict', 'call_record', 'call_free'];
const MANY = ['batch_new', 'batch_step', 'batch_progress', 'batch_free', 'item_key', 'fallback_new', 'fallback_step', 'fallback_free', 'is_one_provider'];
const ASKED = [...STEPS, ...MANY];

/** The core in which each of ASKED first asks `trap.hit` whether to trap. */
function asking() {
  const module = binaryen.readBinary(bytes());
  module.setFeatures(FEATURES.reduce((all, name) => all | binaryen.Features[name], 0));
  module.addFunctionImport('hit', 'trap', 'hit', binaryen.i32, binaryen.i32);
  ASKED.forEach((name, id) => {
    const info = binaryen.getFunctionInfo(module.getFunction(binaryen.getExportInfo(module.getExport(name)).value));
    const ask = module.if(module.call('hit', [module.i32.const(id)], binaryen.i32), module.unreachable());
    binaryen.Function.setBody(module.getFunction(info.name), module.block(null, [ask, info.body], info.results));
  });
  const made = new WebAssembly.Module(module.emitBinary());
  module.dispose();
  return made;
}

const core = asking();
const { Instance } = WebAssembly;
let hit;

before(() => {
  WebAssembly.Instance = function instance(module, imports) {
    return new Instance(module, { ...imports, trap: { hit: (id) => hit(ASKED[id]) } });
  };
});
after(() => {
  WebAssembly.Instance = Instance;
});

const refused = () => Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
const busy = { status: 429, headers: { 'retry-after': '1' }, body: 'busy' };
// Longer than an attempt may take; a plain fetch has the time.
const late = { delayMs: 5_000, body: 'late' };
const SCRIPTS = {
  'a success': [200],
  'a refusal, then a success': [busy, 200],
  'a refusal, a timeout, and what is permanent': [busy, late, { status: 404, body: 'none' }],
  'errors, then what is exhausted': [refused(), refused(), { status: 402, body: 'spending cap' }],
  'nothing but timeouts': [late, late, late],
};

function attempt(script) {
  const queue = [...script];
  const set = setUp(() => queue.shift(), { attempts: 3, attemptTimeoutMs: 1_000, shouldRetry: () => true }, {}, createApi(() => core));
  return { ...set, queue, go: () => set.fetch() };
}

const bodyOf = ({ body = '' }) => body;

for (const [name, script] of Object.entries(SCRIPTS)) {
  test(`a trap at any step leaves the caller with what is in hand, or one plain fetch: ${name}`, async (t) => {
    const noRejections = watchRejections(t);
    const counts = Object.fromEntries(STEPS.map((step) => [step, 0]));
    hit = (step) => { counts[step] += 1; return 0; };
    const clean = await attempt(script).go();
    assert.ok(counts.call_step >= 2 && counts.call_record >= 2 && counts.policy_new === 1 && counts.lane_new === 1);

    for (const step of STEPS) {
      for (let nth = 1; nth <= counts[step]; nth += 1) {
        const at = `${step} ${nth}`;
        const call = attempt(script);
        let seen = 0;
        let sentBefore;
        hit = (one) => {
          if (one !== step) return 0;
          seen += 1;
          if (seen !== nth) return 0;
          sentBefore = call.runtime.calls.length;
          return 1;
        };
        const { response, error } = await call.go();
        assert.equal(call.runtime.calls.length, step === 'call_free' ? sentBefore : Math.max(sentBefore, 1), at);
        const answered = sentBefore === 0 ? script[0] : script.slice(0, call.runtime.calls.length).findLast((one) => one !== late);
        if (answered === undefined) {
          assert.equal(error?.code, 'timeout', at);
        } else if (answered instanceof Error) {
          assert.equal(error, answered, at);
        } else {
          assert.equal(response?.status, answered.status ?? 200, at);
          assert.equal(await response.text(), bodyOf(answered), at);
        }
        const failed = call.records.filter(({ decision }) => decision === 'fail_open');
        assert.equal(failed.length, step === 'call_free' ? 0 : 1, at);

        hit = () => 0;
        call.records.length = 0;
        call.queue.splice(0, Infinity, busy, 200);
        call.client.reset();
        assert.equal((await call.fetch()).response?.status, 200, at);
        assert.equal(call.records.at(-1).outcome, 'return', at);
      }
    }
    assert.ok(clean.response || clean.error);
    await noRejections();
  });
}

const PING = 'event: ping\n\n';
const OVERLOADED = 'event: error\ndata: {"error":{"type":"overloaded_error"}}\n\n';
const events = (...chunks) => ({ headers: { 'content-type': 'text/event-stream' }, chunks });

test('a trap at any step of a stream leaves it as it came, save for an error that was already seen', async (t) => {
  const noRejections = watchRejections(t);
  for (const [script, wanted] of [
    // What was seen for an error before the trap is sent again, or its bytes come.
    [[events(PING, OVERLOADED), events(PING, 'data: a\n\n', 'data: b\n\n')], [`${PING}data: a\n\ndata: b\n\n`, PING + OVERLOADED]],
    [[events(PING, 'data: a\n\n', OVERLOADED)], [`${PING}data: a\n\n${OVERLOADED}`, `${PING}data: a\n\nstream_error`]],
    [[events(PING)], [PING]],
  ]) {
    const play = async () => {
      const queue = [...script];
      const set = setUp(() => queue.shift(), { sse: true, concurrency: 1 }, {}, createApi(() => core));
      const response = await set.runtime.run(set.client.fetch(ADDRESS));
      const decoder = new TextDecoder();
      let text = '';
      try {
        for await (const chunk of response.body) text += decoder.decode(chunk);
      } catch (error) {
        text += error.code;
      }
      assert.equal(set.runtime.pending, 0);
      return { text, failed: set.records.filter(({ decision }) => decision === 'fail_open').length };
    };
    const counts = Object.fromEntries(STEPS.map((step) => [step, 0]));
    hit = (step) => { counts[step] += 1; return 0; };
    assert.ok(wanted.includes((await play()).text));
    assert.ok(counts.call_open > 0 && counts.call_read > 0);
    for (const step of STEPS) {
      for (let nth = 1; nth <= counts[step]; nth += 1) {
        let seen = 0;
        hit = (one) => (one === step && (seen += 1) === nth ? 1 : 0);
        const { text, failed } = await play();
        assert.ok(wanted.includes(text), `${step} ${nth}: ${text}`);
        assert.equal(failed, step === 'call_free' ? 0 : 1, `${step} ${nth}`);
      }
    }
  }
  await noRejections();
});

test('a trap in a call of run leaves its value or its error, and never runs the work once more', async () => {
  for (const step of ['call_step', 'call_ms', 'call_record', 'call_verdict']) {
    for (let nth = 1; nth <= 6; nth += 1) {
      const set = setUp([], {}, {}, createApi(() => core));
      let seen = 0;
      let ran = 0;
      let ranBefore;
      hit = (one) => {
        if (one !== step || (seen += 1) !== nth) return 0;
        ranBefore = ran;
        return 1;
      };
      const errors = [refused(), refused()];
      const { value, error } = await set.run(() => {
        ran += 1;
        if (errors.length >= ran) throw errors[ran - 1];
        return 'done';
      });
      if (ranBefore !== undefined) assert.equal(ran, Math.max(1, ranBefore), `${step} ${nth}`);
      if (ran === 3) assert.equal(value, 'done');
      else assert.equal(error, errors[ran - 1], `${step} ${nth}`);
    }
  }
});

test('a trap in a step of a batch loses no item and counts none twice', async () => {
  const list = Array.from({ length: 6 }, (_, i) => i);
  for (const step of MANY.slice(0, 5)) {
    for (let nth = 1; nth <= 9; nth += 1) {
      const set = setUp(() => 200, { idempotencyKey: true }, {}, createApi(() => core));
      const told = [];
      let seen = 0;
      hit = (one) => Number(one === step && (seen += 1) === nth);
      const result = await set.runtime.run(set.client.batch(list, (item, { fetch }) => fetch(ADDRESS), {
        concurrency: 2, onProgress: ({ done, left }) => told.push(done + left),
      }));
      assert.deepEqual(result.done.map(({ index }) => index), list, `${step} ${nth}`);
      assert.equal(set.runtime.calls.length, list.length, `${step} ${nth}`);
      assert.deepEqual(told, Array(8).fill(6), `${step} ${nth}`);
    }
  }
});

test('a trap in a step of a chain asks each provider that was not asked, once', async () => {
  for (const step of MANY.slice(5)) {
    for (let nth = 1; nth <= 4; nth += 1) {
      const set = setUp(({ url }) => (url.includes('a.example') ? { status: 400 } : 200), {}, {}, createApi(() => core));
      const chain = set.client.fallback(['a', 'b'].map((name) => ({ name, prepare: () => `https://${name}.example/` })));
      let seen = 0;
      hit = (one) => Number(one === step && (seen += 1) === nth);
      assert.equal((await set.runtime.run(chain.run())).provider, 'b', `${step} ${nth}`);
      assert.equal(set.runtime.calls.length, 2, `${step} ${nth}`);
    }
  }
});

test('a trap in the step that notes an abort changes nothing of it', async () => {
  const controller = new AbortController();
  const set = setUp([busy], {}, {}, createApi(() => core));
  hit = () => 0;
  const flight = set.fetch(ADDRESS, { signal: controller.signal });
  set.runtime.timer(100, () => {
    hit = () => 1;
    controller.abort('enough');
  });
  assert.equal((await flight).error, 'enough');
});

test('a handle that the core has lost fails open too', async () => {
  hit = () => 0;
  const set = setUp([busy, 200], {}, {}, createApi(() => core));
  set.client.on(({ decision }) => {
    // What is still held by number in a dropped instance is of no use to a call of another.
    if (decision === 'wait') set.client.close();
  });
  assert.equal((await set.fetch()).response.status, 200);
});

test('where the core cannot start, fetch and run pass through, once', () => {
  const { stdout, stderr } = fresh(`
    WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('Wasm code generation disallowed'); } };
    const { createClient } = await import('retriage');
    const { createTestRuntime } = await import('retriage/testing');
    const runtime = createTestRuntime({ script: () => ({ status: 503, body: 'down' }) });
    const decisions = [];
    const client = createClient({ runtime, onEvent: ({ decision }) => decisions.push(decision) });
    const init = { method: 'POST', body: 'x', retriage: { attempts: 9 } };
    const response = await runtime.run(client.fetch('https://api.example/', init));
    console.log(response.status, await response.text(), runtime.calls.length, 'retriage' in runtime.calls[0].init);
    console.log(await runtime.run(client.run(({ attempt }) => attempt)));
    await runtime.run(client.run(() => { throw new RangeError('mine'); })).catch((error) => console.log(error.name));
    console.log(decisions.join());
    client.close();
  `);
  assert.equal(stdout, '503 down 1 false\n1\nRangeError\nfail_open,fail_open,fail_open', stderr);
});

test('slim without a core passes through as well', () => {
  const { stdout, stderr } = fresh(`
    const { createClient } = await import('retriage/slim');
    const { createTestRuntime } = await import('retriage/testing');
    const runtime = createTestRuntime({ script: [500] });
    console.log((await runtime.run(createClient({ runtime }).fetch('https://api.example/'))).status);
  `);
  assert.equal(stdout, '500', stderr);
});
