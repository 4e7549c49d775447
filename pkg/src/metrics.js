// What a snapshot has counted, in the names and units of OpenTelemetry.

/** Sums are right: what was counted for a model is not counted once more for its account, nor that for its service. */
export function metricsOf({ gates }) {
  const points = [];
  for (const gate of gates) {
    // A service counts what its accounts count.
    if (gate.account === null) continue;
    const models = gate.model === null ? gates.filter((other) => other.model !== null && isOf(other, gate)) : [];
    const { calls, attempts, refused, failures, lastMinute } = models.reduce(without, gate.counters);
    if (models.length > 0 && calls === 0) continue;

    const attributes = { ...serverOf(gate.service), 'retriage.account': gate.account };
    if (gate.model !== null) attributes['gen_ai.request.model'] = gate.model;
    const add = (name, unit, value, more) => points.push({ name: `retriage.${name}`, unit, value, attributes: { ...attributes, ...more } });
    add('calls', '{call}', calls);
    add('attempts', '{attempt}', attempts);
    add('refused', '{call}', refused);
    for (const { class: kind, reason, count } of failures) {
      if (count > 0) add('failures', '{attempt}', count, { 'retriage.class': kind, 'error.type': reason });
    }
    add('retry_rate', '1', lastMinute.attempts === 0 ? 0 : lastMinute.retries / lastMinute.attempts);
  }
  return points;
}

const isOf = (model, account) => model.service === account.service && model.account === account.account;

/** What is left of an account's counters without those of one of its models. */
function without(counters, { counters: part }) {
  const left = (whole, name, part) => Math.max(0, whole[name] - (part?.[name] ?? 0));
  const same = (one) => part.failures.find(({ class: kind, reason }) => kind === one.class && reason === one.reason);
  return {
    calls: left(counters, 'calls', part),
    attempts: left(counters, 'attempts', part),
    refused: left(counters, 'refused', part),
    failures: counters.failures.map((one) => ({ ...one, count: left(one, 'count', same(one)) })),
    lastMinute: {
      attempts: left(counters.lastMinute, 'attempts', part.lastMinute),
      retries: left(counters.lastMinute, 'retries', part.lastMinute),
    },
  };
}

/** `server.address` and `server.port` of an origin; of the key of a `run` the key itself. */
function serverOf(service) {
  const [, scheme, host, port] = /^(https?):\/\/(.+?)(?::(\d+))?$/.exec(service) ?? [];
  if (host === undefined) return { 'server.address': service };
  return { 'server.address': host, 'server.port': Number(port ?? (scheme === 'https' ? 443 : 80)) };
}
