// Secrets planted wherever a request, an answer or an error has room for one reach no record, no error's fields or text,
// and not the console.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { ADDRESS } from './client.mjs';
import { createTestRuntime, retriage } from './installed.mjs';

const { createClient, isRetriageError } = retriage;
const ROUNDS = 400;

/** Keys in the shapes that services give them, each unlike any word of ours. */
function planter(random) {
  const planted = new Set();
  const from = (letters, length) => Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
  const lower = 'abcdefghijklmnopqrstuvwxyz';
  const mixed = `${lower}${lower.toUpperCase()}0123456789`;
  const shapes = [
    () => `sk-proj-${from(mixed, 40)}1a`,
    () => `sk-ant-api03-${from(mixed, 30)}1a`,
    () => `AIzaSy${from(mixed, 33)}`,
    () => `gh${from('pous', 1)}_${from(mixed, 36)}`,
    () => `bot${from('0123456789', 9)}:AA${from(mixed, 33)}`,
    () => from('0123456789abcdef', 32),
    () => `eyJ${from(mixed, 20)}.${from(mixed, 40)}.${from(mixed, 43)}`,
    () => `${from(lower, 12)}.${from(lower, 9)}@${from(lower, 8)}.example`,
    () => `my password is ${from(lower, 10)} ${from('0123456789', 4)}`,
  ];
  return {
    planted,
    secret() {
      const made = shapes[Math.floor(random() * shapes.length)]();
      planted.add(made);
      return made;
    },
  };
}

/** Parts of a secret count as well, or cutting would hide a leak. */
const traces = (secret) => [secret, encodeURIComponent(secret), secret.slice(-12), secret.slice(0, 16)].filter((part) => part.length >= 12);

function leaks(text, planted) {
  return [...planted].flatMap(traces).filter((part) => text.includes(part));
}

/** All that a logger could take from an error without knowing of `verdict`. */
function shown(error) {
  const fields = Object.entries(error).map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  return [error.message, error.stack, String(error), JSON.stringify(error), inspect(error), ...fields].join('\n');
}

function answerWith(secret, pick) {
  const codes = ['insufficient_quota', 'rate_limit_exceeded', 'overloaded_error', 'invalid_api_key', secret(), `quota_${secret()}`];
  const code = () => pick(codes);
  const message = () => pick([
    `Incorrect API key provided: ${secret()}. Please try again in 2s.`,
    `Rate limit reached for ${secret()} in organization ${secret()} on tokens per min (TPM). Please try again in 3s.`,
    `You exceeded your current quota, ${secret()}; resets at ${secret()}`,
    `User ${secret()} has exceeded the monthly spending cap`,
  ]);
  const headers = {
    'retry-after': pick(['2', secret(), `${secret()}, 3`]),
    'x-request-id': pick(['req_1', `two words ${secret()}`]),
    'x-ratelimit-remaining': pick(['0', secret()]),
    'x-ratelimit-reset': pick(['3', secret()]),
    'x-key': secret(),
    'set-cookie': `session=${secret()}`,
    server: secret(),
  };
  const body = pick([
    JSON.stringify({ error: { type: code(), code: code(), message: message(), param: secret() }, [secret()]: secret() }),
    JSON.stringify({ error: JSON.stringify({ code: code(), message: message() }) }),
    `<html><title>${message()}</title>${secret()}</html>`,
    `${message()}`,
    `data: {"error":{"message":"${message()}"}}\n\n`,
  ]);
  return { status: pick([400, 401, 402, 403, 404, 408, 413, 429, 429, 500, 503, 529]), headers, body };
}

function errorWith(secret, pick) {
  const code = pick(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', secret()]);
  const cause = Object.assign(new Error(`connect ${code} ${secret()}`), { code, hostname: secret(), headers: { authorization: secret() } });
  return Object.assign(new (pick([TypeError, Error, RangeError]))(pick(['fetch failed', `failed with ${secret()}`]), { cause }), {
    config: { headers: { authorization: `Bearer ${secret()}` }, url: `https://api.example/?key=${secret()}` },
    response: pick([undefined, { status: 429, data: { error: { message: secret(), code: secret() } }, headers: { 'x-key': secret() } }]),
    name: pick(['Error', 'APIError', secret()]),
  });
}

test(`no record, no error of ours and no line on the console tells a secret, in ${ROUNDS} calls`, async (t) => {
  const console = [];
  for (const stream of [process.stdout, process.stderr]) {
    const { write } = stream;
    stream.write = (text, ...rest) => {
      console.push(String(text));
      return write.call(stream, text, ...rest);
    };
    t.after(() => { stream.write = write; });
  }

  const seen = { records: 0, errors: 0, decisions: new Set() };
  for (let seed = 0; seed < ROUNDS; seed += 1) {
    const runtime = createTestRuntime({ seed });
    const { random } = runtime;
    const { planted, secret } = planter(random);
    const pick = (list) => list[Math.floor(random() * list.length)];
    const records = [];
    const client = createClient({
      runtime,
      attempts: 3,
      attemptTimeoutMs: 5_000,
      onEvent: (record) => records.push(record),
      ...pick([{}, { repeatIsSafe: true }, { idempotencyKey: true }, { inspectOk: true }]),
    });
    runtime.script(...Array.from({ length: 3 }, () => pick([
      () => answerWith(secret, pick),
      () => errorWith(secret, pick),
      () => ({ delayMs: Infinity }),
    ])()));

    const url = `https://${secret().replace(/[^\w-]/g, '-')}:${encodeURIComponent(secret())}@api.example/v1/${encodeURIComponent(secret())}/items?key=${encodeURIComponent(secret())}#${encodeURIComponent(secret())}`;
    const init = {
      method: pick(['GET', 'POST', 'PUT']),
      headers: { authorization: `Bearer ${secret()}`, 'x-api-key': secret(), cookie: `a=${secret()}` },
    };
    if (init.method !== 'GET') init.body = JSON.stringify({ model: pick(['gpt-5', `my model ${secret()}`]), user: secret(), messages: [{ content: secret() }] });
    // The platform's Request takes no user and password in an address, and a library may.
    const fetch = (input, given) => runtime.fetch(String(input).replace(/\/\/[^/]*@/, '//'), given);
    const one = client.with({});
    const call = pick([
      () => createClient({ runtime: { ...runtime, fetch }, attempts: 3, attemptTimeoutMs: 5_000, onEvent: (record) => records.push(record) }).fetch(url, init),
      () => one.fetch(url.replace(/\/\/[^/]*@/, '//'), init),
      () => one.run(() => { throw errorWith(secret, pick); }),
    ]);
    const ended = await runtime.run(call().then((response) => ({ response }), (error) => ({ error })));

    const told = leaks(JSON.stringify(records), planted);
    assert.deepEqual(told, [], `seed ${seed}: a record tells`);
    seen.records += records.length;
    for (const { decision, stop } of records) seen.decisions.add(stop ?? decision);
    if (isRetriageError(ended.error)) {
      seen.errors += 1;
      assert.deepEqual(leaks(shown(ended.error), planted), [], `seed ${seed}: an error tells`);
    }
    for (const part of [...planted].flatMap(traces)) assert.ok(!console.some((line) => line.includes(part)), `seed ${seed}: the console tells`);
  }
  // The loop has been to every place.
  assert.ok(seen.records > 2 * ROUNDS && seen.errors > 5, `${seen.records} records, ${seen.errors} errors`);
  for (const way of ['send', 'wait', 'permanent', 'exhausted', 'attempts', 'unsafe']) assert.ok(seen.decisions.has(way), way);
});

test('an error of ours shows its code and its sentence, and the verdict only to who asks', async () => {
  const { runtime, client } = (() => {
    const made = createTestRuntime({ script: () => ({ delayMs: Infinity }) });
    return { runtime: made, client: createClient({ runtime: made, attemptTimeoutMs: 100, attempts: 1 }) };
  })();
  const error = await runtime.run(client.fetch(ADDRESS)).catch((thrown) => thrown);
  assert.deepEqual({ ...error }, { name: 'RetriageError', code: 'timeout' });
  assert.equal(JSON.stringify(error), '{"name":"RetriageError","code":"timeout"}');
  assert.equal(error.verdict.reason, 'timeout');
});
