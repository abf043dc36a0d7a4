import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { plainBatch } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { readDelivery } from '../helpers/callbacks.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send } from '../helpers/http.ts';
import { createAuthority, startReceiver, type Receiver } from '../helpers/receiver.ts';

/** A span in OTLP's JSON. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code: number };
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const clientSpan = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const stages = ['bind', 'assets', 'queue', 'decode', 'layout', 'draw', 'encode'];

describe('traces', { timeout: 300_000 }, () => {
  let database: TestDatabase;
  let folder: string;
  let fleet: Fleet;
  let collector: Server;
  let receiver: Receiver;
  const paths = new Set<string | undefined>();
  const exports: Export[] = [];
  let traced: readonly Span[];
  let logged: readonly string[];

  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'platen-traces-'));
    const authority = await createAuthority();
    const certificate = await authority.issue({ ip: '127.0.0.1' });
    const trusted = path.join(folder, 'authority.pem');
    await writeFile(trusted, authority.cert);
    receiver = await startReceiver(certificate, (response) => response.end());
    collector = createServer((request, response) => {
      paths.add(request.url);
      void json(request).then((body) => {
        exports.push(body as Export);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    fleet = createFleet(database, folder, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_SERVICE_NAME: 'cards',
      NODE_EXTRA_CA_CERTS: trusted,
      OUTBOUND_ALLOW: '127.0.0.0/8',
    });
    const [api, worker] = await Promise.all([fleet.serve(), fleet.work()]);
    const tenant = await createTenant(database.db);
    const templateId = await addTemplate(database.db, tenant);
    const key = tenant.apiKey;
    const headers = { traceparent: `00-${clientSpan.traceId}-${clientSpan.spanId}-01` };
    const submitted = await send(api.url, 'POST', '/api/v1/batch-jobs', {
      key,
      headers,
      json: { ...plainBatch(templateId), callbackUrl: `https://127.0.0.1:${receiver.port}/` },
    });
    assert.equal(submitted.status, 202, JSON.stringify(submitted.json));
    const { jobId } = submitted.json as { jobId: string };
    await waitUntil(
      async () =>
        receiver.received.length > 0 && (await readDelivery(database.db, jobId)).status === 'DELIVERED',
    );
    const target = `/api/v1/templates/${templateId}/generate`;
    assert.equal((await send(api.url, 'POST', target, { key, json: { variables: {} } })).status, 200);
    assert.equal((await send(api.url, 'POST', target, { key, json: { variables: { no: 1 } } })).status, 400);
    const unsampled = { traceparent: `00-${'c'.repeat(32)}-${clientSpan.spanId}-00` };
    assert.equal((await send(api.url, 'GET', '/api/v1/projects', { key, headers: unsampled })).status, 200);
    const invalid = { traceparent: 'nonsense' };
    assert.equal((await send(api.url, 'GET', '/api/v1/projects', { key, headers: invalid })).status, 200);
    assert.equal((await send(api.url, 'GET', '/healthz')).status, 200);
    // A process sends its remaining spans before it exits.
    assert.deepEqual(await Promise.all([api.stop(), worker.stop()]), [0, 0]);
    traced = exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
    logged = api.lines;
  });
  after(async () => {
    await fleet.close();
    collector.closeAllConnections();
    collector.close();
    receiver.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const named = (name: string, spans = traced): Span[] => spans.filter((span) => span.name === name);
  const getParts = ({ spanId }: Span): Span[] => traced.filter(({ parentSpanId }) => parentSpanId === spanId);
  const attribute = (span: Span, name: string): unknown =>
    Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0];

  test('reach the collector with the name of the service and the id of the process', () => {
    assert.deepEqual([...paths], ['/v1/traces']);
    const resources = exports.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource));
    const of = (name: string) =>
      new Set(
        resources.map(({ attributes }) => attributes.find(({ key }) => key === name)?.value['stringValue']),
      );
    assert.deepEqual([...of('service.name')], ['cards']);
    assert.equal(of('service.instance.id').size, 2);
  });

  test("the rows, the archive and the callback of a batch belong to the client's trace", () => {
    const [submission, ...others] = named('POST /api/v1/batch-jobs');
    assert.ok(submission !== undefined && others.length === 0);
    assert.deepEqual([submission.traceId, submission.parentSpanId], [clientSpan.traceId, clientSpan.spanId]);
    assert.equal(attribute(submission, 'http.response.status_code'), 202);
    const parts = getParts(submission);
    assert.ok(parts.every(({ traceId }) => traceId === clientSpan.traceId));
    assert.deepEqual(parts.map(({ name }) => name).sort(), [
      'batch archive',
      'batch row',
      'batch row',
      'callback',
    ]);
    for (const row of named('batch row', parts))
      assert.deepEqual(
        getParts(row)
          .map(({ name }) => name)
          .sort(),
        [...stages].sort(),
      );
  });

  test('a callback carries the trace to its receiver', () => {
    const [callback] = named('callback');
    assert.equal(
      receiver.received[0]?.headers['traceparent'],
      `00-${clientSpan.traceId}-${callback?.spanId}-01`,
    );
  });

  test('a render without a traceparent starts a trace, and its stages are within its span', () => {
    const renders = named('POST /api/v1/templates/{templateId}/generate');
    const [render] = renders.filter((span) => attribute(span, 'http.response.status_code') === 200);
    assert.ok(render !== undefined);
    assert.equal(render.parentSpanId, undefined);
    const parts = getParts(render);
    assert.deepEqual(parts.map(({ name }) => name).sort(), [...stages].sort());
    for (const { name, startTimeUnixNano, endTimeUnixNano } of parts) {
      assert.ok(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano), name);
      // The clocks of spans and stages differ by less than 5 ms.
      assert.ok(BigInt(startTimeUnixNano) + 5_000_000n > BigInt(render.startTimeUnixNano), name);
      assert.ok(BigInt(endTimeUnixNano) < BigInt(render.endTimeUnixNano) + 5_000_000n, name);
    }
    const line = logged.find((each) => each.includes(`"traceId":"${render.traceId}"`));
    assert.match(line ?? '', /"operation":"generateImage"/);
    assert.ok(line?.includes(String(attribute(render, 'platen.request_id'))));
  });

  test('a refused request is not marked as a failure', () => {
    const [refused] = named('POST /api/v1/templates/{templateId}/generate').filter(
      (span) => attribute(span, 'http.response.status_code') === 400,
    );
    assert.equal(refused?.status.code, 0);
  });

  test('unsampled requests and health checks have no span; an invalid traceparent is ignored', () => {
    const reads = named('GET /api/v1/projects');
    assert.equal(reads.length, 1);
    assert.equal(reads[0]?.parentSpanId, undefined);
    assert.deepEqual(
      traced.filter(({ traceId }) => traceId === 'c'.repeat(32)),
      [],
    );
    assert.deepEqual(
      traced.filter(({ name }) => name.includes('healthz')),
      [],
    );
  });
});
