/** Expressions over HTTP: the option `locale` everywhere, `now`, and what imports refuse. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { TemplateDocument } from '../../generated/template.ts';
import { requestBatch, submitJob } from '../helpers/batch.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import {
  addTemplate,
  createTenant,
  plainDocument,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';
import { listZip, makeZip } from '../helpers/zip.ts';

let database: TestDatabase;
let folder: string;
let service: TestService;
let tenant: Tenant;
let templateId: string;
const startService = (worksOnBatches = false) =>
  startTestService({ env: { RATE_LIMITS: 'off', DATA_DIR: folder }, database, worksOnBatches });
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-expressions-'));
  database = await createTestDatabase();
  service = await startService();
  tenant = await createTenant(database.db, { plan: 'enterprise', mayAuthor: true });
  templateId = await addTemplate(database.db, tenant, document);
});
after(async () => {
  await service.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const box = { x: 0, y: 0, width: 40, height: 20 };
/** Text that shows a number and the time, and a page that is red where numbers have commas. */
const document: Partial<TemplateDocument> = {
  locale: 'en-GB',
  variables: [{ name: 'n', type: 'number', label: 'N', required: false, defaultValue: '1234.5' }],
  elements: [
    { type: 'rect', id: 'r', ...box, fill: '{{ number(1.5) == "1,5" ? "#ff0000" : "#0000ff" }}' },
    { type: 'text', id: 't', ...box, fontSize: 2, text: '{{ number(n) }} at {{ now }}' },
  ],
};

/** The text of an SVG. */
const shownIn = (svg: Uint8Array): string =>
  [
    ...Buffer.from(svg)
      .toString()
      .matchAll(/<text[^>]*>([^<]*)<\/text>/gu),
  ]
    .map(([, text]) => text ?? '')
    .join('');
const isRed = async (png: Uint8Array): Promise<boolean> => {
  const [red] = await sharp(png).extract({ left: 39, top: 19, width: 1, height: 1 }).raw().toBuffer();
  return red === 255;
};
const svg = { format: 'svg', options: { svgText: 'text' } };
const german = { ...svg, options: { ...svg.options, locale: 'de-AT' } };

async function generate(json: object): ReturnType<TestService['send']> {
  const sending = { key: tenant.apiKey, json: { variables: {}, ...json } };
  return await service.send('POST', `/api/v1/templates/${templateId}/generate`, sending);
}

test('generate writes numbers in the locale of the request, else of the template', async () => {
  assert.match(shownIn((await generate(svg)).bytes), /^1,234\.5 at /);
  assert.match(shownIn((await generate(german)).bytes), /^1\u00a0234,5 at /);
  for (const locale of ['german', 'de_AT', '', 'de-AT-x-private', 1]) {
    const { problem } = await generate({ options: { locale } });
    assert.deepEqual([problem.code, problem.errors[0]?.pointer], ['VALIDATION_ERROR', '/options/locale']);
  }
});

test('a share link shows the file in the locale of its request', async () => {
  const shared = (await generate({ ...german, delivery: 'link' })).json as { url: string };
  const { pathname } = new URL(shared.url);
  assert.match(shownIn((await service.send('GET', pathname)).bytes), /^1\u00a0234,5 at /);
});

test('image URLs take a locale; it is a part of what the picture is cached by', async () => {
  const key = await addUrlKey(database.db, tenant);
  const get = (query: string) =>
    service.send('GET', signedTarget(key, { templateId, ...(query === '' ? {} : { query }) }));
  const [plain, at] = [await get(''), await get('locale=de-AT')];
  assert.deepEqual([await isRed(plain.bytes), await isRed(at.bytes)], [false, true]);
  assert.notEqual(plain.headers.get('etag'), at.headers.get('etag'));
  const { problem } = await get('locale=de_AT');
  assert.deepEqual([problem.code, problem.errors[0]?.pointer], ['VALIDATION_ERROR', '/query/locale']);
});

/** Submits rows, lets another process work on them, and returns what their files show. */
async function workOn(jobs: readonly string[]): Promise<Record<string, string[]>> {
  const worker = await startService(true);
  try {
    const shown: Record<string, string[]> = {};
    for (const jobId of jobs) {
      for (;;) {
        const { json } = await requestBatch(worker, 'GET', `/${jobId}`, tenant);
        const { status } = json as { status: string };
        if (status === 'COMPLETED') break;
        assert.match(status, /^(PENDING|PROCESSING|QUEUED)$/);
        await sleep(100);
      }
      const { bytes } = await requestBatch(worker, 'GET', `/${jobId}/result?delivery=zip`, tenant);
      shown[jobId] = (await listZip(Buffer.from(bytes))).map(({ content }) => shownIn(content));
    }
    return shown;
  } finally {
    await worker.close();
  }
}

test('rows of a batch have its locale and the time of the request, also in another process', async () => {
  const rows = ['1.5', '2.5', '3.5'].map((n) => ({ n }));
  const first = await submitJob(service, tenant, { template: { templateId, ...german }, rows });
  const second = await submitJob(service, tenant, { template: { templateId, ...svg }, rows });
  const shown = await workOn([first, second]);
  const read = (jobId: string) => (shown[jobId] ?? []).map((text) => text.split(' at '));
  assert.deepEqual(
    read(first).map(([n]) => n),
    ['1,5', '2,5', '3,5'],
  );
  assert.deepEqual(
    read(second).map(([n]) => n),
    ['1.5', '2.5', '3.5'],
  );
  for (const jobId of [first, second]) {
    const times = new Set(read(jobId).map(([, time]) => time));
    assert.equal(times.size, 1, [...times].join(' '));
    const [time = ''] = times;
    const { json } = await requestBatch(service, 'GET', `/${jobId}`, tenant);
    assert.equal(new Date(time).toISOString(), (json as { createdAt: string }).createdAt);
  }
});

test('imports refuse expressions with the element, the key and the place in the expression', async () => {
  const long = `n > 1.0 ? "${'x'.repeat(2_000)}" : ""`;
  const cases: [text: string, detail: RegExp][] = [
    [
      '{{ 1.0 + nn }}',
      /^No variable "nn" is declared \(character 7 of the expression\)\. Did you mean "n"\?$/,
    ],
    ['{{ "a" + numbr(n) }}', /^There is no function numbr\(\) \(character 7 .*\)\. Did you mean "number"\?$/],
    ['Ends {{ "a" + n }}', /^The expression is not valid at character 1 .*string \+ double/],
    ['{{ 1 + }}', /^The expression is not valid at character 4 of the expression/],
    [`{{ ${long} }}`, /^The expression has 2,017 characters; it may have 2,000\.$/],
  ];
  const elements = cases.map(([text], index) => ({
    type: 'text',
    id: `t${index}`,
    ...box,
    fontSize: 2,
    text,
  }));
  const invalid = { ...plainDocument, ...document, elements };
  const zip = makeZip([{ name: 'template.json', content: JSON.stringify(invalid) }]);
  const { problem } = await service.send('POST', `/api/v1/projects/${tenant.projectId}/templates`, {
    key: tenant.apiKey,
    body: zip,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  assert.equal(problem.code, 'TEMPLATE_INVALID');
  assert.deepEqual(
    problem.errors.map(({ pointer }) => pointer),
    cases.map((_, index) => `/elements/${index}/text`),
  );
  for (const [index, [, detail]] of cases.entries())
    assert.match(problem.errors[index]?.detail ?? '', detail);
});

test('an expression that fails in a header or footer points at the variable, as elsewhere', async () => {
  const text = (expression: string) => ({
    type: 'text' as const,
    id: 'sum',
    ...box,
    fontSize: 8,
    text: `{{ ${expression} }}`,
  });
  const getFailure = async (page: Partial<NonNullable<TemplateDocument['pages']>[number]>) => {
    const id = await addTemplate(database.db, tenant, {
      variables: [{ name: 'a/b', type: 'number', label: 'N', required: false }],
      pages: [{ id: 'page', elements: [], ...page }],
    });
    const answer = await service.send('POST', `/api/v1/templates/${id}/generate`, {
      key: tenant.apiKey,
      json: { variables: {} },
    });
    assert.equal(answer.status, 400);
    const [error, ...others] = answer.problem.errors;
    assert.deepEqual(others, []);
    return error;
  };
  const own = await getFailure({ elements: [text('vars["a/b"] * 2.0')] });
  assert.equal(own?.pointer, '/variables/a~1b');
  for (const key of ['header', 'footer'] as const) {
    const group = {
      type: 'group' as const,
      id: key,
      height: 20,
      elements: [text('vars["a/b"] * pages')],
    };
    const error = await getFailure({ [key]: group });
    assert.equal(error?.pointer, '/variables/a~1b', key);
    const expression =
      /^On page 1: Element "sum": the expression \{\{ vars\["a\/b"\] \* pages \}\} needs a value/u;
    assert.match(error.detail, expression);
  }
});
