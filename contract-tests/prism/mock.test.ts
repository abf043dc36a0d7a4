import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import {
  createPlatenClient,
  PlatenError,
  unwrap,
  type PlatenClient,
} from '../../clients/typescript/src/index.ts';
import { startMock } from '../../scripts/prism/mock.ts';
import {
  readContract,
  readExampleFile,
  type Contract,
  type DocumentedAnswer,
} from '../../scripts/prism/document.ts';
import type { PrismServer } from '../../scripts/prism/exchange.ts';
import { fetchExternal } from '../../test/helpers/requests.ts';
import { streamZip } from '../../test/helpers/zip.ts';

type Loose = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
type Call = Contract['operations'][string]['call'];

const contract = await readContract();
const templateId = '3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31';
const jobId = 'e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61';
/** Headers that HTTP itself adds to an answer. */
const httpHeaders = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];

describe('the mock', () => {
  let mock: PrismServer;
  let platen: PlatenClient;
  before(async () => {
    mock = await startMock();
    platen = createPlatenClient({ baseUrl: mock.origin, apiKey: 'any', retry: false, fetch: fetchRequest });
  });
  after(() => mock.close());

  const call = async ({ method, path, parameters, requiredQuery, body, bodyFile }: Call, prefer: string) => {
    const zip = bodyFile === undefined ? null : await readExampleFile(bodyFile);
    return await (platen.api.request as unknown as Loose)(method, path, {
      params: { path: parameters, query: requiredQuery },
      ...(body === undefined ? {} : { body }),
      ...(zip === null ? {} : { body: zip, bodySerializer: (bytes: Buffer) => bytes }),
      headers: { Prefer: prefer, ...(zip === null ? {} : { 'Content-Type': 'application/octet-stream' }) },
      parseAs: 'arrayBuffer',
    });
  };

  for (const [id, { call: request, responses }] of Object.entries(contract.operations)) {
    for (const [status, documentedAnswer] of Object.entries(responses)) {
      for (const { mediaType, name, value, file } of getExamples(documentedAnswer)) {
        const body = mediaType === null ? 'no body' : `${name} as ${mediaType}`;
        test(`${id} answers ${status} with ${body}`, async () => {
          const prefer = `code=${status}${name === null ? '' : `, example=${name}`}`;
          const { data, error, response } = await call(request, prefer);
          assert.equal(response.status, Number(status));
          assert.equal(response.headers.get('content-type'), mediaType);
          assertHeaders(response.headers, documentedAnswer, name);
          // The answer to HEAD has no body.
          if (request.method === 'head') return;
          if (Number(status) >= 400) {
            assert.deepEqual(error, value);
            const refusal = await assertRefused(unwrap(call(request, prefer)));
            assert.equal(refusal.requestId, response.headers.get('x-request-id'));
          } else if (mediaType !== null) {
            const bytes = Buffer.from(data as ArrayBuffer);
            if (file === null) assert.deepEqual(JSON.parse(bytes.toString()), atMock(value));
            else if (status !== '206') assert.ok(bytes.equals(await readExampleFile(file)), 'another file');
          }
        });
      }
    }
  }

  const assertHeaders = (
    headers: Headers,
    documentedAnswer: DocumentedAnswer,
    example: string | null,
  ): void => {
    const documented = Object.entries(documentedAnswer.headers ?? {});
    for (const [name, header] of documented) {
      const value = header.example ?? header.examples?.[example ?? '']?.value;
      if (header.required === true) assert.ok(headers.has(name), name);
      if (value !== undefined && !/^content-(length|range)$/i.test(name)) {
        assert.equal(headers.get(name), String(value as string), name);
      }
    }
    const known = [...httpHeaders, ...documented.map(([name]) => name.toLowerCase())];
    for (const name of headers.keys()) assert.ok(known.includes(name), `${name} is not documented`);
  };

  /** An example with the origin of the mock instead of the service. */
  const atMock = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(contract.origin, mock.origin));

  test('answers with a valid file in every format', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const file = await platen.generate({ templateId, variables: { title: 'The harvest is in' }, format });
      const bytes = await file.bytes();
      const { format: found, width, height } = await sharp(bytes).metadata();
      assert.deepEqual([found, width, height], [format, 1200, 630]);
      assert.equal(file.size, bytes.length);
      assert.equal(file.name, `Social card.${format === 'jpeg' ? 'jpg' : format}`);
      assert.equal(file.mediaType, `image/${format}`);
    }
    const pdf = await platen.generate({ templateId, variables: { title: 'Any' }, format: 'pdf' });
    assert.match(Buffer.from(await pdf.bytes()).toString('latin1'), /^%PDF-1[^]*%%EOF\s*$/);
    assert.equal(pdf.name, 'Social card.pdf');
  });

  test('a share link serves the image, whole or in part', async () => {
    const { link } = await platen.share({ templateId, variables: { title: 'The harvest is in' } });
    const whole = Buffer.from(await (await fetchExternal(link.url)).arrayBuffer());
    assert.equal(whole.length, link.fileSize);
    assert.equal((await sharp(whole).metadata()).format, 'png');
    const part = await fetchExternal(link.url, { headers: { Range: 'bytes=8-15' } });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 8-15/${whole.length}`]);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(8, 16));
    await unwrap(platen.api.DELETE('/api/v1/shares/{shareId}', { params: { path: { shareId: link.id } } }));
  });

  test('lists have a last page', async () => {
    const names = async (list: AsyncIterable<object>) => (await Array.fromAsync(list)).length;
    const [project] = await Array.fromAsync(platen.projects());
    assert.equal(await names(platen.projects()), 2);
    assert.equal(await names(platen.templates(project?.id ?? '')), 2);
    assert.equal(await names(platen.shares()), 1);
    assert.equal(await names(platen.batchJobs({ status: ['COMPLETED'] })), 1);
    assert.equal(await names(platen.batchItems(jobId)), 2);
  });

  test('a batch is submitted, completed, downloaded and deleted', async () => {
    const submitted = await platen.submitBatch({
      template: { templateId, format: 'jpeg', output: { filenamePattern: 'card-{index}-{title}' } },
      rows: [{ title: 'The harvest is in' }, { title: 'Rain at last' }],
      callbackUrl: 'https://hooks.example.org/platen',
    });
    const job = await platen.waitForBatch(submitted.jobId);
    assert.equal(job.status, 'COMPLETED');
    const archive = await platen.downloadBatch(job.jobId);
    const bytes = Buffer.from(await new Response(archive.stream).arrayBuffer());
    assert.equal(bytes.length, archive.size);
    const items = await Array.fromAsync(platen.batchItems(job.jobId));
    assert.deepEqual(
      streamZip(bytes).map(({ name, content }) => ({ name, size: content.length })),
      items.map(({ filename, size }) => ({ name: filename, size })),
    );
    const path = { params: { path: { jobId: submitted.jobId } } };
    const { downloadUrl } = (await unwrap(platen.api.GET('/api/v1/batch-jobs/{jobId}/result', path))) as {
      downloadUrl: string;
    };
    for (const url of [downloadUrl, job.downloadUrl ?? '']) {
      assert.deepEqual(Buffer.from(await (await fetchExternal(url)).arrayBuffer()), bytes);
    }
    await unwrap(platen.api.POST('/api/v1/batch-jobs/{jobId}/cancel', path));
    await unwrap(platen.api.DELETE('/api/v1/batch-jobs/{jobId}', path));
  });

  test('a batch on sheets is delivered as a PDF', async () => {
    const { data, response } = await platen.api.GET('/api/v1/batch-jobs/{jobId}/result', {
      params: { path: { jobId }, query: { delivery: 'pdf' } },
      parseAs: 'arrayBuffer',
    });
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    const sheets = await readExampleFile('examples/social-cards.pdf');
    assert.ok(sheets.equals(Buffer.from(data as unknown as ArrayBuffer)));
  });

  test('serves byte ranges of the archive', async () => {
    const getRange = (Range: string) =>
      platen.api.GET('/api/v1/batch-jobs/{jobId}/result', {
        params: { path: { jobId }, query: { delivery: 'zip' }, header: { Range } },
        parseAs: 'arrayBuffer',
      });
    const all = await readExampleFile('examples/social-cards.zip');
    for (const [range, first, last] of [
      ['bytes=100-199', 100, 199],
      ['bytes=60000-', 60_000, all.length - 1],
      ['bytes=-22', all.length - 22, all.length - 1],
    ] as const) {
      const { data, response } = await getRange(range);
      assert.equal(response.status, 206);
      assert.equal(response.headers.get('content-range'), `bytes ${first}-${last}/${all.length}`);
      assert.deepEqual(Buffer.from(data as unknown as ArrayBuffer), all.subarray(first, last + 1));
    }
    assert.equal((await getRange('pages=1')).response.status, 200);
    const beyond = await getRange(`bytes=${all.length}-`);
    assert.equal(beyond.response.status, 416);
  });

  test('refuses requests that violate the contract, with the violations', async () => {
    const url = `${mock.origin}/api/v1/templates/${templateId}/generate`;
    const send = (body: string, headers: Record<string, string>) =>
      fetchExternal(url, { method: 'POST', body, headers: { 'X-Api-Key': 'any', ...headers } });
    const json = { 'Content-Type': 'application/json' };
    for (const [body, headers, status, code] of [
      ['{"variables":{"title":1}}', json, 400, 'VALIDATION_ERROR'],
      ['{"variables":{},"colour":"red"}', json, 400, 'VALIDATION_ERROR'],
      ['{"variables":{},"options":{"locale":"de_AT"}}', json, 400, 'VALIDATION_ERROR'],
      ['{"variables":{"title":"x"},"größe":1}', json, 400, 'VALIDATION_ERROR'],
      ['{"variables":', json, 400, 'VALIDATION_ERROR'],
      ['title=x', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ] as const) {
      const response = await send(body, headers);
      assert.equal(response.status, status, body);
      assert.equal(((await response.json()) as { code: string }).code, code);
      assert.ok((response.headers.get('sl-violations') ?? '').includes('Re') || status === 415, body);
    }
    const empty = await send('{"variables":{}}', { ...json, 'Idempotency-Key': '' });
    assert.equal(empty.status, 400);
    assert.match(empty.headers.get('sl-violations') ?? '', /"idempotency-key".*fewer than 1 characters/);
    const parameter = await fetchExternal(`${mock.origin}/api/v1/projects?colour=red`, {
      headers: { 'X-Api-Key': 'any' },
    });
    assert.equal(parameter.status, 400);
    assert.match(parameter.headers.get('sl-violations') ?? '', /"colour".*not a parameter/);
    const unknown = await fetchExternal(`${mock.origin}/api/v1/nothing`, {
      headers: { 'X-Api-Key': 'any' },
    });
    assert.equal(unknown.status, 404);
    assert.match(await unknown.text(), /prism\/errors#NO_PATH_MATCHED/);
    const undocumented = await call(contract.operations['listProjects']?.call ?? assert.fail(), 'code=418');
    assert.equal(undocumented.response.status, 404);
  });

  test('requires a key, and accepts any', async () => {
    const response = await fetchExternal(`${mock.origin}/api/v1/projects`);
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('www-authenticate'), 'ApiKey realm="platen", header="X-Api-Key"');
    assert.equal(((await response.json()) as { code: string }).code, 'UNAUTHORIZED');
  });

  test('generates values with Prefer: dynamic=true', async () => {
    const { response, data } = await call(
      contract.operations['getTemplate']?.call ?? assert.fail(),
      'dynamic=true',
    );
    assert.equal(response.status, 200);
    const generated = JSON.parse(Buffer.from(data as ArrayBuffer).toString()) as { id: string };
    assert.match(generated.id, /^[0-9a-f-]{36}$/i);
    assert.notEqual(generated.id, templateId);
  });
});

/** All body examples of an answer; a single empty one for an answer without a body. */
function getExamples({ content = {} }: DocumentedAnswer) {
  const examples = Object.entries(content).flatMap(([mediaType, { examples: named = {} }]) =>
    Object.entries(named).map(([name, { value, externalValue }]) => ({
      mediaType,
      name,
      value,
      file: typeof externalValue === 'string' ? externalValue : null,
    })),
  );
  return examples.length > 0 ? examples : [{ mediaType: null, name: null, value: undefined, file: null }];
}

async function fetchRequest(request: Request): Promise<Response> {
  return fetchExternal(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body === null ? null : await request.arrayBuffer(),
  });
}

async function assertRefused(call: Promise<unknown>): Promise<PlatenError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof PlatenError, String(error));
    return error;
  }
  return assert.fail('should have been refused');
}
