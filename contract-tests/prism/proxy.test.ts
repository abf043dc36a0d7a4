import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { unwrap, type PlatenClient } from '../../clients/typescript/src/index.ts';
import { startProxy, type PrismProxy } from '../../scripts/prism/proxy.ts';
import { closeAnswers } from '../../test/helpers/close-answers.ts';
import { checkedFetch, fetchElsewhere } from '../../test/helpers/requests.ts';
import { streamZip } from '../../test/helpers/zip.ts';
import { startLiveService, type LiveService } from '../live-service.ts';
import { assertRefused, connect } from './through-prism.ts';

const good = { title: 'Through Prism' };

describe('our client through Prism to a running service', () => {
  let service: LiveService;
  let proxy: PrismProxy;
  let platen: PlatenClient;
  const met = new Map<string, number>();

  before(async () => {
    service = await startLiveService();
    proxy = await startProxy(service.origin, closeAnswers);
    platen = connectAs(service.apiKey);
  });
  after(async () => {
    await proxy?.close();
    await service?.close();
  });

  const connectAs = (apiKey: string): PlatenClient =>
    connect(proxy.origin, apiKey, {
      onAnswer(method, path, { ok }) {
        const place = `${method} ${path.replaceAll(/[0-9a-f-]{36}/gi, '{id}')}`;
        met.set(place, (met.get(place) ?? 0) + (ok ? 1 : 0));
      },
    });
  const atJob = (jobId: string) => ({ params: { path: { jobId } } });
  const submission = (rows: readonly Record<string, string>[] = [good, { title: 'And again' }]) => ({
    template: { templateId: service.templateId },
    rows: [...rows],
  });

  test('projects, their templates, and one of these', async () => {
    const projects = await Array.fromAsync(platen.projects({ pageSize: 1 }));
    assert.ok(projects.some(({ id }) => id === service.projectId));
    const templates = await Array.fromAsync(platen.templates(service.projectId, { pageSize: 1 }));
    assert.ok(templates.some(({ id }) => id === service.templateId));
    const path = { params: { path: { templateId: service.templateId } } };
    const template = await unwrap(platen.api.GET('/api/v1/templates/{templateId}', path));
    assert.ok(template.variables.length > 5);
  });

  test('a render in every format, byte for byte', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'pdf'] as const) {
      const file = await platen.generate({
        templateId: service.templateId,
        variables: good,
        format,
        options: { scale: 2, quality: 70, outputDpi: 96, backgroundColor: '#0f172a' },
      });
      const bytes = await file.bytes();
      assert.equal(file.size, bytes.length);
      if (format === 'pdf') assert.match(Buffer.from(bytes).toString('latin1'), /^%PDF-1[^]*%%EOF\s*$/);
      // Every pixel is read, which only the bytes as they were sent allow.
      else assert.equal((await sharp(bytes).raw().toBuffer({ resolveWithObject: true })).info.width, 320);
      assert.ok((file.quota?.remaining ?? 0) > 0);
    }
  });

  test('a link, listed and taken back', async () => {
    const { link } = await platen.share({ templateId: service.templateId, variables: good });
    const file = Buffer.from(await (await checkedFetch(link.url)).arrayBuffer());
    assert.equal(file.length, link.fileSize);
    const links = await Array.fromAsync(platen.shares({ pageSize: 3 }));
    assert.equal(links[0]?.id, link.id);
    const path = { params: { path: { shareId: link.id } } };
    await unwrap(platen.api.DELETE('/api/v1/shares/{shareId}', path));
    assert.equal((await checkedFetch(link.url)).status, 404);
    await assertRefused(unwrap(platen.api.DELETE('/api/v1/shares/{shareId}', path)), 404, 'SHARE_NOT_FOUND');
  });

  test('a batch, watched, listed, fetched whole and in part, and deleted', async () => {
    const submitted = await platen.submitBatch(submission());
    const seen: string[] = [];
    const job = await platen.waitForBatch(submitted.jobId, {
      firstInterval: 50,
      onProgress: ({ status }) => void seen.push(status),
    });
    assert.equal(job.status, 'COMPLETED');
    assert.equal(seen.at(-1), 'COMPLETED');
    const archive = await platen.downloadBatch(job.jobId);
    const bytes = Buffer.from(await new Response(archive.stream).arrayBuffer());
    assert.equal(archive.size, bytes.length);
    const items = await Array.fromAsync(platen.batchItems(job.jobId, { pageSize: 1 }));
    assert.deepEqual(
      streamZip(bytes).map(({ name }) => name),
      items.map(({ filename }) => filename),
    );
    const part = await platen.api.GET('/api/v1/batch-jobs/{jobId}/result', {
      params: {
        path: { jobId: job.jobId },
        query: { delivery: 'zip' },
        header: { Range: 'bytes=4-99' },
      },
      parseAs: 'arrayBuffer',
    });
    assert.equal(part.response.status, 206);
    assert.deepEqual(Buffer.from(part.data as unknown as ArrayBuffer), bytes.subarray(4, 100));
    const address = await unwrap(platen.api.GET('/api/v1/batch-jobs/{jobId}/result', atJob(job.jobId)));
    const { downloadUrl } = address as { downloadUrl: string };
    assert.deepEqual(Buffer.from(await (await checkedFetch(downloadUrl)).arrayBuffer()), bytes);
    const completed = await Array.fromAsync(platen.batchJobs({ status: ['COMPLETED', 'FAILED'] }));
    assert.ok(completed.some(({ jobId }) => jobId === job.jobId));
    await unwrap(platen.api.DELETE('/api/v1/batch-jobs/{jobId}', atJob(job.jobId)));
    await assertRefused(platen.waitForBatch(job.jobId), 404, 'BATCH_NOT_FOUND');
  });

  test('jobs in every state', async () => {
    const { jobs } = service;
    for (const [jobId, status] of [
      [jobs.partly, 'COMPLETED'],
      [jobs.failed, 'FAILED'],
      [jobs.cancelled, 'CANCELLED'],
      [jobs.processing, 'PROCESSING'],
      [jobs.delivered, 'COMPLETED'],
      [jobs.undelivered, 'COMPLETED'],
    ] as const) {
      const job = await unwrap(platen.api.GET('/api/v1/batch-jobs/{jobId}', atJob(jobId)));
      assert.equal(job.status, status);
      await Array.fromAsync(platen.batchItems(jobId));
    }
  });

  test('refusals of a render', async () => {
    const { templateId } = service;
    const { colleague } = service.otherKeys;
    const generate = (variables: Record<string, string>, id = templateId) =>
      platen.generate({ templateId: id, variables });
    await assertRefused(generate({}), 400, 'VALIDATION_ERROR');
    await assertRefused(generate({ ...good, colour: 'red' }), 400, 'VALIDATION_ERROR');
    await assertRefused(
      generate({ ...good, photo: 'https://no.such.host.invalid/x.png' }),
      400,
      'VALIDATION_ERROR',
    );
    await assertRefused(generate({ ...good, photo: 'https://127.0.0.1:1/x.png' }), 502, 'RENDER_FAILED');
    await assertRefused(generate(good, randomUUID()), 404, 'TEMPLATE_NOT_FOUND');
    await assertRefused(
      connectAs(colleague).generate({ templateId, variables: good }),
      404,
      'TEMPLATE_NOT_FOUND',
    );
    await assertRefused(connectAs('unknown').generate({ templateId, variables: good }), 401, 'UNAUTHORIZED');
    await assertRefused(Array.fromAsync(platen.templates(randomUUID())), 404, 'PROJECT_NOT_FOUND');
  });

  test('refusals of a batch', async () => {
    const { jobs } = service;
    const submit = (rows: readonly Record<string, string>[], more: object = {}) =>
      platen.submitBatch({ ...submission(rows), ...more });
    await assertRefused(submit([good, {}]), 400, 'VARIABLE_VALIDATION_FAILED');
    await assertRefused(
      submit([good], { template: { templateId: randomUUID() } }),
      400,
      'TEMPLATE_NOT_FOUND',
    );
    await assertRefused(submit(Array(201).fill(good)), 400, 'BATCH_ROW_LIMIT_EXCEEDED');
    await assertRefused(submit(Array(2_001).fill(good)), 400, 'BATCH_SIZE_EXCEEDED');
    await assertRefused(
      submit([good], { callbackUrl: 'http://example.org/' }),
      400,
      'BATCH_COMPLETION_CALLBACK_URL_INVALID',
    );
    const idempotencyKey = randomUUID();
    const first = await platen.submitBatch(submission([good]), { idempotencyKey });
    const again = await platen.submitBatch(submission([good]), { idempotencyKey });
    assert.equal(again.jobId, first.jobId);
    await assertRefused(
      platen.submitBatch(submission(), { idempotencyKey }),
      409,
      'BATCH_IDEMPOTENCY_KEY_REUSED',
    );
    await platen.waitForBatch(first.jobId, { firstInterval: 50 });

    const result = (jobId: string, Range?: string) =>
      unwrap(
        platen.api.GET('/api/v1/batch-jobs/{jobId}/result', {
          params: {
            path: { jobId },
            query: { delivery: 'zip' },
            ...(Range === undefined ? {} : { header: { Range } }),
          },
          parseAs: 'arrayBuffer',
        }),
      );
    await assertRefused(result(jobs.processing), 409, 'BATCH_RESULT_NOT_READY');
    await assertRefused(result(jobs.failed), 409, 'BATCH_RESULT_NOT_READY');
    await assertRefused(result(jobs.expired), 410, 'BATCH_RESULT_EXPIRED');
    await assertRefused(result(jobs.gone), 404, 'BATCH_RESULT_NOT_FOUND');
    await assertRefused(result(first.jobId, 'bytes=99999999-'), 416, 'RANGE_NOT_SATISFIABLE');
    const remove = unwrap(platen.api.DELETE('/api/v1/batch-jobs/{jobId}', atJob(jobs.processing)));
    await assertRefused(remove, 409, 'BATCH_JOB_ACTIVE');
    await unwrap(platen.api.POST('/api/v1/batch-jobs/{jobId}/cancel', atJob(jobs.processing)));
  });

  test('was clean, and met every operation', () => {
    assert.deepEqual(proxy.violations, []);
    assert.deepEqual(
      [...met].filter(([, successes]) => successes === 0),
      [],
    );
    assert.equal(met.size, 13);
  });

  test('a request that is off the contract does not get through', async () => {
    const url = `${proxy.origin}/api/v1/templates/${service.templateId}/generate`;
    const refusal = await fetchElsewhere(url, {
      method: 'POST',
      headers: { 'X-Api-Key': service.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ variables: good, format: 'gif' }),
    });
    assert.equal(refusal.status, 422);
    assert.match(await refusal.text(), /prism\/errors#UNPROCESSABLE_ENTITY.*format/);
    assert.match(proxy.violations.join('\n'), /format must be equal to one of/);
  });
});

describe('an answer that is off the contract does not get through Prism', () => {
  const projects = [
    {
      id: '6f1c9a0e-6d4e-4a53-9f0b-3f7f3a1d2c11',
      name: 'Spring campaign',
      description: '',
      templateCount: 4,
      visibility: 'PRIVATE',
      updatedAt: '2026-03-02T09:14:07.412Z',
    },
  ];
  const json = 'application/json';
  const headers = { 'X-Request-Id': '0b7c5f0e-4b3a-4a8e-9f57-2f1f7d1f6a31' };
  const answers: Record<string, { status?: number; type?: string; headers?: object; body: unknown }> = {
    'none of the kinds below': { body: projects },
    'a status that is not documented': { status: 203, body: projects },
    'an error status that is not documented': { status: 418, type: 'application/problem+json', body: {} },
    'a field that is missing': { body: projects.map(({ name: _, ...rest }) => rest) },
    'a field that is not documented': { body: projects.map((project) => ({ ...project, colour: 'red' })) },
    'a value of another type': { body: projects.map((project) => ({ ...project, templateCount: '4' })) },
    'a value of another form': { body: projects.map((project) => ({ ...project, updatedAt: 'today' })) },
    'another media type': { type: 'text/html', body: projects },
    'a header that is missing': { headers: {}, body: projects },
    'a header of another form': { headers: { ...headers, RateLimit: 'plenty' }, body: projects },
    'a problem of another code': {
      status: 401,
      type: 'application/problem+json',
      headers: { ...headers, 'WWW-Authenticate': 'ApiKey' },
      body: {
        type: 'about:blank',
        title: 'Unauthorized',
        status: 401,
        code: 'NO',
        detail: 'No.',
        requestId: headers['X-Request-Id'],
      },
    },
  };

  for (const [kind, answer] of Object.entries(answers)) {
    const isClean = kind === 'none of the kinds below';
    test(isClean ? 'and one that is on it does' : kind, async () => {
      const upstream = createServer((_request, response) => {
        response.writeHead(answer.status ?? 200, {
          'Content-Type': answer.type ?? json,
          ...(answer.headers ?? headers),
        });
        response.end(JSON.stringify(answer.body));
      }).listen(0, '127.0.0.1');
      await once(upstream, 'listening');
      const proxy = await startProxy(
        `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
        closeAnswers,
      );
      try {
        const response = await fetchElsewhere(`${proxy.origin}/api/v1/projects`, {
          headers: { 'X-Api-Key': 'any' },
        });
        const text = await response.text();
        assert.equal(response.status, isClean ? 200 : 500, text);
        assert.equal(text.includes('prism/errors#VIOLATIONS'), !isClean, text);
        assert.equal(proxy.violations.length > 0, !isClean);
      } finally {
        await proxy.close();
        upstream.close();
        upstream.closeAllConnections();
      }
    });
  }
});
