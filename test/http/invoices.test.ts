/** Invoices of 1, 20 and 500 rows: a table that goes on over pages, read back from PDFs. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readAloud, readObjects } from '../helpers/pdf.ts';
import { readPdf, type PdfPageText } from '../helpers/pages.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import type { TemplateDocument } from '../../generated/template.ts';

const page = { width: 595, height: 842 };
const style = { fontSize: 11, padding: [4, 8] };
const edge = (id: string, text: string) => ({
  type: 'group',
  id,
  height: 50,
  elements: [{ type: 'text', id: `${id}-text`, x: 40, y: 16, width: 500, height: 18, text, fontSize: 10 }],
});
const invoice = {
  name: 'Invoice',
  viewport: page,
  language: 'en',
  background: '#fff',
  elements: undefined,
  variables: [
    { name: 'number', type: 'text' },
    {
      name: 'items',
      type: 'list',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'quantity', type: 'number' },
        { name: 'price', type: 'number' },
      ],
    },
  ],
  pages: [
    {
      id: 'sheet',
      flow: true,
      layout: { direction: 'column', gap: 12, padding: [0, 40] },
      header: edge('head', 'Invoice {{ number }}'),
      footer: edge('foot', 'Page {{ page }} of {{ pages }}'),
      elements: [
        {
          type: 'text',
          id: 'title',
          width: 'fill',
          height: 'hug',
          text: 'Invoice',
          fontSize: 30,
          role: 'h1',
        },
        {
          type: 'table',
          id: 'lines',
          width: 'fill',
          rows: '{{ items }}',
          index: 'i',
          body: style,
          columns: [
            { header: 'Pos', value: '#{{ i + 1 }}', width: 50 },
            { header: 'Article', value: '{{ item.name }}' },
            { header: 'Qty', value: '{{ item.quantity }}', width: 'hug', align: 'right' },
            {
              header: 'Amount',
              value: '{{ item.quantity * item.price }}',
              width: 110,
              align: 'right',
              format: { style: 'currency', currency: 'EUR' },
            },
          ],
          header: { fill: '#10233f', color: '#fff' },
          stripes: '#eef2f8',
          borders: { outer: true },
          total: { cells: ['', 'Total', '', '{{ sum(items.map(x, x.quantity * x.price)) }}'] },
        },
        { type: 'text', id: 'thanks', width: 'fill', height: 'hug', text: 'Thank you.', fontSize: 12 },
      ],
    },
  ],
} as unknown as TemplateDocument;

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, invoice);
});
after(() => service.close());

/** Every seventh name takes two lines. */
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name:
      index % 7 === 3
        ? `Article ${index}, whose name is so long that it takes two lines of it`
        : `Article ${index}`,
    quantity: String(1 + (index % 4)),
    price: String(2.5 + index),
  }));

async function render(count: number): Promise<{ readonly bytes: Uint8Array; readonly pages: PdfPageText[] }> {
  const items = entries(count);
  const { status, bytes } = await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: tenant.apiKey,
    json: { format: 'pdf', variables: { number: '2026-7', items } },
  });
  assert.equal(status, 200, Buffer.from(bytes).toString().slice(0, 400));
  return { bytes, pages: await readPdf(bytes) };
}

const euros = (amount: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(amount);

for (const [count, atLeast] of [
  [1, 1],
  [20, 1],
  [500, 10],
] as const) {
  test(`an invoice of ${count} has every row once, below a header on each page`, async () => {
    const { pages } = await render(count);
    assert.ok(pages.length >= atLeast, String(pages.length));
    const positions = pages.flatMap(({ items }) => items.filter(({ text }) => /^#\d+$/u.test(text)));
    assert.deepEqual(
      positions.map(({ text }) => text),
      entries(count).map((_, index) => `#${index + 1}`),
    );
    const texts = pages.flatMap(({ items }) => items.map(({ text }) => text));
    for (const [index, { quantity, price }] of entries(count).entries()) {
      const amount = euros(Number(quantity) * Number(price));
      assert.ok(texts.includes(amount), `#${index + 1}: ${amount}`);
    }
    const total = entries(count).reduce(
      (sum, { quantity, price }) => sum + Number(quantity) * Number(price),
      0,
    );
    assert.ok(texts.includes(euros(total)));
    assert.equal(texts.filter((text) => text === 'Total').length, 1);
    assert.equal(texts.filter((text) => text === 'Thank you.').length, 1);
    for (const [index, { items }] of pages.entries()) {
      const getY = (wanted: string) => items.find(({ text }) => text === wanted)?.y ?? NaN;
      assert.ok(getY('Invoice 2026-7') < 50);
      assert.ok(getY(`Page ${index + 1} of ${pages.length}`) > page.height - 50);
      const rows = items.filter(({ text }) => /^#\d+$/u.test(text)).map(({ y }) => y);
      if (rows.length === 0) continue;
      const head = getY('Pos');
      assert.ok(head > 50 && head < rows[0]!, `page ${index + 1}: ${head}, ${rows[0]}`);
      // A row is at least as high as a line and both of its paddings.
      for (const [at, y] of rows.slice(1).entries()) assert.ok(y - rows[at]! >= 21, `${rows[at]} to ${y}`);
      assert.ok((rows.at(-1) ?? NaN) < page.height - 50);
    }
  });
}

test('the table is one for screen readers, with its header once', async () => {
  const { bytes, pages } = await render(60);
  assert.ok(pages.length > 1);
  // The structure of a table is found whole on each of its pages.
  const spoken = JSON.stringify(await readAloud(bytes));
  assert.equal(spoken.match(/"TH"/gu)?.length, 4);
  assert.equal(spoken.match(/"TR"/gu)?.length, 62);
  const objects = await readObjects(bytes);
  // Cells without a text are there, too: columns are counted.
  assert.equal(objects.match(/\/S \/TD\b/gu)?.length, 61 * 4);
  assert.equal(objects.match(/\/Scope \/Column\b/gu)?.length, 4);
  assert.match(objects, /\/Lang \(en\)/u);
  assert.match(objects, /<pdfuaid:part>1</u);
});

test('headers, footers and the repeated head are artifacts; rows are read in order', async () => {
  const { bytes, pages } = await render(60);
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const read: string[] = [];
  for (let number = 1; number <= pages.length; number += 1) {
    const artifacts = await readArtifacts(await document.getPage(number));
    const running = ['Invoice 2026-7', `Page ${number} of ${pages.length}`];
    const head = ['Pos', 'Article', 'Qty', 'Amount'];
    assert.deepEqual(artifacts.toSorted(), (number === 1 ? running : [...running, ...head]).toSorted());
    const spoken = JSON.stringify(await readAloud(bytes, number));
    read.push(...(spoken.match(/#\d+/gu) ?? []));
  }
  await document.destroy();
  assert.deepEqual(
    read,
    entries(60).map((_, index) => `#${index + 1}`),
  );
});

/** The texts of a page that screen readers leave out. */
async function readArtifacts(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const open: boolean[] = [];
  const texts: string[] = [];
  for (const item of items) {
    if ('str' in item) {
      if (open.includes(true) && item.str.trim() !== '') texts.push(item.str);
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push('tag' in item && item.tag === 'Artifact');
  }
  return texts;
}

test('pictures show the page that is asked for, and say how many there are', async () => {
  const json = { format: 'png', variables: { number: '1', items: entries(60) }, options: { page: 2 } };
  const { status, headers } = await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: tenant.apiKey,
    json,
  });
  assert.equal(status, 200);
  assert.equal(headers.get('x-page-count'), String((await render(60)).pages.length));
});
