/** Files that PDFs carry, invoices that programs read, and standards that are asked for, over HTTP. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { readUsage } from '../../src/store/quota.ts';
import { submit } from '../helpers/batch.ts';
import { makePdf } from '../helpers/foreign-pdfs.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';
import {
  createTenant,
  plainDocument,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { invoiceXml } from '../helpers/invoice-xml.ts';
import { makeZip } from '../helpers/zip.ts';

const readable = {
  ...plainDocument,
  name: 'Readable',
  language: 'en',
  viewport: { width: 200, height: 100 },
  variables: [{ name: 'title', type: 'text', label: 'Title' }],
  elements: [
    { type: 'text', id: 'a', x: 5, y: 5, width: 190, height: 20, text: 'Title: {{title}}', role: 'h1' },
  ],
};

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  tenant = await createTenant(service.db, { mayAuthor: true });
  templateId = await importTemplate(readable);
});
after(() => service.close());

async function importTemplate(json: object, files: Readonly<Record<string, Buffer>> = {}): Promise<string> {
  const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
  const answer = await service.send('POST', `/api/v1/projects/${tenant.projectId}/templates`, {
    key: tenant.apiKey,
    body: makeZip([{ name: 'template.json', content: JSON.stringify(json) }, ...entries]),
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  assert.equal(answer.status, 201);
  return (answer.json as { id: string }).id;
}

const generate = (options: object, { id = templateId, format = 'pdf', variables = {}, ...rest } = {}) =>
  service.send('POST', `/api/v1/templates/${id}/generate`, {
    key: tenant.apiKey,
    json: { variables, format, options, ...rest },
  });

const used = async () => (await readUsage(service.db, tenant.workspaceId, new Date())).used;

const attach = (name: string, content: string | Buffer = 'a;b\n', more: object = {}) => ({
  name,
  mediaType: 'text/csv',
  relationship: 'Data',
  content: Buffer.from(content).toString('base64'),
  ...more,
});
const xml = (content: string, more: object = {}) =>
  attach('factur-x.xml', content, { mediaType: 'text/xml', relationship: 'Alternative', ...more });

/** What a reader finds in a file: its XMP, and the files that it carries. */
async function read(bytes: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const found = ((await document.getAttachments()) ?? {}) as Record<
    string,
    { filename: string; content: Uint8Array }
  >;
  await document.destroy();
  return {
    said: Buffer.from(bytes).toString('latin1'),
    files: Object.values(found).map(({ filename, content }) => [filename, Buffer.from(content)] as const),
  };
}

test('a PDF carries files byte by byte, is PDF/A-3b, and the same request gives the same bytes', async () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_each, byte) => byte));
  const names = [
    'Größen.csv',
    'חשבונית.bin',
    '請求書 2026.bin',
    'z',
    'A',
    `${'ü'.repeat(120)}.bin`,
    'leer.txt',
  ];
  const given = names.map((name, index) =>
    attach(name, index === 6 ? '' : Buffer.concat([all, Buffer.from([index])])),
  );
  const first = await generate({ attachments: given });
  assert.equal(first.status, 200);
  const { said, files } = await read(first.bytes);
  assert.match(said, /<pdfaid:part>3</u);
  assert.match(said, /<pdfuaid:part>1</u);
  assert.deepEqual(
    files.map(([name, content]) => [name, content.toString('base64')]).sort(),
    given.map(({ name, content }) => [name, content]).sort(),
  );
  assert.deepEqual((await generate({ attachments: given })).bytes, first.bytes);
  const plain = await read((await generate({ attachments: [] })).bytes);
  assert.match(plain.said, /<pdfaid:part>2</u);
  assert.deepEqual(plain.files, []);
  const most = Array.from({ length: 20 }, (_each, index) => attach(`${index}.csv`));
  assert.equal((await read((await generate({ attachments: most })).bytes)).files.length, 20);
});

test('an invoice says its profile in the metadata', async () => {
  for (const [facturx, name, relationship] of [
    ['MINIMUM', 'factur-x.xml', 'Data'],
    ['BASIC WL', 'factur-x.xml', 'Data'],
    ['BASIC', 'factur-x.xml', 'Alternative'],
    ['EN 16931', 'factur-x.xml', 'Source'],
    ['EXTENDED', 'factur-x.xml', 'Alternative'],
    ['XRECHNUNG', 'xrechnung.xml', 'Alternative'],
  ] as const) {
    const given = xml(invoiceXml(facturx), { name, relationship });
    const { status, bytes } = await generate({ facturx, attachments: [attach('list.csv'), given] });
    assert.equal(status, 200, facturx);
    const { said, files } = await read(bytes);
    assert.match(said, new RegExp(`<fx:ConformanceLevel>${facturx}</fx:ConformanceLevel>`, 'u'));
    assert.match(said, new RegExp(`<fx:DocumentFileName>${name}</fx:DocumentFileName>`, 'u'));
    assert.equal(files.find(([each]) => each === name)?.[1].toString(), invoiceXml(facturx));
  }
});

test('what is wrong is refused with its place, and nothing is charged', async () => {
  const print = await importTemplate({ ...readable, viewportOutputIntent: 'print' });
  const before = await used();
  const file = attach('a.csv');
  const invoice = xml(invoiceXml('EN 16931'));
  const facturx = 'EN 16931';
  const place = '/options/attachments';
  for (const [options, pointer, more] of [
    [{ attachments: [file] }, place, { format: 'png' }],
    [{ attachments: [file] }, place, { format: 'svg' }],
    [{ attachments: [file] }, place, { format: 'zpl' }],
    [{ attachments: [file] }, place, { id: print }],
    [{ attachments: [file], password: 'tux-4711' }, place],
    [{ attachments: Array.from({ length: 21 }, (_each, index) => attach(`${index}`)) }, place],
    [{ attachments: [attach('../a.csv')] }, `${place}/0/name`],
    [{ attachments: [attach('A.csv'), file] }, `${place}/1/name`],
    [{ attachments: [attach('')] }, `${place}/0/name`],
    [{ attachments: [attach('ü'.repeat(200))] }, `${place}/0/name`],
    [{ attachments: [attach('a', 'a', { mediaType: 'csv' })] }, `${place}/0/mediaType`],
    [{ attachments: [attach('a', 'a', { relationship: 'Schema' })] }, `${place}/0/relationship`],
    [{ attachments: [attach('a', 'a', { content: 'YQ' })] }, `${place}/0/content`],
    [{ attachments: [{ name: 'a.csv' }] }, `${place}/0/mediaType`],
    [{ attachments: [{ ...file, path: 'a' }] }, `${place}/0/path`],
    [{ attachments: [invoice], facturx: 'COMFORT' }, '/options/facturx'],
    [{ facturx }, '/options/facturx'],
    [{ facturx }, '/options/facturx', { format: 'png' }],
    [{ facturx, attachments: [file] }, '/options/facturx'],
    [{ facturx, attachments: [{ ...invoice, relationship: 'Supplement' }] }, `${place}/0/relationship`],
    [{ facturx: 'MINIMUM', attachments: [invoice] }, `${place}/0/relationship`],
    [{ facturx, attachments: [{ ...invoice, mediaType: 'text/plain' }] }, `${place}/0/mediaType`],
    [{ facturx, attachments: [xml('<a>')] }, place],
    [{ facturx, attachments: [xml('')] }, place],
    [{ facturx: 'EXTENDED', attachments: [invoice] }, place],
    [{ facturx, attachments: [invoice], pdfStandard: 'PDF/A-4f' }, '/options/pdfStandard'],
    [{ facturx, attachments: [invoice], pdfStandard: 'PDF/A-2b' }, '/options/pdfStandard'],
    [{ attachments: [file], pdfStandard: 'PDF/A-2b' }, '/options/pdfStandard'],
    [{ attachments: [file], pdfStandard: 'PDF/A-4' }, '/options/pdfStandard'],
    [{ pdfStandard: 'PDF/A-4f' }, '/options/pdfStandard'],
    [{ pdfStandard: 'PDF/A-1b' }, '/options/pdfStandard'],
    [{ pdfStandard: 'PDF/A-4' }, '/options/pdfStandard', { format: 'png' }],
    [{ pdfStandard: 'PDF/UA-1' }, '/options/pdfStandard', { id: print }],
    [{ pdfStandard: 'PDF/A-4', password: 'tux-4711' }, '/options/pdfStandard'],
  ] as const) {
    const { status, problem } = await generate(options, more);
    const found = problem?.errors?.[0]?.pointer;
    assert.deepEqual([status, found], [400, pointer], JSON.stringify([options, more]).slice(0, 200));
  }
  const line = await generate({
    facturx,
    attachments: [xml(invoiceXml('EN 16931').replace('380<', '380 <'))],
  });
  assert.equal(line.status, 200);
  const bad = xml(invoiceXml('EN 16931').replace('>119.00<', '>viel<'));
  assert.match(
    (await generate({ facturx, attachments: [bad] })).problem.detail,
    /factur-x\.xml: .*Line \d+: /u,
  );
  assert.equal(await used(), before + 1);
});

test('a body over its limit is refused as such', async () => {
  const { status } = await generate({ attachments: [attach('large', Buffer.alloc(8 * 1024 * 1024))] });
  assert.equal(status, 413);
  const most = Buffer.alloc(7 * 1024 * 1024 - 1, 7);
  const whole = await generate({ attachments: [attach('large', most)] });
  assert.equal(whole.status, 200);
  const { files } = await read(whole.bytes);
  assert.ok(files[0]?.[1].equals(most));
  const over = await generate({ attachments: [attach('large', most), attach('more', 'ab')] });
  assert.equal(over.problem.errors[0]?.pointer, '/options/attachments/1/content');
});

test('standards are those that were asked for, or refused', async () => {
  for (const [pdfStandard, marks, attachments] of [
    ['PDF/A-2b', ['2', '1']],
    ['PDF/A-3b', ['3', '1']],
    ['PDF/UA-1', ['2', '1']],
    ['PDF/UA-1', ['3', '1'], [attach('a.csv')]],
    ['PDF/A-4', ['4', '2']],
    ['PDF/UA-2', ['4', '2']],
    ['PDF/A-4f', ['4', '2'], [attach('a.csv')]],
    ['PDF/UA-2', ['4', '2'], [attach('a.csv')]],
  ] as const) {
    const { status, bytes } = await generate({ pdfStandard, attachments });
    assert.equal(status, 200, pdfStandard);
    const { said, files } = await read(bytes);
    const found = ['pdfaid', 'pdfuaid'].map(
      (each) => new RegExp(`<${each}:part>(\\d)<`, 'u').exec(said)?.[1],
    );
    assert.deepEqual(found, marks, pdfStandard);
    assert.equal(said.slice(0, 8), marks[0] === '4' ? '%PDF-2.0' : '%PDF-1.7');
    assert.equal(files.length, attachments?.length ?? 0);
  }
  const silent = await importTemplate({ ...readable, language: undefined });
  const foreign = await importTemplate(
    { ...readable, append: ['terms.pdf'] },
    { 'terms.pdf': await makePdf(['T']) },
  );
  const before = await used();
  const invoice = { facturx: 'EN 16931', attachments: [xml(invoiceXml('EN 16931'))] };
  const glyphless = { variables: { title: '\u{16a00}' } };
  for (const [options, more, pointer, reason] of [
    [{ pdfStandard: 'PDF/UA-1' }, { id: silent }, 'pdfStandard', /"language"/u],
    [{ pdfStandard: 'PDF/UA-2' }, { id: silent }, 'pdfStandard', /"language"/u],
    [{ pdfStandard: 'PDF/A-2b' }, { id: foreign }, 'pdfStandard', /pages of other PDFs/u],
    [invoice, { id: foreign }, 'facturx', /PDF\/A-3b: pages of other PDFs/u],
    [invoice, glyphless, 'facturx', /GLYPH_MISSING/u],
    [{ pdfStandard: 'PDF/A-4' }, glyphless, 'pdfStandard', /GLYPH_MISSING/u],
  ] as const) {
    const { status, problem } = await generate(options, more);
    assert.deepEqual([status, problem.errors[0]?.pointer], [400, `/options/${pointer}`]);
    assert.match(problem.detail, reason);
  }
  assert.equal(await used(), before);
  // Without a standard that was asked for, the files are there all the same.
  const kept = await read((await generate({ attachments: [attach('a.csv')] }, { id: foreign })).bytes);
  assert.equal(kept.files.length, 1);
  assert.doesNotMatch(kept.said, /pdfaid:part/u);
});

test('a link leads to the same file; batches refuse files, and take standards', async () => {
  const options = { attachments: [attach('a.csv')] };
  const link = await generate(options, { delivery: 'link' } as object);
  assert.equal(link.status, 200);
  const shared = await service.send('GET', new URL((link.json as { url: string }).url).pathname);
  assert.deepEqual(shared.bytes, (await generate(options)).bytes);

  const send = async (given: object, more: object = {}) =>
    await submit(service, tenant, {
      template: { templateId, format: 'pdf', options: given },
      rows: [{}, {}],
      ...more,
    });
  for (const [given, key] of [
    [options, 'attachments/0/content'],
    [{ facturx: 'EN 16931' }, 'facturx'],
    [{ pdfStandard: 'PDF/A-4f' }, 'pdfStandard'],
  ] as const) {
    const { status, problem } = await send(given);
    assert.deepEqual([status, problem.errors[0]?.pointer], [400, `/template/options/${key}`]);
  }
  const sheet = { sheet: { columns: 1, rows: 2 } };
  const onSheets = await send({ pdfStandard: 'PDF/A-2b' }, sheet);
  assert.equal(onSheets.problem.errors[0]?.pointer, '/template/options/pdfStandard');
  assert.equal((await send({ pdfStandard: 'PDF/A-4' })).status, 202);
});

test('image URLs have no such options', async () => {
  const key = await addUrlKey(service.db, tenant);
  for (const query of ['attachments=a', 'facturx=BASIC', 'pdfStandard=PDF%2FA-4']) {
    const target = signedTarget(key, { templateId, file: 'card.png', query });
    const { status } = await service.send('GET', target);
    assert.equal(status, 400, query);
  }
});
