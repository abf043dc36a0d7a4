import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callbackAttempted, renderFailed, requestAnswered, webhookAttempted } from '../events.ts';
import { createMetrics, type MetricSources } from './metrics.ts';

const sources: MetricSources = {
  renderers: () => ({
    processes: 4,
    warm: 3,
    rendering: 2,
    queued: 5,
    batchQueued: 6,
    previewQueued: 8,
    crashed: 7,
  }),
  connections: () => ({ used: 1, idle: 2, waiting: 3 }),
  service: () =>
    Promise.resolve({ jobs: { PENDING: 8 }, rowsWaiting: 9, callbacksDue: 10, pausedEndpoints: 11 }),
};

async function write(changed: Partial<MetricSources> = {}): Promise<string[]> {
  const metrics = createMetrics({ ...sources, ...changed });
  try {
    return (await metrics.write()).split('\n');
  } finally {
    metrics.close();
  }
}

describe('createMetrics', () => {
  test('writes what its sources return', async () => {
    const lines = await write();
    for (const line of [
      'platen_renderer_processes{state="busy"} 2',
      'platen_renderer_processes{state="idle"} 1',
      'platen_renderer_processes{state="starting"} 1',
      'platen_renderer_crashes_total 7',
      'platen_render_queue_depth 5',
      'platen_render_queue_depth_batch 6',
      'platen_render_queue_depth_preview 8',
      'platen_database_pool{state="waiting"} 3',
      'platen_database_up 1',
      'platen_batch_jobs{state="pending"} 8',
      'platen_batch_jobs{state="failed"} 0',
      'platen_batch_rows_waiting 9',
      'platen_callbacks_due 10',
    ])
      assert.ok(lines.includes(line), line);
  });

  test('writes the other metrics, and no zeros, if the database does not answer', async () => {
    for (const service of [
      () => Promise.reject(new Error('away')),
      () => new Promise<never>(() => undefined),
    ]) {
      const lines = await write({ service });
      assert.ok(lines.includes('platen_database_up 0'));
      assert.ok(lines.includes('platen_render_queue_depth 5'));
      const ofDatabase = /^platen_(?:batch_jobs|batch_rows_waiting|callbacks_due)\b/;
      assert.deepEqual(
        lines.filter((line) => ofDatabase.test(line)),
        [],
      );
    }
  });

  test('reads the database once for concurrent and closely following scrapes', async () => {
    let asked = 0;
    const metrics = createMetrics({
      ...sources,
      service: () => {
        asked += 1;
        return sources.service();
      },
    });
    await Promise.all([metrics.write(), metrics.write()]);
    await metrics.write();
    metrics.close();
    assert.equal(asked, 1);
  });

  test('stops counting when it is closed', async () => {
    const metrics = createMetrics(sources);
    const facts = { operation: 'x', isRateRefusal: true, isOriginFailure: false, durationMs: 30 };
    requestAnswered.record({ ...facts, status: null });
    requestAnswered.record({ ...facts, status: 429 });
    requestAnswered.record({ ...facts, status: 502, isRateRefusal: false, isOriginFailure: true });
    renderFailed.record('origin');
    callbackAttempted.record('given_up');
    webhookAttempted.record('suppressed');
    const lines = (await metrics.write()).split('\n');
    metrics.close();
    requestAnswered.record({ ...facts, status: 200 });
    for (const line of [
      'platen_http_requests_total{operation="x",status="gone"} 1',
      'platen_http_request_duration_seconds_bucket{le="0.025",operation="x"} 0',
      'platen_http_request_duration_seconds_bucket{le="0.05",operation="x"} 3',
      'platen_http_requests_total{operation="x",status="502",reason="origin"} 1',
      'platen_render_failures_total{reason="origin"} 1',
      'platen_render_failures_total{reason="renderer"} 0',
      'platen_rate_refusals_total 2',
      'platen_callbacks_total{outcome="given_up"} 1',
      'platen_webhooks_total{outcome="suppressed"} 1',
    ])
      assert.ok(lines.includes(line), line);
    assert.equal((await metrics.write()).trim(), '');
  });
});
