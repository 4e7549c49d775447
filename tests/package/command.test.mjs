import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, folder, root } from './installed.mjs';

const CAP = 'Your project has exceeded its monthly spending cap.';
const scratch = mkdtempSync(join(tmpdir(), 'retriage-'));
const file = (name, text) => {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
};
const json = (args, options) => command(['--json', ...args], options).stdout.trim().split('\n').map((line) => JSON.parse(line));

test('a text is judged from arguments, a file or standard input', () => {
  const path = file('failure.txt', CAP);
  for (const { stdout, status } of [command([CAP]), command(CAP.split(' ')), command([path]), command([], { input: CAP }), command(['-'], { input: CAP })]) {
    assert.match(stdout, /^exhausted {2}spend_cap/);
    assert.equal(status, 0);
  }
});

test('a block shows class, reason, sentence, delay, wait, rule and evidence', () => {
  const { stdout } = command(['--status', '429', '--header', 'retry-after: 7', 'slow down']);
  assert.match(stdout, /^transient {2}rate_limit/);
  assert.match(stdout, /do +retry in 7\.5 s to 8\.\d s/);
  assert.match(stdout, /wait +7 s stated by retry-after/);
  assert.match(stdout, /rule +\S+/);
  assert.match(stdout, /evidence +\w+/);
});

test('--header is repeatable, --url and --now are heard', () => {
  const [verdict] = json(['--status', '429', '--header', 'Retry-After: Wed, 04 Mar 2026 10:00:30 GMT', '--header', 'x-a: b', '--url', 'https://api.openai.com/v1/x', '--now', '2026-03-04T10:00:00Z', 'x']);
  assert.equal(verdict.waitMs, 30_000);
  assert.equal(verdict.retryAt, Date.UTC(2026, 2, 4, 10, 0, 30));
  for (const now of [`${Date.UTC(2026, 2, 4, 10) / 1000}`, `${Date.UTC(2026, 2, 4, 10)}`]) {
    assert.equal(json(['--status', '429', '--header', 'Retry-After: Wed, 04 Mar 2026 10:00:30 GMT', '--now', now, 'x'])[0].waitMs, 30_000);
  }
});

test('--url says whose failure it is, and what a line states outranks the options', () => {
  assert.equal(json(['--status', '456', '--url', 'https://api.deepl.com/v2/translate', 'x'])[0].class, 'exhausted');
  const path = file('states.jsonl', '{"status":456,"url":"https://api.deepl.com/v2/translate"}\n{"body":"x"}\n');
  assert.deepEqual(json(['--status', '503', '--url', 'https://api.example.com', path]).map((verdict) => verdict.class), ['exhausted', 'transient']);
});

test('a status or a header is a failure without any text', () => {
  const verdict = (...args) => json(args)[0];
  assert.equal(verdict('--status', '503').class, 'transient');
  assert.equal(verdict('--status', '402', '').reason, 'payment_required');
  assert.equal(verdict('--header', 'retry-after: 7').waitMs, 7000);
});

test('--attempt moves the backoff and ends it', () => {
  assert.match(command(['--status', '500', '--attempt', '3', 'x']).stdout, /retry within 4 s/);
  assert.match(command(['--status', '500', '--attempt', '5', 'x']).stdout, /stop \(attempts\)/);
});

test('--exit-code tells the class; of many, the highest', () => {
  const code = (...args) => command(['--exit-code', ...args]).status;
  assert.equal(code('--status', '503', 'x'), 0);
  assert.equal(code('--status', '400', 'x'), 10);
  assert.equal(code(CAP), 20);
  assert.equal(code('something odd'), 30);
  assert.equal(code(file('two.jsonl', '{"status":503,"body":"x"}\n{"status":400,"body":"x"}\n')), 10);
});

test('JSON lines are judged line by line, and the table ends with the counts', () => {
  const path = file('many.jsonl', [
    { id: 'one', status: 503, headers: {}, body: null, message: null },
    { id: 'two', status: null, message: CAP, body: null },
    { id: 'three', status: 400, body: '{}', message: null },
    { id: 'four', status: null, message: 'something odd', body: null },
  ].map((line) => JSON.stringify(line)).join('\n'));
  const { stdout, status } = command([path]);
  assert.equal(status, 0);
  const lines = stdout.trimEnd().split('\n');
  assert.match(lines[0], /^class +reason +scope +wait +do +failure$/);
  assert.match(lines[1], /^transient .* one$/);
  assert.equal(lines.at(-1), '4 failures: 1 transient, 1 permanent, 1 exhausted, 1 unknown');
});

test('JSON lines after a byte order mark are JSON lines', () => {
  const path = file('marked.jsonl', '\ufeff{"status":503}\n{"status":400}\n');
  assert.deepEqual(json([path]).map((verdict) => verdict.class), ['transient', 'permanent']);
});

test('--json gives a line for each failure, with its id and delay', () => {
  const path = file('ids.jsonl', '{"id":"a","status":503}\n{"id":"b","status":404}\n');
  const [a, b] = json([path]);
  assert.equal(a.id, 'a');
  assert.equal(a.class, 'transient');
  assert.ok(a.delay.ms >= 0);
  assert.equal(b.delay.stop, 'permanent');
});

test('a case with every member of the corpus is judged as the failure that it holds', () => {
  const path = file('near.jsonl', '{"id":"a","message":"Too many requests","near":["rule"],"why":"x","source":"y","expect":{"class":"permanent"}}\n');
  const [a] = json([path]);
  assert.deepEqual([a.id, a.class, a.evidence[0].where], ['a', 'transient', 'message']);
});

test('a pasted curl -i answer is understood whole, the last of several', () => {
  const answer = [
    'HTTP/1.1 100 Continue', '', 'HTTP/1.1 302 Found', 'Location: /x', '', 'moved', 'HTTP/2 429 ', 'content-type: application/json', 'Retry-After: 7', '',
    JSON.stringify({ error: { message: 'busy: HTTP/1.1 200 OK' } }), '',
  ].join('\r\n');
  const [verdict] = json([], { input: answer });
  assert.equal(verdict.class, 'transient');
  assert.equal(verdict.waitMs, 7000);
  assert.equal(json([answer])[0].waitMs, 7000);
});

test('a pasted curl -v answer is understood too', () => {
  const answer = ['*   Trying 203.0.113.7:443...', '> GET /v1 HTTP/2', '> Host: api.example.com', '> ', '< HTTP/2 429', '< retry-after: 7', '< ', '{ [95 bytes data]', '{"error":{}}', '* Connection #0 left intact'].join('\n');
  assert.equal(json([], { input: answer })[0].waitMs, 7000);
});

test('a JSON body, also printed over several lines, is a body', () => {
  const body = { error: { message: CAP } };
  for (const text of [JSON.stringify(body), JSON.stringify(body, null, 2)]) {
    const [{ reason, evidence }] = json(['--status', '429', text]);
    assert.equal(reason, 'spend_cap');
    assert.equal(evidence[0].where, 'body');
  }
});

test('--lines judges each line of a log', () => {
  assert.equal(json(['--lines'], { input: `${CAP}\n\nsomething odd\n` }).length, 2);
  assert.equal(json([], { input: `${CAP}\n  at line two\n` }).length, 1);
});

test('--export appends what nothing recognised, as cases that can be read back', () => {
  const path = join(scratch, 'unknown.jsonl');
  for (let i = 0; i < 2; i += 1) {
    const { stderr } = command(['--export', path, file('odd.jsonl', `{"status":503,"body":"x"}\n{"id":"x","message":"something odd, ann@example.com"}\n`)]);
    assert.match(stderr, /1 unrecognised written/);
  }
  const lines = readFileSync(path, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines.length, 2);
  assert.equal(lines[0].message, 'something odd, xxx@xxxxxxx.xxx');
});

test('--check compares with what the lines expect', () => {
  const line = (expected) => JSON.stringify({ id: 'a', status: 503, body: 'x', expect: { class: expected, scope: 'service', reason: 'overloaded', wait_ms: null, accept_reason: ['server_error'] } });
  const right = command(['--check', file('right.jsonl', line('transient'))]);
  assert.equal(right.status, 0);
  assert.match(right.stdout, /^class 1\/1 \(100\.0 %\)/);
  const wrong = command(['--check', file('wrong.jsonl', line('exhausted'))]);
  assert.equal(wrong.status, 1);
  assert.match(wrong.stdout, /^a: class transient, expected exhausted/);
});

test('--help and --version answer', () => {
  assert.match(command(['--help']).stdout, /--exit-code/);
  assert.equal(command(['--version']).stdout.trim(), JSON.parse(readFileSync(`${folder}package.json`)).version);
});

const MISUSE = [
  [['--foo'], "Unknown option '--foo'; see --help"],
  [['--status', 'x', 'a'], "--status takes an integer from 100 to 999, got 'x'"],
  [['--status', '42', 'a'], "--status takes an integer from 100 to 999, got '42'"],
  [['--header', 'nocolon', 'a'], "--header takes 'name: value', got 'nocolon'"],
  [['--now', 'soon', 'a'], "--now takes an ISO 8601 time or seconds or milliseconds since 1970, got 'soon'"],
  [['--attempt', '0', 'a'], "--attempt takes an integer from 1 to 1000000, got '0'"],
  [['missing.jsonl'], 'no such file: missing.jsonl'],
  [['./missing'], 'no such file: ./missing'],
  [['/missing/error.err'], 'no such file: /missing/error.err'],
  [['/'], '/ is a directory'],
  [[], 'the input is empty'],
  [['--export', '/no/such/folder/x', 'odd'], '--export cannot write /no/such/folder/x: ENOENT'],
  [['--check', 'a'], '--check needs JSON lines with `expect`'],
  [[join(root, 'Cargo.toml'), 'x.jsonl'], 'no such file: x.jsonl'],
];

for (const [args, message] of MISUSE) {
  test(`misuse is one line and exit 2: ${message}`, () => {
    const { stderr, status } = command(args);
    assert.equal(stderr, `retriage: ${message}\n`);
    assert.equal(status, 2);
  });
}

test('a line that is no failure is named by its number', () => {
  const { stderr, status } = command([file('bad.jsonl', '{"status":503}\n{"status":"x","body":""}\n')]);
  assert.equal(stderr, 'retriage: failure 2: failure.status must be an HTTP status, got "x"\n');
  assert.equal(status, 2);
});

test('colours are for a terminal that wants them', async (t) => {
  const { painter } = await import(`${folder}bin/paint.js`);
  const { NO_COLOR, TERM } = process.env;
  t.after(() => Object.assign(process.env, { NO_COLOR: NO_COLOR ?? '', TERM: TERM ?? '' }));
  const red = (isTTY, env) => {
    Object.assign(process.env, { NO_COLOR: '', TERM: 'xterm', ...env });
    return painter({ isTTY })('red', 'x');
  };
  assert.equal(red(true, {}), '\x1b[31mx\x1b[0m');
  assert.equal(red(true, { NO_COLOR: '1' }), 'x');
  assert.equal(red(true, { TERM: 'dumb' }), 'x');
  assert.equal(red(false, {}), 'x');
});

test('there is no colour outside a terminal, and no control character from outside', () => {
  const path = file('control.jsonl', '{"status":500,"message":"a\\u001b[31mred\\u0007"}\n{"id":"b\\u001b[2J\\u202e","status":500}\n');
  for (const args of [['--status', '500', 'a\x1b[31mred\x07 timed out\x1b'], [path]]) {
    assert.doesNotMatch(command(args).stdout, /[\x00-\x09\x0b-\x1f\u202e]/);
  }
});

test('a reader that closes early is no error', () => {
  const many = file('long.jsonl', '{"status":503,"body":"x"}\n'.repeat(5000));
  const { stderr, status } = spawnSync('bash', ['-c', `set -o pipefail; "${process.execPath}" "${folder}bin/retriage.js" --json "${many}" | head -n 1 >/dev/null`], { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test('as many failures as a log holds make a table', () => {
  // A small stack stands for more lines than a test has time for.
  const path = file('many-more.jsonl', '{"status":503}\n'.repeat(40_000));
  const { stdout, stderr, status } = spawnSync('bash', ['-c', `set -o pipefail; "${process.execPath}" --stack-size=250 "${folder}bin/retriage.js" --exit-code "${path}" | tail -n 1`], { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.equal(stdout, '40000 failures: 40000 transient, 0 permanent, 0 exhausted, 0 unknown\n');
  assert.equal(status, 0);
});

test('a pipe is read like a file', () => {
  const { stdout } = spawnSync('bash', ['-c', `"${process.execPath}" "${folder}bin/retriage.js" <(echo "${CAP}")`], { encoding: 'utf8' });
  assert.match(stdout, /^exhausted {2}spend_cap/);
});

test('an output that takes nothing is one line and exit 2', { skip: !existsSync('/dev/full') }, () => {
  const { stderr, status } = spawnSync('bash', ['-c', `"${process.execPath}" "${folder}bin/retriage.js" x > /dev/full`], { encoding: 'utf8' });
  assert.match(stderr, /^retriage: ENOSPC.*\n$/);
  assert.equal(status, 2);
});

test('a narrow terminal drops columns before it breaks a line', () => {
  const path = file('narrow.jsonl', '{"id":"a-rather-long-name-for-a-failure-of-some-service","status":503}\n{"id":"b","status":429,"headers":{"retry-after":"7"}}\n');
  for (const line of command([path], { env: { COLUMNS: '60' } }).stdout.split('\n')) assert.ok(line.length <= 60, line);
});
