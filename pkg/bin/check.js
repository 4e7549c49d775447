// Verdicts beside the answers that a corpus expects.

const PARTS = {
  class: (verdict, expect) => fits(verdict.class, expect.class, expect.accept_class),
  reason: (verdict, expect) => fits(verdict.reason, expect.reason, expect.accept_reason),
  scope: (verdict, expect) => fits(verdict.scope, expect.scope, expect.accept_scope),
  wait: ({ waitMs }, expect) => fits(waitMs, expect.wait_ms ?? null, expect.wait_alt_ms)
    || (expect.accept_no_wait === true && waitMs === null),
};

const fits = (got, wanted, others) => got === wanted || [others ?? []].flat().includes(got);

const SHOWN = {
  class: (verdict) => verdict.class,
  reason: (verdict) => verdict.reason,
  scope: (verdict) => verdict.scope,
  wait: ({ waitMs }) => `${waitMs}`,
};

const WANTED = { ...SHOWN, wait: (expect) => `${expect.wait_ms}` };

/**
 * `{ parts: { class: agreeing, … }, count, misses: [{ id, part, got, wanted, rule }] }`. Where a case says itself that it
 * disagrees with its label, that part does not agree and is no miss.
 */
export function compare(judged) {
  const expected = judged.filter(({ expect }) => expect);
  const parts = {};
  const misses = [];
  for (const [part, agrees] of Object.entries(PARTS)) {
    parts[part] = 0;
    for (const { id, verdict, expect, disagree } of expected) {
      if (agrees(verdict, expect)) parts[part] += 1;
      else if (!disagree?.on.includes(part)) misses.push({ id, part, got: SHOWN[part](verdict), wanted: WANTED[part](expect), rule: verdict.rule });
    }
  }
  return { parts, count: expected.length, misses };
}

export function check(judged, { paint }) {
  const { parts, count, misses } = compare(judged);
  if (count === 0) throw new Error('--check needs JSON lines with `expect`');
  const lines = misses.map(({ id, part, got, wanted, rule }) => `${id}: ${part} ${paint('red', got)}, expected ${wanted} (${rule})\n`);
  const sums = Object.entries(parts).map(([part, agreeing]) => `${part} ${agreeing}/${count} (${((100 * agreeing) / count).toFixed(1)} %)`);
  return { agrees: misses.length === 0, text: `${lines.join('')}${sums.join(', ')}\n` };
}
