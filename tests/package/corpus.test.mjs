// The corpus through the installed package: the command's own comparison, and the bars that it must clear.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { folder, retriage, root } from './installed.mjs';

const { compare } = await import(`${folder}bin/check.js`);

const cases = readdirSync(`${root}tests/cases`).filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => readFileSync(`${root}tests/cases/${name}`, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)));

const judged = cases.map(({ id, status, headers, body, message, error, url, expect, disagree, now = expect?.now }) => ({
  id,
  expect,
  disagree,
  verdict: retriage.classify({ status, headers, body, message, error, url, now: now === undefined ? undefined : new Date(now) }),
}));
const { parts, count, misses } = compare(judged);
const raw = compare(judged.map((one) => ({ ...one, disagree: undefined }))).misses;

const BARS = { class: 0.99, wait: 0.98, reason: 0.96, scope: 0.95 };

for (const [part, bar] of Object.entries(BARS)) {
  test(`${part} agrees with the corpus in at least ${bar * 100} of 100 cases`, (t) => {
    t.diagnostic(`${part}: ${parts[part]} of ${count}`);
    assert.ok(parts[part] / count >= bar, JSON.stringify(raw.filter((miss) => miss.part === part), null, 1));
  });
}

test('every difference is one that its case gives a reason for', () => {
  assert.deepEqual(misses, []);
});

test('at most two dead ends are called transient, and two transients given up', () => {
  const wrong = raw.filter(({ part }) => part === 'class');
  assert.ok(wrong.filter(({ got }) => got === 'transient').length <= 2);
  assert.ok(wrong.filter(({ wanted }) => wanted === 'transient').length <= 2);
});
