// The stream of a response beside which the core reads: every byte passes, and an error in it ends it with a typed one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { retriage } from './installed.mjs';
import { ERRORS, FORMS, chance, cutAt, cutAtRandom, encode, readAll, streamed, timeless, written } from './streams.mjs';

const { createClient, isRetriageError, verdictOf } = retriage;
const client = createClient();
after(() => client.close());

const POST = { method: 'POST', body: '{"stream":true}' };
const forms = Object.entries(FORMS);

test('of two hundred streams in the providers\' forms, cut at random, every byte passes as it came', async () => {
  let cuts = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const [name, form] = forms[seed % forms.length];
    const bytes = encode(written(form, seed));
    const pieces = cutAtRandom(bytes, chance(seed));
    cuts += pieces.length - 1;

    const guarded = await readAll(client.guardStream(streamed(pieces, form.url)));
    assert.equal(guarded.error, undefined, `${name} ${seed}`);
    // The very chunks, one for one.
    assert.deepEqual(guarded.pieces.map((piece) => pieces.indexOf(piece)), pieces.map((_, nth) => nth), `${name} ${seed}`);

    const { client: calling, seen } = timeless([streamed(pieces, form.url)]);
    const fetched = await readAll(await calling.fetch(form.url, POST));
    assert.equal(fetched.error, undefined, `${name} ${seed}`);
    assert.ok(fetched.bytes.equals(bytes), `${name} ${seed}`);
    assert.equal(seen.sent, 1);
    assert.deepEqual(seen.records.map(({ decision, partial }) => [decision, partial]), [['send', false], ['deliver', false], ['finish', false]]);
    calling.close();
  }
  assert.ok(cuts > 800, `${cuts} cuts`);
});

for (const [index, [name, error, reason, sent]] of ERRORS.entries()) {
  const form = FORMS[name];
  const opening = form.opening();
  const content = form.content(['déjà', ' vu 🥙']);

  const before = encode(opening + content);
  const all = encode(opening + content + error + content);

  /** What came of a stream of all, cut at `at`: everything before the error, and of it at most what came before its last piece. */
  function endedByIt({ bytes, pieces, error: thrown }, at) {
    assert.ok(isRetriageError(thrown), `${at}: ${thrown}`);
    assert.deepEqual([thrown.code, thrown.partial, thrown.verdict.reason, thrown.verdict.sent], ['stream_error', true, reason, sent], `${at}`);
    assert.deepEqual([verdictOf(thrown).stop, verdictOf(thrown).partial, verdictOf(thrown).attempts], ['handed_out', true, 1]);
    assert.ok(bytes.equals(all.subarray(0, bytes.length)), `${at}`);
    assert.ok(at === 0 || pieces.every(({ length }) => length > 0), `an empty piece at ${at}`);
    const cutInside = at > before.length && at < before.length + encode(error).length;
    assert.ok(bytes.length >= before.length && bytes.length <= (cutInside ? at : before.length), `${at}: ${bytes.length} of ${before.length}`);
  }

  test(`error ${index} of ${name} after content ends the stream wherever it is cut: typed, and nothing is lost before it`, async () => {
    for (let at = 0; at <= all.length; at += 1) endedByIt(await readAll(client.guardStream(streamed(cutAt(all, at), form.url))), at);
    endedByIt(await readAll(client.guardStream(streamed(cutAt(all, ...Array.from(all.keys()).slice(1)), form.url))), before.length + encode(error).length - 1);
  });

  test(`after error ${index} of ${name} behind content nothing is sent again`, async () => {
    for (const at of [0, opening.length, before.length - 1, before.length, before.length + 9, all.length]) {
      const { client: calling, seen } = timeless([streamed(cutAt(all, at), form.url)]);
      endedByIt(await readAll(await calling.fetch(form.url, { ...POST, retriage: { repeatIsSafe: true } })), at);
      assert.equal(seen.sent, 1);
      const last = seen.records.at(-1);
      assert.deepEqual([last.decision, last.outcome, last.partial, last.reason], ['finish', 'stream_error', true, reason]);
      calling.close();
    }
  });

  test(`error ${index} of ${name} before content fails the attempt wherever it is cut: ${sent === 'no' ? 'a POST is sent again' : 'a POST comes back whole'}`, async () => {
    const bytes = encode(opening + error);
    const whole = encode(opening + content + form.closing());
    for (let at = 0; at <= bytes.length; at += 1) {
      const { client: calling, seen } = timeless([streamed(cutAt(bytes, at), form.url), streamed([whole], form.url)]);
      const response = await calling.fetch(form.url, POST);
      const read = await readAll(response);
      assert.equal(read.error, undefined, `${at}`);
      assert.equal(seen.sent, sent === 'no' ? 2 : 1, `${at}`);
      assert.ok(read.bytes.equals(sent === 'no' ? whole : bytes), `${at}`);
      const failed = seen.records.find((record) => record.reason);
      assert.deepEqual([failed.reason, failed.sent, failed.partial, failed.status], [reason, sent, false, 200], `${at}`);
      assert.equal(verdictOf(response)?.stop, sent === 'no' ? undefined : 'unsafe');
      calling.close();
    }
  });

  test(`error ${index} of ${name} ends a guarded stream that has said nothing, too`, async () => {
    for (const pieces of [[opening, error], [opening + error], [error], [error.trimEnd()]]) {
      const { bytes, error: thrown } = await readAll(client.guardStream(streamed(pieces.map(encode), form.url)));
      assert.deepEqual([thrown?.code, thrown?.partial, thrown?.verdict.reason], ['stream_error', false, reason]);
      // What nothing ends before the stream does was not known for an error when it passed.
      assert.equal(bytes.length, pieces.at(-1) === error.trimEnd() ? encode(error.trimEnd()).length : encode(pieces.join('')).length - encode(error).length);
    }
  });
}

test('a stream is cut off before its end: truncated where its end has a mark, and as it is where it has none', async () => {
  for (const [name, form] of forms) {
    const cut = encode(form.opening() + form.content(['a']));
    const { bytes, error } = await readAll(client.guardStream(streamed([cut], form.url)));
    assert.ok(bytes.equals(cut), name);
    assert.deepEqual([error?.code, error?.partial, error?.verdict.reason], form.marked ? ['truncated', true, 'network'] : [undefined, undefined, undefined], name);
    const whole = await readAll(client.guardStream(streamed([cut, encode(form.closing().trimEnd())], form.url)));
    assert.equal(whole.error, undefined, name);
  }
});

test('whose stream it is may be said', async () => {
  const cut = encode(FORMS.Groq.opening() + FORMS.Groq.content(['a']));
  const read = async (options) => (await readAll(client.guardStream(streamed([cut]), options))).error?.code;
  assert.deepEqual([await read(), await read({ provider: 'groq' }), await read({ provider: 'gemini' })], [undefined, 'truncated', undefined]);
});

test('a guarded response is the same in all that can be seen of it', async () => {
  const given = streamed([encode('data: a\n\n')], 'https://api.example/final');
  given.headers.set('x-kept', 'yes');
  for (const [name, value] of [['redirected', true], ['type', 'cors'], ['statusText', 'Fine']]) Object.defineProperty(given, name, { value });
  const made = client.guardStream(given);
  assert.notEqual(made, given);
  assert.ok(made instanceof Response);
  assert.deepEqual([made.status, made.statusText, made.url, made.redirected, made.type, made.bodyUsed], [200, 'Fine', 'https://api.example/final', true, 'cors', false]);
  assert.deepEqual([made.headers.get('x-kept'), made.headers.get('content-type'), made.headers.has('x-should-retry')], ['yes', 'text/event-stream; charset=utf-8', false]);
  assert.equal(await made.clone().text(), 'data: a\n\n');
  assert.equal(await made.text(), 'data: a\n\n');
  assert.equal(verdictOf(made), undefined);
});

test('what is no stream of events, has failed, is read or guarded already is handed back as it is', async () => {
  const EVENTS = { 'content-type': 'text/event-stream' };
  const used = streamed([encode('data: a\n\n')]);
  await used.text();
  const locked = streamed([]);
  locked.body.getReader();
  for (const given of [new Response('{"error":{"code":1}}', { headers: { 'content-type': 'application/json' } }), new Response('data: a\n\n'), new Response(null, { headers: EVENTS }),
    new Response('data: a\n\n', { status: 429, headers: EVENTS }), Response.error(), used, locked, client.guardStream(streamed([]))]) {
    assert.equal(client.guardStream(given), given);
  }
});

test('guardStream says what it takes', () => {
  assert.throws(() => client.guardStream('text'), { name: 'TypeError', message: 'guardStream takes a Response, got "text"' });
  assert.throws(() => client.guardStream(streamed([]), { provider: 7 }), { name: 'TypeError', message: "option 'provider' must be a string, got 7" });
  assert.throws(() => client.guardStream(streamed([]), { providers: 'openai' }), { name: 'TypeError', message: /did you mean 'provider'\?/ });
  const closed = createClient();
  closed.close();
  assert.throws(() => closed.guardStream(streamed([])), { name: 'TypeError', message: 'this client is closed' });
});

test('the source is asked for no more than its reader has asked for', async () => {
  const source = {};
  const pieces = Array.from({ length: 20 }, (_, nth) => encode(`data: ${nth}\n\n`));
  const reader = client.guardStream(streamed(pieces, undefined, source)).body.getReader();
  await new Promise(setImmediate);
  assert.equal(source.pulls, 0);
  for (let nth = 1; nth <= 20; nth += 1) {
    await reader.read();
    await new Promise(setImmediate);
    assert.equal(source.pulls, nth);
  }
  assert.equal((await reader.read()).done, true);
});

test('a reader that has enough ends the source, with its reason', async () => {
  for (const read of [0, 1]) {
    const source = {};
    const reader = client.guardStream(streamed([encode('data: a\n\n'), encode('data: b\n\n')], undefined, source)).body.getReader();
    for (let nth = 0; nth < read; nth += 1) await reader.read();
    await reader.cancel('enough');
    assert.deepEqual(source.cancelled, { reason: 'enough' });
  }
});

test('an error in the stream ends the source', async () => {
  const source = {};
  const { error } = await readAll(client.guardStream(streamed([encode(ERRORS[0][1]), encode('data: b\n\n')], undefined, source)));
  assert.equal(source.cancelled.reason, error);
  assert.equal(source.pulls, 1);
});

test('a connection that breaks off is the platform\'s error as it was, with its verdict', async () => {
  const broken = Object.assign(new TypeError('terminated'), { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
  const { bytes, error } = await readAll(client.guardStream(streamed([encode('data: a\n\n'), broken])));
  assert.equal(`${bytes}`, 'data: a\n\n');
  assert.equal(error, broken);
  const { reason, stop, partial } = verdictOf(error);
  assert.deepEqual([reason, stop, partial], ['network', 'handed_out', true]);
});

test('an event of a megabyte passes, in one piece or in many, and costs no more than its length', async () => {
  const event = encode(`data: ${JSON.stringify({ candidates: [{ content: { parts: [{ inlineData: { data: 'A'.repeat(2 ** 20) } }] } }] })}\n\n`);
  for (const size of [event.length, 50_000, 1_000]) {
    const pieces = cutAt(event, ...Array.from({ length: Math.ceil(event.length / size) - 1 }, (_, nth) => (nth + 1) * size));
    const { bytes, error } = await readAll(client.guardStream(streamed([...pieces, encode(ERRORS[5][1])])));
    assert.ok(bytes.equals(event));
    assert.equal(error.verdict.reason, 'overloaded');
  }
});

test('what came before an error gets through a pipe, also in the same chunk', async () => {
  const form = FORMS['OpenAI chat completions'];
  const before = form.opening() + form.content(['a', 'b', 'c']);
  const { body } = client.guardStream(streamed([encode(before + ERRORS[0][1])]));
  const lines = new TransformStream({
    transform(text, controller) {
      for (const line of text.split('\n\n')) controller.enqueue(line);
    },
  });
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(lines).pipeThrough(new TransformStream()).getReader();
  const read = [];
  await assert.rejects(async () => { for (let step = await reader.read(); !step.done; step = await reader.read()) read.push(step.value); }, { code: 'stream_error' });
  assert.equal(read.join('\n\n'), before);
});

test('what is no bytes passes unread', async () => {
  const parts = ['data: text\n\n', { any: 'thing' }];
  const reader = client.guardStream(streamed(parts)).body.getReader();
  assert.deepEqual([(await reader.read()).value, (await reader.read()).value, (await reader.read()).done], [...parts, true]);
});
