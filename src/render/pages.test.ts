/** Documents of several pages, from binding to the file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import type { TemplateDocument } from '../../generated/template.ts';
import { readPdf, renderDocument } from '../../test/helpers/pages.ts';
import { decodePixels } from '../../test/helpers/scenes.ts';
import { checkDocument } from '../domain/templates/check/check-document.ts';
import { RenderInputError } from './errors.ts';

const label = (id: string, text: string) =>
  ({ type: 'text', id, x: 10, y: 10, width: 80, height: 30, text, fontSize: 16 }) as const;

const document: TemplateDocument = {
  schemaVersion: 1,
  name: 'Leaflet',
  viewport: { width: 100, height: 50 },
  background: '#fff',
  variables: [{ name: 'title', type: 'text' }],
  pages: [
    { id: 'front', elements: [label('a', '{{title}}')] },
    {
      id: 'back',
      name: 'Back',
      viewport: { width: 60, height: 80 },
      background: '#00f',
      elements: [{ ...label('b', 'Back'), href: 'https://a.example/' }],
    },
    {
      id: 'last',
      layout: { direction: 'column' as const, padding: 4 },
      elements: [{ ...label('c', 'Last {{title}}'), width: 'fill' as const, height: 'hug' as const }],
    },
  ],
};
const values = new Map([['title', 'Hello']]);

test('a PDF has all pages, each with its own size, text and links', async () => {
  const { data, pageCount, report } = await renderDocument(document, { values, output: { format: 'pdf' } });
  assert.equal(pageCount, 3);
  const pages = await readPdf(data);
  assert.deepEqual(
    pages.map(({ width, height, items }) => [width, height, items.map(({ text }) => text).join(' ')]),
    [
      [100, 50, 'Hello'],
      [60, 80, 'Back'],
      [100, 50, 'Last Hello'],
    ],
  );
  const file = await PDFDocument.load(data);
  assert.deepEqual(
    file.getPages().map(({ node }) => node.Annots()?.size() ?? 0),
    [0, 1, 0],
  );
  assert.deepEqual(
    report?.elements.map(({ id, page }) => [id, page]),
    [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ],
  );
  assert.deepEqual(
    report?.pages?.map(({ id, width }) => [id, width]),
    [
      ['front', 100],
      ['back', 60],
      ['last', 100],
    ],
  );
});

test('the same document always makes the same bytes', async () => {
  const draw = async () => (await renderDocument(document, { values, output: { format: 'pdf' } })).data;
  assert.deepEqual(await draw(), await draw());
});

test('a picture shows one page, with its own background', async () => {
  const second = await renderDocument(document, { values, output: { page: 2 } });
  assert.deepEqual([second.width, second.height, second.pageCount], [60, 80, 3]);
  assert.deepEqual((await decodePixels(second.data)).at(1, 70), [0, 0, 255, 255]);
  const first = await renderDocument(document, { values });
  assert.deepEqual([first.width, first.height], [100, 50]);
  const svg = await renderDocument(document, { values, output: { format: 'svg', page: 3, svgText: 'text' } });
  assert.match(Buffer.from(svg.data).toString(), /Last/u);
});

test('refuses a page that the document does not have', async () => {
  await assert.rejects(
    renderDocument(document, { values, output: { page: 4 } }),
    (error) =>
      error instanceof RenderInputError &&
      error.message === 'There is no page 4: with these values there are 3 pages.',
  );
});

test('pages for print have boxes and crop marks each', async () => {
  const print: TemplateDocument = {
    ...document,
    viewportOutputIntent: 'print',
    bleed: 4,
    cropMarks: true,
  };
  const { data } = await renderDocument(print, { values, output: { format: 'pdf' } });
  const file = await PDFDocument.load(data);
  assert.deepEqual(
    file.getPages().map((page) => [page.getTrimBox().width, page.getBleedBox().height].map(Math.round)),
    [
      [75, 44],
      [45, 66],
      [75, 44],
    ],
  );
});

test('checks pages as it checks a document of one', async () => {
  const getProblems = async (json: object) =>
    (await checkDocument({ json, paths: [], maxOutputPixels: 1e8 })).problems.map(
      ({ pointer, detail }) => `${pointer}: ${detail}`,
    );
  assert.deepEqual(await getProblems(document), []);
  const [front] = document.pages ?? [];
  const { pages: _, ...plain } = document;
  assert.deepEqual(await getProblems(plain), [': The key "elements" is missing.']);
  assert.deepEqual(await getProblems({ ...document, pages: [] }), [
    '/pages: expected at least 1 entry, got 0.',
  ]);
  assert.deepEqual(await getProblems({ ...document, elements: [] }), [
    '/elements: A document with "pages" has no "elements" of its own: its pages do.',
  ]);
  assert.deepEqual(await getProblems({ ...document, pages: [front, { ...front, id: 'two' }] }), [
    '/pages/1/elements/0/id: The id "a" is taken already, by /pages/0/elements/0.',
  ]);
  const [untyped = ''] = await getProblems({ ...document, pages: [front, { id: 'two', elements: [{}] }] });
  assert.match(untyped, /^\/pages\/1\/elements\/0: The key "type" is missing/u);
  const unknown = { id: 'two', elements: [label('x', '{{nothing}}')] };
  assert.match(
    (await getProblems({ ...document, pages: [front, unknown] })).join(),
    /^\/pages\/1\/elements\/0\/text/u,
  );
});
