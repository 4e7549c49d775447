// The counts of a client through OpenTelemetry's own SDK, as the types' example has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './page.mjs';

const { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } = await load('@opentelemetry/sdk-metrics');
const { createClient, metricsOf } = await load('retriage');
const { createTestRuntime } = await load('retriage/testing');

const COUNTERS = ['retriage.calls', 'retriage.attempts', 'retriage.refused', 'retriage.failures'];

test('OpenTelemetry exports what a client has counted', async () => {
  const runtime = createTestRuntime({ script: [{ status: 503 }, 200, 200, { status: 401 }] });
  const client = createClient({ runtime });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  const meter = provider.getMeter('retriage');
  const watch = (instrument, name) => instrument.addCallback((result) => {
    for (const point of metricsOf(client.snapshot())) {
      if (point.name === name) result.observe(point.value, point.attributes);
    }
  });
  for (const name of COUNTERS) watch(meter.createObservableCounter(name), name);
  watch(meter.createObservableGauge('retriage.retry_rate'), 'retriage.retry_rate');

  for (const model of ['small', 'small', 'large']) {
    const init = { method: 'POST', body: JSON.stringify({ model }), headers: { authorization: 'Bearer sk-one' }, retriage: { repeatIsSafe: true } };
    await runtime.run(client.fetch('https://api.example/v1', init));
  }
  await reader.forceFlush();

  const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  const told = Object.fromEntries(metrics.map(({ descriptor, dataPoints }) => [
    descriptor.name,
    dataPoints.map(({ value, attributes }) => [value, attributes['gen_ai.request.model'], ...(attributes['error.type'] ? [attributes['error.type']] : [])]),
  ]));
  assert.deepEqual(told, {
    'retriage.calls': [[2, 'small'], [1, 'large']],
    'retriage.attempts': [[3, 'small'], [1, 'large']],
    'retriage.refused': [[0, 'small'], [0, 'large']],
    'retriage.failures': [[1, 'small', 'overloaded'], [1, 'large', 'auth']],
    'retriage.retry_rate': [[1 / 3, 'small'], [0, 'large']],
  });
  await provider.shutdown();
  client.close();
});
