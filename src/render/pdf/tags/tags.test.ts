/** What pdf.js finds in the structure of tagged PDFs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import sharp from 'sharp';

import { readAloud, readObjects } from '../../../../test/helpers/pdf.ts';
import {
  barcode,
  chart,
  group,
  image,
  qrcode,
  rect,
  render,
  solid,
  text,
} from '../../../../test/helpers/scenes.ts';
import type { Scene } from '../../scene/scene.ts';

const box = (y: number, height = 20) => ({ x: 5, y, width: 190, height });
const red = solid('#ff0000ff');
const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
  .png()
  .toBuffer();

const bars = (given: { readonly id?: string; readonly alt?: string }) =>
  chart({
    ...box(175, 25),
    ...given,
    spec: {
      data: { values: [{ of: 'A', n: 1 }] },
      mark: 'text',
      encoding: { text: { field: 'of' } },
    },
  });

async function renderPage(scene: Partial<Scene>) {
  const page = { width: 200, height: 200, language: 'en', ...scene };
  return render(page, { files: { photo }, output: { format: 'pdf' } });
}

async function speak(...elements: Scene['elements']) {
  return readAloud((await renderPage({ elements })).data);
}

test('texts are read in the order of elements, by their roles; shapes are left out', async () => {
  const { data } = await renderPage({
    elements: [
      rect({ ...box(0, 190), fill: red }),
      text('Title', 16, { ...box(5), tag: 'H1' }),
      text('Page 1', 8, { ...box(180), tag: 'Artifact' }),
      text('Two lines that\nare one paragraph', 10, { ...box(30, 40), language: 'de' }),
      text('Chapter', 12, { ...box(80), tag: 'H2', shadow: { x: 1, y: 1, blur: 1, color: '#000000ff' } }),
      text('Outlined', 12, { ...box(110), stroke: { color: '#ff0000ff', width: 1 } }),
    ],
  });
  assert.deepEqual(await readAloud(data), [
    [
      'Document',
      ['H1', 'Title'],
      ['P', 'lang: de', 'Two lines that are one paragraph'],
      ['H2', 'Chapter'],
      ['P', 'Outlined'],
    ],
  ]);
});

test('pictures are figures with their alternative texts; decoration is left out', async () => {
  const spoken = await speak(
    image({ ...box(0), asset: 'photo', alt: 'A grey square' }),
    image({ ...box(20), asset: 'photo', alt: '' }),
    qrcode({ ...box(40, 40), value: 'https://a.example' }),
    barcode({ ...box(80), symbology: 'code128', value: 'ABC', alt: 'The number ABC' }),
    group({
      ...box(100, 40),
      alt: 'A chart',
      elements: [text('50 %', 10, box(0)), image({ ...box(20), asset: 'photo', alt: 'A bar' })],
    }),
    group({ ...box(140), alt: '', elements: [text('Watermark', 10, box(0))] }),
    text('Blurred', 10, { ...box(160), blur: 1 }),
    bars({ alt: 'Three bars' }),
    bars({ alt: '' }),
  );
  assert.deepEqual(spoken, [
    [
      'Document',
      ['Figure', 'alt: A grey square'],
      ['Figure', 'alt: https://a.example'],
      ['Figure', 'alt: The number ABC', 'ABC'],
      ['Figure', 'alt: A chart', '50 %'],
      ['Figure', 'alt: Blurred'],
      ['Figure', 'alt: Three bars', 'A'],
    ],
  ]);
});

test('translucent, turned and masked groups are read like others', async () => {
  const inside = (name: string) => [
    rect({ ...box(0), fill: red }),
    text(`${name} one`, 10, box(0)),
    image({ ...box(10, 10), asset: 'photo', alt: `${name} picture` }),
    text(`${name} two`, 10, { ...box(20), tag: 'H1' }),
  ];
  const spoken = await speak(
    group({ ...box(0, 40), opacity: 0.5, elements: inside('Pale') }),
    group({ ...box(50, 40), rotation: 10, clip: 'ellipse', elements: inside('Turned') }),
    group({ ...box(100, 40), mask: { type: 'picture', asset: 'photo' }, elements: inside('Masked') }),
    text('Faint', 10, { ...box(150), opacity: 0.5 }),
  );
  const read = (name: string) => [
    ['P', `${name} one`],
    ['Figure', `alt: ${name} picture`],
    ['H1', `${name} two`],
  ];
  assert.deepEqual(spoken, [
    ['Document', ...read('Pale'), ...read('Turned'), ...read('Masked'), ['P', 'Faint']],
  ]);
});

test('lists, links and tables have the elements of their kind', async () => {
  const href = 'https://a.example/';
  const [sample] = text('', 10, box(0)).runs;
  assert.ok(sample !== undefined);
  const row = (y: number, tag: 'TH' | 'TD', cells: readonly string[]) =>
    group({
      ...box(y),
      tag: 'TR',
      elements: cells.map((cell, column) => text(cell, 10, { ...box(0), x: column * 50, width: 45, tag })),
    });
  const { data } = await renderPage({
    elements: [
      text('Bread\nButter', 10, { ...box(0, 40), list: 'decimal' }),
      text('', 10, {
        ...box(40),
        runs: [
          { ...sample, text: 'Read the ' },
          { ...sample, text: 'terms', href },
          { ...sample, text: ' first' },
        ],
      }),
      image({ ...box(60), asset: 'photo', alt: 'Logo', href }),
      group({
        ...box(80, 60),
        tag: 'Table',
        elements: [row(0, 'TH', ['Item', 'Price']), row(20, 'TD', ['Bread', '2 €'])],
      }),
    ],
  });
  assert.deepEqual(await readAloud(data), [
    [
      'Document',
      ['L', ['LI', ['Lbl', '1.'], ['LBody', 'Bread']], ['LI', ['Lbl', '2.'], ['LBody', 'Butter']]],
      ['P', 'Read the', ['Link', 'terms', '(object)'], 'first'],
      ['Link', ['Figure', 'alt: Logo'], '(object)'],
      ['Table', ['TR', ['TH', 'Item'], ['TH', 'Price']], ['TR', ['TD', 'Bread'], ['TD', '2 €']]],
    ],
  ]);
});

test('a file says PDF/UA-1 if screen readers lack nothing; warnings name what is missing', async () => {
  const title = text('Title', 12, { ...box(0), id: 'title', tag: 'H1' });
  const picture = image({ ...box(20, 4), width: 4, id: 'photo', asset: 'photo' });
  const claims = async (scene: Partial<Scene>) => {
    const { data, warnings } = await renderPage(scene);
    const isReadable = (await readObjects(data)).includes('<pdfuaid:part>1<');
    return [isReadable, ...warnings.map(({ code, elementId }) => `${code} ${elementId}`)];
  };
  assert.deepEqual(await claims({ elements: [title] }), [true]);
  assert.deepEqual(await claims({ elements: [title, { ...picture, alt: 'A square' }] }), [true]);
  assert.deepEqual(await claims({ elements: [title, picture] }), [false, 'ALT_MISSING photo']);
  assert.deepEqual(await claims({ elements: [title, bars({ id: 'bars' })] }), [false, 'ALT_MISSING bars']);
  assert.deepEqual(await claims({ elements: [{ ...title, tag: 'H2' }] }), [false, 'HEADING_SKIPPED title']);
  assert.deepEqual(await claims({ elements: [title], language: null }), [false, 'LANGUAGE_MISSING title']);
  assert.deepEqual(await claims({ elements: [picture], language: null }), [false]);
  assert.deepEqual(await claims({ elements: [picture], intent: 'print' }), [false]);
});

test('pages are sections; a table that goes on on the next page is one', async () => {
  const table = (id: string, cell: string) =>
    group({
      ...box(30, 20),
      id,
      tag: 'Table',
      elements: [group({ ...box(0), tag: 'TR', elements: [text(cell, 10, { ...box(0), tag: 'TD' })] })],
    });
  const second = [text('More', 12, { ...box(0), tag: 'H2' }), table('prices', 'Butter')];
  const first = [text('Title', 12, { ...box(0), tag: 'H1' }), table('prices', 'Bread')];
  const page = { title: 'T', language: 'en', width: 200, height: 200, bleed: 0, cropMarks: false } as const;
  const other: Scene = {
    ...page,
    intent: 'screen',
    background: null,
    fonts: [],
    elements: second,
    pageNumber: 2,
  };
  const { data, warnings } = await renderPage({ elements: first, pageNumber: 1, others: [other] });
  assert.deepEqual(warnings, []);
  const objects = await readObjects(data);
  assert.match(objects, /<pdfuaid:part>1</);
  assert.equal(objects.split('/S /Table').length - 1, 1);
  assert.equal(objects.split('/S /TR').length - 1, 2);
  const spoken = JSON.stringify(await readAloud(data, 2));
  assert.ok(
    spoken.includes('["H2","More"]') && spoken.includes('"Butter"') && !spoken.includes('Title'),
    spoken,
  );
});
