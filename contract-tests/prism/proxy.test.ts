import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { unwrap, type PlatenClient } from '../../clients/typescript/src/index.ts';
import { startProxy, type PrismProxy } from '../../scripts/prism/proxy.ts';
import { closeResponseSchemas } from '../../test/helpers/close-response-schemas.ts';
import { addUrlKey, signedTarget } from '../../test/helpers/image-urls.ts';
import { checkedFetch, fetchExternal } from '../../test/helpers/requests.ts';
import { streamZip } from '../../test/helpers/zip.ts';
import { startLiveService, type LiveService } from '../live-service.ts';
import { assertRefused, connect } from './through-prism.ts';

const validVariables = { title: 'Through Prism' };

describe('the TypeScript client through Prism to a running service', () => {
  let service: LiveService;
  let proxy: PrismProxy;
  let platen: PlatenClient;
  const successes = new Map<string, number>();

  before(async () => {
    service = await startLiveService();
    proxy = await startProxy(service.origin, closeResponseSchemas);
    platen = connectAs(service.apiKey);
  });
  after(async () => {
    await proxy?.close();
    await service?.close();
  });

  const connectAs = (apiKey: string): PlatenClient =>
    connect(proxy.origin, apiKey, {
      onAnswer(method, path, { ok }) {
        const operation = `${method} ${path.replaceAll(/[0-9a-f-]{36}/gi, '{id}')}`;
        successes.set(operation, (successes.get(operation) ?? 0) + (ok ? 1 : 0));
      },
    });
  const atJob = (jobId: string) => ({ params: { path: { jobId } } });
  const submission = (
    rows: readonly Record<string, string>[] = [validVariables, { title: 'And again' }],
  ) => ({
    template: { templateId: service.templateId },
    rows: [...rows],
  });

  test('lists projects and templates, and reads a template', async () => {
    const projects = await Array.fromAsync(platen.projects({ pageSize: 1 }));
    assert.ok(projects.some(({ id }) => id === service.projectId));
    const templates = await Array.fromAsync(platen.templates(service.projectId, { pageSize: 1 }));
    assert.ok(templates.some(({ id }) => id === service.templateId));
    const path = { params: { path: { templateId: service.templateId } } };
    const template = await unwrap(platen.api.GET('/api/v1/templates/{templateId}', path));
    assert.ok(template.variables.length > 5);
  });

  test('renders every format with intact bytes', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'] as const) {
      const file = await platen.generate({
        templateId: service.templateId,
        variables: validVariables,
        format,
        options: { scale: 2, quality: 70, outputDpi: 96, backgroundColor: '#0f172a' },
      });
      const bytes = await file.bytes();
      assert.equal(file.size, bytes.length);
      if (format === 'pdf') assert.match(Buffer.from(bytes).toString('latin1'), /^%PDF-1[^]*%%EOF\s*$/);
      else if (format === 'zpl') assert.match(Buffer.from(bytes).toString('latin1'), /^\^XA\n[^]*\^XZ\n$/);
      else {
        // Decodes every pixel, which fails if the bytes are corrupted. An SVG has no scale.
        const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
        assert.equal(info.width, format === 'svg' ? 160 : 320);
      }
      assert.ok((file.quota?.remaining ?? 0) > 0);
    }
  });

  test('publishes, lists and revokes a share link', async () => {
    const { link } = await platen.share({ templateId: service.templateId, variables: validVariables });
    const file = Buffer.from(await (await checkedFetch(link.url)).arrayBuffer());
    assert.equal(file.length, link.fileSize);
    const links = await Array.fromAsync(platen.shares({ pageSize: 3 }));
    assert.equal(links[0]?.id, link.id);
    const path = { params: { path: { shareId: link.id } } };
    await unwrap(platen.api.DELETE('/api/v1/shares/{shareId}', path));
    assert.equal((await checkedFetch(link.url)).status, 404);
    await assertRefused(unwrap(platen.api.DELETE('/api/v1/shares/{shareId}', path)), 404, 'SHARE_NOT_FOUND');
  });

  test('a batch is submitted, watched, listed, downloaded whole and in part, and deleted', async () => {
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
    const result = await unwrap(platen.api.GET('/api/v1/batch-jobs/{jobId}/result', atJob(job.jobId)));
    const { downloadUrl } = result as { downloadUrl: string };
    assert.deepEqual(Buffer.from(await (await checkedFetch(downloadUrl)).arrayBuffer()), bytes);
    const completed = await Array.fromAsync(platen.batchJobs({ status: ['COMPLETED', 'FAILED'] }));
    assert.ok(completed.some(({ jobId }) => jobId === job.jobId));
    await unwrap(platen.api.DELETE('/api/v1/batch-jobs/{jobId}', atJob(job.jobId)));
    await assertRefused(platen.waitForBatch(job.jobId), 404, 'BATCH_NOT_FOUND');
  });

  test('reads jobs in every state', async () => {
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

  test('a signed image URL', async () => {
    const key = await addUrlKey(service.db, service.owner);
    // A plus, as Prism writes a space again.
    const target = signedTarget(key, {
      templateId: service.templateId,
      query: 'v.title=Through+Prism&scale=2',
    });
    const image = await checkedFetch(proxy.origin + target);
    assert.equal(image.status, 200);
    assert.equal((await sharp(await image.arrayBuffer()).metadata()).width, 320);
    const changed = await checkedFetch(proxy.origin + target.replace('scale=2', 'scale=3'));
    assert.deepEqual(
      [changed.status, ((await changed.json()) as { code: string }).code],
      [403, 'IMAGE_URL_INVALID'],
    );
  });

  test('refusals of a render', async () => {
    const { templateId } = service;
    const { colleague } = service.otherKeys;
    const generate = (variables: Record<string, string>, id = templateId) =>
      platen.generate({ templateId: id, variables });
    await assertRefused(generate({}), 400, 'VALIDATION_ERROR');
    await assertRefused(generate({ ...validVariables, colour: 'red' }), 400, 'VALIDATION_ERROR');
    await assertRefused(
      generate({ ...validVariables, photo: 'https://no.such.host.invalid/x.png' }),
      400,
      'VALIDATION_ERROR',
    );
    await assertRefused(
      generate({ ...validVariables, photo: 'https://127.0.0.1:1/x.png' }),
      502,
      'RENDER_FAILED',
    );
    await assertRefused(generate(validVariables, randomUUID()), 404, 'TEMPLATE_NOT_FOUND');
    await assertRefused(
      connectAs(colleague).generate({ templateId, variables: validVariables }),
      404,
      'TEMPLATE_NOT_FOUND',
    );
    await assertRefused(
      connectAs('unknown').generate({ templateId, variables: validVariables }),
      401,
      'UNAUTHORIZED',
    );
    await assertRefused(Array.fromAsync(platen.templates(randomUUID())), 404, 'PROJECT_NOT_FOUND');
  });

  test('refusals of a batch', async () => {
    const { jobs } = service;
    const submit = (rows: readonly Record<string, string>[], more: object = {}) =>
      platen.submitBatch({ ...submission(rows), ...more });
    await assertRefused(submit([validVariables, {}]), 400, 'VARIABLE_VALIDATION_FAILED');
    await assertRefused(
      submit([validVariables], { template: { templateId: randomUUID() } }),
      400,
      'TEMPLATE_NOT_FOUND',
    );
    await assertRefused(submit(Array(201).fill(validVariables)), 400, 'BATCH_ROW_LIMIT_EXCEEDED');
    await assertRefused(submit(Array(2_001).fill(validVariables)), 400, 'BATCH_SIZE_EXCEEDED');
    await assertRefused(
      submit([validVariables], { callbackUrl: 'http://example.org/' }),
      400,
      'BATCH_COMPLETION_CALLBACK_URL_INVALID',
    );
    const idempotencyKey = randomUUID();
    const first = await platen.submitBatch(submission([validVariables]), { idempotencyKey });
    const again = await platen.submitBatch(submission([validVariables]), { idempotencyKey });
    assert.deepEqual([again.jobId, first.isReplayed, again.isReplayed], [first.jobId, false, true]);
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

  test('the proxy found no violations, and every operation succeeded at least once', () => {
    assert.deepEqual(proxy.violations, []);
    assert.deepEqual(
      [...successes].filter(([, count]) => count === 0),
      [],
    );
    assert.equal(successes.size, 13);
  });

  test('a request that violates the contract is refused', async () => {
    const url = `${proxy.origin}/api/v1/templates/${service.templateId}/generate`;
    const refusal = await fetchExternal(url, {
      method: 'POST',
      headers: { 'X-Api-Key': service.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ variables: validVariables, format: 'gif' }),
    });
    assert.equal(refusal.status, 422);
    assert.match(await refusal.text(), /prism\/errors#UNPROCESSABLE_ENTITY.*format/);
    assert.match(proxy.violations.join('\n'), /format must be equal to one of/);
  });
});

describe('Prism refuses an answer that violates the contract', () => {
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
    'a valid answer': { body: projects },
    'an undocumented status': { status: 203, body: projects },
    'an undocumented error status': { status: 418, type: 'application/problem+json', body: {} },
    'a missing field': { body: projects.map(({ name: _, ...rest }) => rest) },
    'an undocumented field': { body: projects.map((project) => ({ ...project, colour: 'red' })) },
    'a value of the wrong type': { body: projects.map((project) => ({ ...project, templateCount: '4' })) },
    'a value of the wrong format': { body: projects.map((project) => ({ ...project, updatedAt: 'today' })) },
    'an undocumented media type': { type: 'text/html', body: projects },
    'a missing header': { headers: {}, body: projects },
    'a header of the wrong format': { headers: { ...headers, RateLimit: 'plenty' }, body: projects },
    'a problem with an undocumented code': {
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
    const isValid = kind === 'a valid answer';
    test(isValid ? 'but accepts a valid one' : kind, async () => {
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
        closeResponseSchemas,
      );
      try {
        const response = await fetchExternal(`${proxy.origin}/api/v1/projects`, {
          headers: { 'X-Api-Key': 'any' },
        });
        const text = await response.text();
        assert.equal(response.status, isValid ? 200 : 500, text);
        assert.equal(text.includes('prism/errors#VIOLATIONS'), !isValid, text);
        assert.equal(proxy.violations.length > 0, !isValid);
      } finally {
        await proxy.close();
        upstream.close();
        upstream.closeAllConnections();
      }
    });
  }
});
