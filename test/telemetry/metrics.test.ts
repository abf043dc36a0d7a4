import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { readDelivery } from '../helpers/callbacks.ts';
import { plainBatch } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet, type Member } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send, type Tenant } from '../helpers/http.ts';
import { findMetrics, scrape, type Samples } from '../helpers/metrics.ts';
import { createAuthority, startReceiver, type Receiver } from '../helpers/receiver.ts';
import { fetchExternal } from '../helpers/requests.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

describe('metrics of an API and a worker process', { timeout: 300_000 }, () => {
  let database: TestDatabase;
  let folder: string;
  let fleet: Fleet;
  let api: Member & { readonly url: string };
  let worker: Member;
  let ofApi: string;
  let ofWorker: string;
  let tenant: Tenant;
  let templateId: string;
  let receiver: Receiver | null = null;

  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'platen-metrics-'));
    const authority = await createAuthority();
    const certificate = await authority.issue({ ip: '127.0.0.1' });
    const trusted = path.join(folder, 'authority.pem');
    await writeFile(trusted, authority.cert);
    const plans = path.join(folder, 'plans.json');
    await writeFile(
      plans,
      JSON.stringify({ free: { rendersPerMonth: 4, generatePerSecond: 1, generateBurst: 3 } }),
    );
    fleet = createFleet(database, folder, {
      METRICS_PORT: '0',
      PLANS_FILE: plans,
      NODE_EXTRA_CA_CERTS: trusted,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      CALLBACK_OFFSETS: '0s,1ms',
    });
    [api, worker] = await Promise.all([fleet.serve(), fleet.work()]);
    [ofApi, ofWorker] = await Promise.all([findMetrics(api), findMetrics(worker)]);
    tenant = await createTenant(database.db, { plan: 'free' });
    templateId = await addTemplate(database.db, tenant);

    const target = `/api/v1/templates/${templateId}/generate`;
    const render = (format: string) =>
      send(api.url, 'POST', target, { key: tenant.apiKey, json: { variables: {}, format } });
    assert.equal((await render('png')).status, 200);
    assert.equal((await render('pdf')).status, 200);
    assert.equal((await send(api.url, 'GET', '/api/v1/projects')).status, 401);
    assert.equal((await send(api.url, 'GET', '/nothing/there')).status, 404);

    receiver = await startReceiver(certificate, (response, _received, number) => {
      response.writeHead(number === 1 ? 500 : 200).end();
    });
    const submission = { ...plainBatch(templateId), callbackUrl: `https://127.0.0.1:${receiver.port}/` };
    const submitted = await send(api.url, 'POST', '/api/v1/batch-jobs', {
      key: tenant.apiKey,
      json: submission,
    });
    assert.equal(submitted.status, 202, JSON.stringify(submitted.json));
    const { jobId } = submitted.json as { jobId: string };
    await waitUntil(async () => {
      const deliveries = await scrape(ofWorker);
      return deliveries.get('platen_callbacks_total{outcome="delivered"}') === 1;
    });
    assert.equal((await readDelivery(database.db, jobId)).status, 'DELIVERED');
  });
  after(async () => {
    receiver?.close();
    await fleet.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const assertSamples = (samples: Samples, expected: Readonly<Record<string, number>>): void => {
    const found = Object.fromEntries(Object.keys(expected).map((series) => [series, samples.get(series)]));
    assert.deepEqual(found, expected);
  };

  test('requests are counted by operation and status', async () => {
    const samples = await scrape(ofApi);
    assertSamples(samples, {
      'platen_http_requests_total{operation="generateImage",status="200"}': 2,
      'platen_http_requests_total{operation="listProjects",status="401"}': 1,
      'platen_http_requests_total{operation="none",status="404"}': 1,
      'platen_http_requests_total{operation="submitBatchJob",status="202"}': 1,
      'platen_http_request_duration_seconds_count{operation="generateImage"}': 2,
      platen_rate_refusals_total: 0,
      platen_quota_refusals_total: 0,
    });
    assert.ok((samples.get('platen_http_request_duration_seconds_sum{operation="generateImage"}') ?? 0) > 0);
  });

  test('every stage of a render is measured, in every process', async () => {
    for (const [url, format, renders] of [
      [ofApi, 'png', 1],
      [ofApi, 'pdf', 1],
      [ofWorker, 'png', 2],
    ] as const) {
      const samples = await scrape(url);
      for (const stage of ['assets', 'queue', 'decode', 'layout', 'draw', 'encode', 'bind']) {
        const labels = `{stage="${stage}",format="${format}"}`;
        assert.equal(samples.get(`platen_render_stage_duration_seconds_count${labels}`), renders, labels);
      }
      const encoding = `{stage="encode",format="${format}"}`;
      assert.ok((samples.get(`platen_render_stage_duration_seconds_sum${encoding}`) ?? 0) > 0);
    }
  });

  test('processes report their own metrics, and the same ones for the whole service', async () => {
    for (const url of [ofApi, ofWorker]) {
      // Reads of the database are cached for two seconds.
      await waitUntil(async () => (await scrape(url)).get('platen_batch_jobs{state="completed"}') === 1);
      assertSamples(await scrape(url), {
        platen_render_queue_depth: 0,
        'platen_renderer_processes{state="busy"}': 0,
        'platen_renderer_processes{state="idle"}': 1,
        platen_renderer_crashes_total: 0,
        'platen_database_pool{state="waiting"}': 0,
        platen_database_up: 1,
        'platen_batch_jobs{state="completed"}': 1,
        'platen_batch_jobs{state="processing"}': 0,
        platen_batch_rows_waiting: 0,
        platen_callbacks_due: 0,
      });
    }
    assertSamples(await scrape(ofWorker), { 'platen_callbacks_total{outcome="refused"}': 1 });
  });

  test('rows are counted where they were done, and counters of alerts exist before the first', async () => {
    const rows = (completed: number, failed: number) => ({
      'platen_batch_rows_total{outcome="completed"}': completed,
      'platen_batch_rows_total{outcome="failed"}': failed,
    });
    assertSamples(await scrape(ofApi), rows(0, 0));
    assertSamples(await scrape(ofWorker), rows(2, 0));
  });

  test('the alert on work looks at rows only; a missing series counts as none', () => {
    const text = readFileSync(path.join(root, 'deploy/prometheus/alerts.yaml'), 'utf8');
    const rules = (parse(text) as { groups: { rules: { alert: string; expr: string }[] }[] }).groups.flatMap(
      (group) => group.rules,
    );
    const getExpr = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? assert.fail(name);
    assert.ok(!getExpr('PlatenNobodyWorks').includes('platen_render_stage'), 'counts single renders too');
    // Without a series `sum(...) == 0` is empty, so the alert would be silent where nothing has happened yet.
    for (const { alert, expr } of rules)
      for (const [compared] of expr.matchAll(/\S+\s*(?:==\s*0|<=?\s*[\d.]+)/g))
        assert.match(compared, /^vector\(0\)\)/, alert);
    assert.match(getExpr('PlatenNobodyWorks'), /== 0$/);
    assert.match(getExpr('PlatenDown'), /== 0$/);
  });

  test('refusals are counted by their reason', async () => {
    const refused = await Promise.all(
      Array.from({ length: 8 }, () =>
        send(api.url, 'POST', `/api/v1/templates/${templateId}/generate`, {
          key: tenant.apiKey,
          json: { variables: {} },
        }),
      ),
    );
    const count = (code: string): number => refused.filter(({ problem }) => problem.code === code).length;
    const [quota, rate] = [count('QUOTA_EXCEEDED'), count('RATE_LIMIT_EXCEEDED')];
    assert.ok(quota > 0 && rate > 0, `${quota} and ${rate}`);
    await waitUntil(async () => (await scrape(ofApi)).get('platen_rate_refusals_total') === rate);
    assertSamples(await scrape(ofApi), { platen_quota_refusals_total: quota });
  });

  test('the event loop delay is measured', async () => {
    const samples = await scrape(ofApi);
    const delay = (quantile: string) =>
      samples.get(`platen_event_loop_delay_seconds{quantile="${quantile}"}`) ?? -1;
    // The start of the process delays some timers, but not all.
    assert.ok(delay('1') > 0 && delay('1') >= delay('0.99') && delay('0.99') >= delay('0.5'));
    assert.ok(samples.has('nodejs_heap_size_used_bytes'));
  });

  test('the metrics server serves nothing else', async () => {
    assert.equal((await fetchExternal(new URL('/', ofApi).href)).status, 404);
    assert.equal((await fetchExternal(new URL('/healthz', ofApi).href)).status, 404);
    assert.equal((await fetchExternal(ofApi, { method: 'POST' })).status, 405);
    assert.equal((await fetchExternal(ofApi, { method: 'HEAD' })).status, 200);
    assert.equal((await send(api.url, 'GET', '/metrics')).status, 404);
  });

  test('docs/metrics.md has every metric; alerts, scaling and dashboard use only existing ones', async () => {
    const [one, other] = await Promise.all([scrape(ofApi), scrape(ofWorker)]);
    const exported = new Set(
      [...one.keys(), ...other.keys()].map((series) =>
        series.replace(/\{.*/, '').replace(/_(?:bucket|sum|count)$/, ''),
      ),
    );
    const own = [...exported].filter((name) => name.startsWith('platen_')).sort();
    const namesIn = (file: string): string[] => [
      ...new Set(
        readFileSync(path.join(root, file), 'utf8').match(/(?:platen|process|nodejs)_[a-z_]+[a-z]/g),
      ),
    ];
    const documented = namesIn('docs/metrics.md').filter((name) => name.startsWith('platen_'));
    assert.deepEqual(documented.sort(), own);
    for (const file of ['prometheus/alerts.yaml', 'prometheus/adapter.yaml', 'grafana/platen.json']) {
      const used = namesIn(`deploy/${file}`).map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
      assert.ok(used.length > 0);
      assert.deepEqual(
        used.filter((name) => !exported.has(name)),
        [],
      );
    }
  });

  test('the alert on our own failures leaves out those of image servers', () => {
    const alerts = readFileSync(path.join(root, 'deploy/prometheus/alerts.yaml'), 'utf8');
    const [, selector = ''] =
      /PlatenErrors[^]*?platen_http_requests_total\{([^}]*)\}/.exec(alerts) ?? assert.fail();
    const matchers = [...selector.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)];
    const isCounted = (labels: Record<string, string>): boolean =>
      matchers.every(([, name = '', operator, value = '']) => {
        // As in Prometheus: a missing label is empty, and an expression matches the whole value.
        const given = labels[name] ?? '';
        if (operator === '=~') return new RegExp(`^(?:${value})$`).test(given);
        return (given === value) === (operator === '=');
      });
    assert.equal(isCounted({ operation: 'generateImage', status: '502', reason: 'origin' }), false);
    assert.equal(isCounted({ operation: 'generateImage', status: '502' }), true);
    assert.equal(isCounted({ operation: 'generateImage', status: '503' }), false);
    assert.equal(isCounted({ operation: 'generateImage', status: '500' }), true);
  });

  test('a port that is taken stops the start with one line', async () => {
    const { port } = new URL(ofApi);
    const line = `METRICS_PORT=${port} is in use on 127\\.0\\.0\\.1: stop .+ choose another METRICS_PORT\\.`;
    await assert.rejects(fleet.work({ METRICS_PORT: port }), new RegExp(line));
    const elsewhere = fleet.work({ METRICS_PORT: port, METRICS_HOST: '192.0.2.1' });
    await assert.rejects(elsewhere, /METRICS_HOST=192\.0\.2\.1, METRICS_PORT=\d+: cannot listen there/);
  });
});
