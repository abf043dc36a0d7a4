import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { importTemplate } from '../../src/domain/templates/import-template.ts';
import { blobKey } from '../../src/storage/storage.ts';
import { readUsage } from '../../src/store/quota.ts';
import { replaceTemplate } from '../../src/store/templates.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', MAX_OUTPUT_PIXELS: '1000000' } });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, { name: 'Grüße: 1/2' });
});
after(() => service.close());

async function generate(json: unknown, id = templateId, account = tenant) {
  return await service.send('POST', `/api/v1/templates/${id}/generate`, { key: account.apiKey, json });
}

async function used(): Promise<number> {
  return (await readUsage(service.db, tenant.workspaceId, new Date())).used;
}

test('each format has its media type and file name', async () => {
  const stem = 'attachment; filename="Gr__e- 1-2.EXT"; filename*=UTF-8\'\'Gr%C3%BC%C3%9Fe-%201-2.EXT';
  for (const [format, mediaType, extension] of [
    [undefined, 'image/png', 'png'],
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
    ['webp', 'image/webp', 'webp'],
    ['pdf', 'application/pdf', 'pdf'],
  ] as const) {
    const { status, headers, bytes } = await generate({ variables: {}, format });
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), mediaType);
    assert.equal(headers.get('content-length'), String(bytes.length));
    assert.equal(headers.get('content-disposition'), stem.replaceAll('EXT', extension));
    assert.equal(headers.get('x-template-id'), templateId);
    if (format === 'pdf') {
      const [page] = (await PDFDocument.load(bytes)).getPages();
      assert.deepEqual(page?.getSize(), { width: 30, height: 15 });
    } else {
      const { width, height, format: decoded } = await sharp(bytes).metadata();
      assert.deepEqual([width, height, decoded], [40, 20, format ?? 'png']);
    }
  }
});

test('a password encrypts a PDF, and is refused where it cannot', async () => {
  const options = { password: 'tüx-4711' };
  const { status, bytes } = await generate({ variables: {}, format: 'pdf', options });
  assert.equal(status, 200);
  await assert.rejects(PDFDocument.load(bytes), /encrypted/u);
  const opened = await getDocument({ data: new Uint8Array(bytes), verbosity: 0, ...options }).promise;
  assert.equal(opened.numPages, 1);
  await opened.destroy();
  const print = await addTemplate(service.db, tenant, { viewportOutputIntent: 'print' });
  const before = await used();
  for (const [json, id] of [
    [{ variables: {}, options }],
    [{ variables: {}, format: 'svg', options }],
    [{ variables: {}, format: 'pdf', options }, print],
    [{ variables: {}, format: 'pdf', options: { password: '' } }],
    [{ variables: {}, format: 'pdf', options: { password: 'é'.repeat(64) } }],
    [{ variables: {}, format: 'pdf', options: { password: `${options.password}\n` } }],
  ] as const) {
    const answer = await generate(json, id);
    assert.deepEqual([answer.status, answer.problem.errors[0]?.pointer], [400, '/options/password']);
    assert.ok(!JSON.stringify(answer.problem).includes(options.password));
  }
  assert.equal(await used(), before);
});

test('preflight adds the warnings of a printer, and is refused where nothing would be checked', async () => {
  const print = await addTemplate(service.db, tenant, {
    viewportOutputIntent: 'print',
    bleed: 10,
    elements: [{ type: 'rect', id: 'band', x: -4, y: 0, width: 44, height: 8, fill: '#204060' }],
  });
  const options = { preflight: true };
  const plain = await generate({ variables: {}, format: 'pdf' }, print);
  assert.equal(plain.headers.get('X-Render-Warnings'), '0');
  const checked = await generate({ variables: {}, format: 'pdf', options }, print);
  assert.equal(checked.status, 200);
  assert.equal(checked.headers.get('X-Render-Warning-Details'), 'BLEED_SHORT;element="band"');
  assert.equal(checked.bytes.length, plain.bytes.length);
  for (const [json, id] of [
    [{ variables: {}, format: 'png', options }, print],
    [{ variables: {}, format: 'pdf', options }],
  ] as const) {
    const answer = await generate(json, id);
    assert.deepEqual([answer.status, answer.problem.errors[0]?.pointer], [400, '/options/preflight']);
  }
});

test('options set the size, the quality and the background', async () => {
  const size = async (options: object) => {
    const { width, height, density } = await sharp(
      (await generate({ variables: {}, options })).bytes,
    ).metadata();
    return [width, height, density];
  };
  assert.deepEqual(await size({}), [40, 20, 96]);
  assert.deepEqual(await size({ scale: 4 }), [160, 80, 384]);
  assert.deepEqual(await size({ outputDpi: 300 }), [125, 63, 300]);
  assert.deepEqual(await size({ outputDpi: 150, scale: 2 }), [125, 63, 300]);

  const noise = await addTemplate(service.db, tenant, {
    elements: [{ type: 'text', id: 'a', x: 0, y: 0, width: 40, height: 20, text: 'abcdef', fontSize: 8 }],
  });
  const getLength = async (quality: number) =>
    (await generate({ variables: {}, format: 'jpeg', options: { quality } }, noise)).bytes.length;
  assert.ok((await getLength(5)) < (await getLength(100)));

  const red = await generate({ variables: {}, options: { backgroundColor: '#ff0000' } });
  const { dominant } = await sharp(red.bytes).removeAlpha().stats();
  assert.ok(dominant.r > 200 && dominant.b < 60, JSON.stringify(dominant));
});

test('chroma decides how a JPEG stores colour; png and webp ignore it', async () => {
  const getChroma = async (options: object) => {
    const { bytes } = await generate({ variables: {}, format: 'jpeg', options });
    return (await sharp(bytes).metadata()).chromaSubsampling;
  };
  assert.equal(await getChroma({}), '4:2:0');
  assert.equal(await getChroma({ quality: 90 }), '4:4:4');
  assert.equal(await getChroma({ chroma: '4:4:4' }), '4:4:4');
  assert.equal(await getChroma({ quality: 100, chroma: '4:2:0' }), '4:2:0');
  for (const format of ['png', 'webp']) {
    const [plain, other] = [{}, { chroma: '4:4:4' }].map((options) => ({ variables: {}, format, options }));
    assert.deepEqual((await generate(other)).bytes, (await generate(plain)).bytes, format);
  }
});

test('each success costs one render, also a repeated one, and returns the rest of the quota', async () => {
  const before = await used();
  const first = await generate({ variables: { title: 'a' } });
  const second = await generate({ variables: { title: 'a' } });
  assert.equal(await used(), before + 2);
  const remaining = ({ headers }: typeof first) => Number(headers.get('x-quota-remaining'));
  assert.equal(remaining(first) - remaining(second), 1);
  assert.equal(first.headers.get('x-quota-limit'), '5000');
  assert.match(first.headers.get('x-quota-reset') ?? '', /^\d{4}-\d\d-01T00:00:00\.000Z$/);
  assert.ok(Math.abs(Date.parse(first.headers.get('x-timestamp') ?? '') - Date.now()) < 60_000);
});

test('a success has the number of layout warnings, and their codes and elements', async () => {
  const narrow = await addTemplate(service.db, tenant, {
    variables: [{ name: 'title', type: 'text', label: 'Title' }],
    elements: [
      {
        type: 'text',
        id: 'a',
        x: 0,
        y: 0,
        width: 40,
        height: 20,
        text: '{{title}}',
        fontSize: 10,
        overflow: 'clip',
        fontFamily: 'Nobody Sans',
      },
    ],
  });
  const getWarnings = async (title: string, delivery = 'binary') => {
    const { headers } = await generate({ variables: { title }, delivery }, narrow);
    return [headers.get('x-render-warnings'), headers.get('x-render-warning-details')];
  };
  const long = 'a text that needs many more lines';
  assert.deepEqual(await getWarnings('a'), ['1', 'FONT_UNKNOWN;element="a"']);
  const both = ['2', 'FONT_UNKNOWN;element="a", TEXT_OVERFLOW;element="a"'];
  assert.deepEqual(await getWarnings(long), both);
  assert.deepEqual(await getWarnings(long, 'link'), both);
  const { headers } = await generate({ variables: {} });
  assert.equal(headers.get('x-render-warnings'), '0');
  assert.equal(headers.get('x-render-warning-details'), null);
});

test('a default that stands in for a value is named, and once in PDFs of several pages', async () => {
  const text = (id: string) => ({
    type: 'text' as const,
    id,
    x: 0,
    y: 0,
    width: 90,
    height: 20,
    fontSize: 8,
    text: '{{by}}',
  });
  const card = await addTemplate(service.db, tenant, {
    variables: [
      { name: 'by', type: 'text', defaultValue: 'Ada' },
      { name: 'tax', type: 'text', defaultValue: 'VAT', defaultIsNeutral: true },
      { name: 'unused', type: 'text', defaultValue: 'Nobody' },
    ],
    pages: [
      { id: 'one', elements: [text('a'), { ...text('b'), text: '{{tax}} {{by}}' }] },
      { id: 'two', elements: [text('c')] },
    ],
  });
  const named = async (variables: object, more: object = {}) => {
    const { status, headers } = await generate({ variables, ...more }, card);
    assert.equal(status, 200);
    return headers.get('x-render-warning-details');
  };
  const one = 'DEFAULT_USED;element="a";variable="by"';
  assert.equal(await named({}), one);
  assert.equal(await named({}, { delivery: 'link' }), one);
  assert.equal(await named({}, { options: { page: 2 } }), 'DEFAULT_USED;element="c";variable="by"');
  assert.equal(await named({}, { format: 'pdf' }), one);
  assert.equal(await named({ by: 'Eve' }), null);
  assert.equal(await named({ by: '' }), null);
});

test('an invalid value is a 400 that names the variable, and costs nothing', async () => {
  const strict = await addTemplate(service.db, tenant, {
    variables: [
      { name: 'title', type: 'text', label: 'Title', required: true, validation: { maxLength: 5 } },
      { name: 'size', type: 'number', label: 'Size', validation: { min: 1, max: 9 } },
      { name: 'mail', type: 'email', label: 'Mail' },
    ],
  });
  const before = await used();
  for (const [variables, name] of [
    [{}, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 'too long' }, 'title'],
    [{ title: 'a', size: '10' }, 'size'],
    [{ title: 'a', size: 'ten' }, 'size'],
    [{ title: 'a', mail: 'nobody' }, 'mail'],
    [{ title: 'a', titel: 'b' }, 'titel'],
  ] as const) {
    const { status, problem } = await generate({ variables }, strict);
    assert.deepEqual([status, problem.code], [400, 'VALIDATION_ERROR'], JSON.stringify(variables));
    assert.equal(problem.errors[0]?.pointer, `/variables/${name}`);
    assert.ok(problem.detail.includes(`"${name}"`), problem.detail);
  }
  assert.equal(await used(), before);
  assert.equal((await generate({ variables: { title: 'a', size: '9', mail: '' } }, strict)).status, 200);
});

test('an output that is too large is refused before anything is charged or drawn', async () => {
  const wide = await addTemplate(service.db, tenant, {
    viewport: { width: 20_000, height: 10 },
    elements: [],
  });
  const large = await addTemplate(service.db, tenant, {
    viewport: { width: 600, height: 600 },
    elements: [],
  });
  const huge = await addTemplate(service.db, tenant, {
    viewport: { width: 201, height: 1 },
    viewportUnit: 'in',
    elements: [],
  });
  const before = await used();
  for (const [id, json] of [
    [large, { variables: {}, options: { scale: 2 } }],
    [large, { variables: {}, options: { outputDpi: 300 } }],
    [wide, { variables: {}, format: 'webp' }],
    [wide, { variables: {}, format: 'jpeg', options: { scale: 4 } }],
    [huge, { variables: {}, format: 'pdf' }],
  ] as const) {
    const { status, problem } = await generate(json, id);
    assert.deepEqual([status, problem.code], [400, 'VALIDATION_ERROR'], JSON.stringify(json));
    assert.match(problem.detail, /at most [\d,]+/);
  }
  assert.equal(await used(), before);
  assert.equal((await generate({ variables: {} }, large)).status, 200);
});

test('a picture shows one page, a PDF has all; a wrong page is named, and costs nothing', async () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const page = (id: string, width: number) => ({
    id,
    viewport: { width, height: 20 },
    elements: [{ type: 'rect' as const, id: `${id}-card`, ...box, fill: '#ff0000' }],
  });
  const pages = [page('front', 40), page('back', 60)];
  const id = await addTemplate(service.db, tenant, { pages });
  const sizes = [];
  for (const options of [{}, { page: 2 }]) {
    const { status, headers, bytes } = await generate({ variables: {}, options }, id);
    assert.deepEqual([status, headers.get('x-page-count')], [200, '2']);
    sizes.push((await sharp(bytes).metadata()).width);
  }
  assert.deepEqual(sizes, [40, 60]);
  const pdf = await generate({ variables: {}, format: 'pdf', options: { page: 9 } }, id);
  assert.equal(pdf.headers.get('x-page-count'), '2');
  assert.equal((await PDFDocument.load(pdf.bytes)).getPageCount(), 2);
  const before = await used();
  const { status, problem } = await generate({ variables: {}, options: { page: 3 } }, id);
  assert.deepEqual([status, problem.errors[0]?.pointer], [400, '/options/page']);
  assert.equal(await used(), before);
  const single = await generate({ variables: {} });
  assert.equal(single.headers.get('x-page-count'), '1');
});

test('a list of 5,000 entries with 19 fields is accepted as an array', async () => {
  const names = Array.from({ length: 19 }, (_, index) => `field_${index}`);
  const id = await addTemplate(service.db, tenant, {
    variables: [{ name: 'items', type: 'list', fields: names.map((name) => ({ name, type: 'text' })) }],
    elements: [],
  });
  const entry = Object.fromEntries(names.map((name) => [name, 'x']));
  const { status, problem } = await generate({ variables: { items: Array(5_000).fill(entry) } }, id);
  assert.equal(status, 200, problem.detail);
});

test('a page that flows becomes as many pages as the values need', async () => {
  const text = (id: string, value: string) => ({
    type: 'text' as const,
    id,
    width: 'fill' as const,
    height: 20,
    text: value,
    fontSize: 10,
  });
  const header = {
    type: 'group' as const,
    id: 'head',
    height: 30,
    layout: { direction: 'column' as const },
    elements: [text('number', '{{ page }} of {{ pages }}')],
  };
  const row = { ...text('row', '{{ item.name }}'), repeat: { each: '{{ items }}' } };
  const id = await addTemplate(service.db, tenant, {
    viewport: { width: 100, height: 100 },
    variables: [{ name: 'items', type: 'list', fields: [{ name: 'name', type: 'text' }] }],
    pages: [{ id: 'rows', flow: true, layout: { direction: 'column' }, header, elements: [row] }],
  });
  const variables = { items: Array.from({ length: 10 }, (_, index) => ({ name: `Row ${index}` })) };
  const before = await used();
  const pdf = await generate({ variables, format: 'pdf' }, id);
  assert.deepEqual([pdf.status, pdf.headers.get('x-page-count')], [200, '4']);
  assert.equal((await PDFDocument.load(pdf.bytes)).getPageCount(), 4);
  assert.equal(await used(), before + 1);
  const last = await generate({ variables, options: { page: 4 } }, id);
  assert.deepEqual([last.status, last.headers.get('x-page-count')], [200, '4']);
  const none = await generate({ variables, options: { page: 5 } }, id);
  assert.deepEqual([none.status, none.problem.errors[0]?.pointer], [400, '/options/page']);
  const broken = { ...row, breakBefore: true };
  const long = await addTemplate(service.db, tenant, {
    variables: [{ name: 'items', type: 'list', fields: [{ name: 'name', type: 'text' }] }],
    pages: [{ id: 'rows', flow: true, layout: { direction: 'column' }, elements: [broken] }],
  });
  const items = Array.from({ length: 1_001 }, () => ({ name: 'a' }));
  const refused = await generate({ variables: { items } }, long);
  assert.equal(refused.status, 400);
  assert.match(refused.problem.errors[0]?.detail ?? '', /more than 1,000 pages/u);
});

test('a render uses the current version of its template', async () => {
  const id = await addTemplate(service.db, tenant);
  const getWidth = async () => (await sharp((await generate({ variables: {} }, id)).bytes).metadata()).width;
  assert.equal(await getWidth(), 40);
  const document = {
    schemaVersion: 1,
    name: 'Wider',
    viewport: { width: 50, height: 20 },
    elements: [],
  } as const;
  await replaceTemplate(service.db, id, {
    viewer: tenant,
    projectId: tenant.projectId,
    document: { ...document, elements: [] },
    files: [],
    visibility: undefined,
  });
  assert.equal(await getWidth(), 50);
});

test('the files of a template come from storage; a missing one is a 500, a damaged one a 502', async () => {
  const red = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  const document = {
    schemaVersion: 1,
    name: 'With image',
    viewport: { width: 40, height: 20 },
    elements: [{ type: 'image', id: 'red', x: 0, y: 0, width: 40, height: 20, src: 'art/red.png' }],
  };
  const { storage } = service.app;
  const request = {
    viewer: tenant,
    projectId: tenant.projectId,
    templateId: undefined,
    visibility: undefined,
  };
  const folder = {
    templateJson: Buffer.from(JSON.stringify(document)),
    files: new Map([['art/red.png', red]]),
  };
  const imported = await importTemplate({ db: service.db, storage, plans: DEFAULT_PLANS }, request, folder);
  assert.ok(imported.outcome === 'imported', JSON.stringify(imported));
  const id = imported.templateId;

  const key = blobKey(createHash('sha256').update(red).digest('hex'));
  await storage.delete(key);
  const before = await used();
  const missing = await generate({ variables: {} }, id);
  assert.deepEqual([missing.status, missing.problem.code], [500, 'INTERNAL_ERROR']);
  assert.equal(await used(), before);

  const flipped = Buffer.from(red);
  flipped[flipped.length - 20]! ^= 1;
  await storage.write(key, flipped);
  const damaged = await generate({ variables: {} }, id);
  assert.deepEqual([damaged.status, damaged.problem.code], [502, 'RENDER_FAILED']);
  assert.match(damaged.problem.detail, /damaged in storage \("art\/red\.png"\)/);
  assert.equal(await used(), before);

  // Importing the template again repairs the file, though its size was right.
  const again = await importTemplate({ db: service.db, storage, plans: DEFAULT_PLANS }, request, folder);
  assert.equal(again.outcome, 'imported');
  for (let count = 0; count < 2; count += 1) {
    const { status, bytes } = await generate({ variables: {} }, id);
    assert.equal(status, 200);
    const { dominant } = await sharp(bytes).removeAlpha().stats();
    assert.ok(dominant.r > 200 && dominant.g < 60);
  }
});
