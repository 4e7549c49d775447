// Each page of docs/sdk does what it says, with the real package in its newest version, over real connections.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { load, run, textOf, writeProject } from './page.mjs';
import { sdks } from './sdks.mjs';
import { streams } from './streams.mjs';
import { openWorld } from './world.mjs';

const { classify, isRetriageError, verdictOf } = await load('retriage');
const { devDependencies: versions } = JSON.parse(readFileSync(new URL('package.json', import.meta.url)));

const CLEAN = { requests: 0, timers: 0, unhandled: [] };
const statusOf = (error) => error.status ?? error.statusCode ?? error.response?.status;
const after = (seconds, answer) => ({ ...answer, headers: { 'retry-after': String(seconds) } });
/** A failure after which the server may have acted. */
const failing = { status: 503, body: { message: 'no' } };

/** The table of docs/sdk/README.md: how often one call was sent, as the pages have it and with the SDK's own retries on. */
const table = [];

for (const [name, sdk] of Object.entries(sdks)) {
  const { page: file = name, package: of = name, ask = (page, signal) => page.ask('hi', signal), read, retries, timeout, errors } = sdk;
  const ok = { body: sdk.answer };

  /** One call of the page's code in a world of its own. */
  async function call(t, answers, ...changes) {
    const world = await openWorld(t, answers);
    const page = await run(file, ...changes);
    return { world, page, ...await world.end(ask(page)) };
  }

  async function assertIs(error, kind) {
    const known = (await load(errors.from))[errors[kind]] ?? globalThis[errors[kind]];
    assert.ok(error instanceof known, `${error?.constructor.name} is no ${errors[kind]}: ${error}`);
  }

  describe(name, () => {
    test('its provider answers', async (t) => {
      const { world, value } = await call(t, [ok]);
      assert.equal(read(value), 'hello');
      assert.deepEqual(world.hits.map(({ host }) => host), [sdk.host]);
    });

    test('an exhausted account costs one request, the next call none, and both end in its own error', async (t) => {
      const { world, page, error } = await call(t, [sdk.exhausted]);
      const next = await world.end(ask(page));
      assert.equal(world.hits.length, 1);
      assert.equal(next.atMs, 0);
      for (const one of [error, next.error]) {
        await assertIs(one, 'refused');
        assert.equal(statusOf(one), sdk.exhausted.status);
        assert.equal(classify(one).class, 'exhausted');
        assert.equal(classify(one).reason, sdk.exhausted.reason);
      }
    });

    if (sdk.finished) {
      test('a model that is finished for the day costs one request', async (t) => {
        const { world, page, error } = await call(t, [sdk.finished]);
        await world.end(ask(page));
        assert.equal(classify(error).reason, 'daily_quota');
        assert.equal(classify(error).scope, 'model');
        assert.equal(world.hits.length, 1);
      });
    }

    test('a limit of three seconds costs one wait and two requests', async (t) => {
      const { world, value, atMs } = await call(t, [after(3, sdk.limited), ok]);
      assert.equal(read(value), 'hello');
      assert.equal(world.hits.length, 2);
      assert.ok(atMs >= 3_500 && atMs <= 4_100, `after ${atMs} ms`);
    });

    test('its own timeout cuts no stated wait of a minute', async (t) => {
      const { world, value } = await call(t, [after(60, sdk.limited), ok]);
      assert.equal(read(value), 'hello');
      assert.equal(world.hits.length, 2);
      assert.ok(world.hits[1].atMs >= 60_500);
    });

    if (timeout) {
      test('its own timeout cuts it where the page does not lift that', async (t) => {
        const { world, error } = await call(t, [after(60, sdk.limited), ok], timeout);
        assert.equal(world.hits.length, 1);
        assert.match(error.constructor.name, /Timeout/);
        assert.ok(textOf(file).includes(`\`${error.constructor.name}\``));
      });
    }

    test('a failure for good is sent as often as by Retriage alone, and ends in its own error', async (t) => {
      const cells = [];
      for (const [answer, kind] of [[sdk.overloaded, 'failed'], [sdk.limited, 'failed'], ['reset', 'broken']]) {
        const counts = [];
        for (const changes of retries ? [[], [retries]] : [[]]) {
          await t.test(`${changes.length ? 'with its own retries on' : 'as the page has it'}: ${answer.status ?? answer}`, async (t) => {
            const { world, error } = await call(t, [answer], ...changes);
            counts.push(world.hits.length);
            if (changes.length) return;
            await assertIs(error, kind);
            assert.equal(world.hits.length, kind === 'failed' || world.hits[0].method === 'GET' ? 5 : 1);
            assert.deepEqual(await world.aftermath(), CLEAN);
          });
        }
        cells.push([...new Set(counts)].join(', not '));
      }
      table.push(`| [${name}](${file}.md) | ${of} ${versions[of]} | ${cells.join(' | ')} |`);
    });

    test('a POST after which the server may have acted is sent again only where that is said to be safe', async (t) => {
      const SAFE = ["failFast: 'response'", "failFast: 'response', repeatIsSafe: true"];
      await t.test('not said', async (t) => {
        const { world, error } = await call(t, [failing]);
        assert.equal(statusOf(error), 503);
        assert.equal(world.hits.length, world.hits[0].method === 'GET' ? 5 : 1);
      });
      await t.test('said', async (t) => {
        const { world, value } = await call(t, [failing, ok], SAFE);
        assert.equal(read(value), 'hello');
        assert.equal(world.hits.length, 2);
      });
    });

    test('an abort in flight ends it at once and lets the connection go', async (t) => {
      const world = await openWorld(t, ['silence']);
      const controller = new AbortController();
      const asking = ask(await run(file), controller.signal);
      const hit = await world.hit();
      controller.abort();
      const { error, atMs } = await world.end(asking);
      await hit.gone;
      assert.equal(atMs, hit.atMs);
      await assertIs(error, 'aborted');
      assert.deepEqual(await world.aftermath(), CLEAN);
    });

    test('an abort in a wait ends it at once, and nothing comes after', async (t) => {
      const world = await openWorld(t, [after(30, sdk.limited), ok]);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 1_000);
      const { error, atMs } = await world.end(ask(await run(file), controller.signal));
      assert.equal(atMs, 1_000);
      await assertIs(error, 'aborted');
      assert.deepEqual(await world.aftermath(), CLEAN);
    });

    test('its page names these errors', () => {
      for (const kind of ['refused', 'broken', 'aborted']) assert.ok(textOf(file).includes(`\`${errors[kind]}\``), errors[kind]);
    });
  });
}

for (const [name, { opening, content, end, error: failing, failed, read }] of Object.entries(streams)) {
  /** One stream of the page's code, in a world that answers with these: `said` is what reached the caller. */
  async function stream(t, ...bodies) {
    const world = await openWorld(t, bodies.map((body) => ({ body })));
    const page = await run(name);
    const controller = new AbortController();
    let said = '';
    const ended = await world.end(read(page, controller.signal, (text) => {
      said += text;
      if (said !== '' && bodies[0].includes('silence')) controller.abort();
    }));
    return { world, said, ...ended };
  }

  describe(`${name}, a stream`, () => {
    test('that is whole comes as it is', async (t) => {
      const { said, error } = await stream(t, [...opening, ...content, ...end]);
      assert.equal(error, undefined);
      assert.equal(said, 'hello');
    });

    test('with an error before content is sent for once more, and nothing is said twice', async (t) => {
      const { world, said, error } = await stream(t, [...opening, ...failing], [...opening, ...content, ...end]);
      assert.equal(error, undefined);
      assert.equal(said, 'hello');
      assert.equal(world.hits.length, 2);
      assert.deepEqual(await world.aftermath(), CLEAN);
    });

    test('with an error before content each time ends in its own error', async (t) => {
      const { world, said, error } = await stream(t, [...opening, ...failing]);
      assert.equal(said, '');
      assert.equal(world.hits.length, 5);
      assert.equal(error.constructor.name, failed);
      assert.equal(classify(error).reason, 'overloaded');
    });

    for (const [what, rest, code] of [['with an error after content', [...failing, content[1], ...end], 'stream_error'], ['that ends early', [], 'truncated']]) {
      test(`${what} is not sent for again, and what was said stands`, async (t) => {
        const { world, said, error } = await stream(t, [...opening, content[0], ...rest], [...opening, ...content, ...end]);
        assert.equal(said, 'hel');
        assert.equal(world.hits.length, 1);
        const ours = isRetriageError(error) ? error : error.cause;
        assert.deepEqual([ours.code, ours.partial], [code, true]);
        if (code === 'stream_error') assert.equal(verdictOf(ours).reason, 'overloaded');
        assert.deepEqual(await world.aftermath(), CLEAN);
      });
    }

    test('that is aborted ends at once and lets the connection go', async (t) => {
      const { world, said, atMs } = await stream(t, [...opening, content[0], 'silence']);
      await world.hits[0].gone;
      assert.equal(said, 'hel');
      assert.equal(atMs, 0);
      assert.equal(world.hits.length, 1);
    });
  });
}

test('octokit: a primary limit that clears soon is waited out', async (t) => {
  const world = await openWorld(t, [{ ...sdks.octokit.exhausted, headers: {
    'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 10, 30, 12, 0, 20) / 1000),
  } }, { body: sdks.octokit.answer }]);
  const { value } = await world.end((await run('octokit')).ask('hi'));
  assert.equal(value.data.description, 'hello');
  assert.ok(world.hits[1].atMs >= 20_500 && world.hits[1].atMs < 26_000);
});

test('what one SDK is told, another one with the same client, host and key heeds', async (t) => {
  const world = await openWorld(t, [sdks.openai.exhausted]);
  const { ask, client } = await run('openai');
  await world.end(ask('hi'));
  const { ChatOpenAI } = await load('@langchain/openai');
  const model = new ChatOpenAI({ model: 'gpt-5.5', maxRetries: 0, configuration: { fetch: client.fetch } });
  const { error } = await world.end(model.invoke('hi'));
  assert.match(error.message, /not sent/);
  assert.equal(world.hits.length, 1);
});

test("without failFast: 'response' the SDK takes a call that was never sent for a broken connection", async (t) => {
  const world = await openWorld(t, [sdks.openai.exhausted]);
  const page = await run('openai', ["failFast: 'response', ", '']);
  await world.end(page.ask('hi'));
  const { error } = await world.end(page.ask('hi'));
  assert.equal(error.constructor.name, 'APIConnectionError');
  assert.ok(isRetriageError(error.cause));
});

test('the code of the pages satisfies the types of the SDKs', () => {
  const { project, compiler } = writeProject(new Set(Object.entries(sdks).map(([name, { page = name }]) => page)));
  const { stdout, status } = spawnSync(compiler, ['--project', project], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});

test('docs/sdk/README.md has the table as it was measured, save for what goes by chance', (t) => {
  table.forEach((line) => t.diagnostic(line));
  const written = textOf('README').split('\n').filter((line) => line.startsWith('| ['));
  const settled = (line) => line.replace(/not \d+/g, 'more');
  assert.deepEqual(written.map(settled), table.map(settled));
});
