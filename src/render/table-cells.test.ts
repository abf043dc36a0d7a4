/** Cells of a table that hold a picture or a code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { rasterisePages, readCodes } from '../../test/helpers/codes.ts';
import { renderDocument } from '../../test/helpers/pages.ts';
import { readAloud } from '../../test/helpers/pdf.ts';
import { cornerPicture } from '../../test/helpers/pictures.ts';
import { decodePixels } from '../../test/helpers/scenes.ts';
import { getBoxes, getTableDocument, tableBody as body } from '../../test/helpers/tables.ts';
import { collectAssets } from './assets.ts';
import { bindTemplate } from './bind/bind-template.ts';

const variables = [
  {
    name: 'items',
    type: 'list',
    fields: [
      { name: 'name', type: 'text' },
      { name: 'code', type: 'text' },
      { name: 'photo', type: 'text' },
    ],
  },
];
const text = { header: 'Name', value: '{{ item.name }}', width: 60 };
const barcode = { type: 'barcode', value: '{{ item.code }}', symbology: 'code128', height: 30 };
const photo = {
  type: 'image',
  src: '{{ item.photo }}',
  width: 30,
  height: 20,
  alt: 'Photo of {{ item.name }}',
};
const columns = [
  text,
  { header: 'Photo', cell: photo, width: 52, align: 'center' },
  { header: 'Code', cell: barcode },
];
const items = [
  { name: 'Bolt', code: 'BOLT-1', photo: 'bolt.png' },
  { name: 'Nut', code: 'NUT-2', photo: 'nut.png' },
];
const pictures = async () => ({
  'bolt.png': await sharp({ create: { width: 90, height: 60, channels: 3, background: '#f00' } })
    .png()
    .toBuffer(),
  'nut.png': await cornerPicture().png().toBuffer(),
});

const getDocument = (table: object = {}, more: object = {}) =>
  getTableDocument({ width: 280, columns, ...table }, { variables, ...more });

/** Renders with the pictures of the template's folder, which the document names in its rows. */
const draw = async (
  document: ReturnType<typeof getDocument>,
  entries: readonly Readonly<Record<string, string>>[] = items,
  options: object = {},
) => {
  const values = new Map([['items', entries]]);
  const files = await pictures();
  const byKey = Object.fromEntries(
    bindTemplate(document, values).sources.map(({ key, location }) => [
      key,
      files[(location as { path: keyof typeof files }).path],
    ]),
  );
  return await renderDocument(document, { values, files: byKey, ...options });
};

test('a cell has its box in its column, and its row is as high as it', async () => {
  const { report } = await draw(getDocument());
  const { 'lines[0]': row, 'lines[0][0]': name, ...boxes } = getBoxes(report);
  assert.deepEqual(row, [10, 40, 280, 38]);
  assert.deepEqual(name, [16, 44, 48, 30]);
  assert.deepEqual(boxes['lines[0][1]'], [76, 44, 40, 30]);
  assert.deepEqual(boxes['lines[0][1].image'], [81, 44, 30, 20]);
  assert.deepEqual(boxes['lines[0][2].barcode'], [128, 44, 156, 30]);
  assert.deepEqual(boxes['lines[1][1].image'], [81, 82, 30, 20]);
});

test('cells stand where align and verticalAlign say, also from right to left', async () => {
  const place = async (column: object, table: object = {}) => {
    const given = [
      { ...text, width: 100 },
      { header: 'P', cell: { ...photo, height: 10 }, ...column },
    ];
    const { report } = await draw(getDocument({ columns: given, ...table }), [
      { ...items[0]!, name: 'One\nTwo\nThree' },
    ]);
    return getBoxes(report)['lines[0][1].image'];
  };
  const inner = { x: 116, width: 168, y: 44 };
  assert.deepEqual(await place({}), [inner.x, 44, 30, 10]);
  assert.deepEqual(await place({ align: 'end' }), [inner.x + inner.width - 30, 44, 30, 10]);
  const bottom = { body: { ...body, verticalAlign: 'bottom' } };
  assert.deepEqual(await place({ align: 'right' }, bottom), [inner.x + inner.width - 30, 70, 30, 10]);
  const middle = { style: { verticalAlign: 'middle' } };
  assert.deepEqual(await place(middle), [inner.x, 57, 30, 10]);
  assert.deepEqual(await place({}, { direction: 'rtl' }), [154, 44, 30, 10]);
  assert.deepEqual(await place({ align: 'end' }, { direction: 'rtl' }), [16, 44, 30, 10]);
});

test('a box is never wider than its column, and a column that hugs is as wide as its box', async () => {
  const narrow = [text, { header: 'P', cell: { ...photo, width: 90 }, width: 42 }, { value: '' }];
  const { report } = await draw(getDocument({ columns: narrow }));
  assert.deepEqual(getBoxes(report)['lines[0][1].image'], [76, 44, 30, 20]);
  const hugging = [text, { cell: { type: 'qrcode', value: 'A', height: 25 }, width: 'hug' }, { value: '' }];
  const hugged = await draw(getDocument({ columns: hugging }));
  assert.deepEqual(getBoxes(hugged.report)['lines[0][1].qrcode'], [76, 44, 25, 25]);
  assert.deepEqual(getBoxes(hugged.report)['lines.header[2]']?.[0], 113);
});

test('pixels, SVG and PDF show the picture and the code of each row', async () => {
  const document = getDocument({}, { background: '#ffffff' });
  const large = { scale: 3 };
  const png = await draw(document, items, { output: large });
  const pixels = await decodePixels(png.data);
  assert.deepEqual(pixels.at(96 * 3, 54 * 3), [255, 0, 0, 255]);
  const pdf = await draw(document, items, { output: { format: 'pdf' } });
  const svg = await draw(document, items, { output: { format: 'svg' } });
  const [page] = await rasterisePages(pdf.data, 4);
  const files = [png.data, page!, await sharp(Buffer.from(svg.data), { density: 288 }).png().toBuffer()];
  for (const file of files) {
    const codes = await readCodes(file);
    assert.deepEqual(codes.map(({ text: read }) => read).toSorted(), ['BOLT-1', 'NUT-2']);
    const { width, height, data } = await decodePixels(file);
    const at = (Math.round((86 / 200) * height) * width + Math.round((85 / 300) * width)) * 4;
    assert.ok(data[at]! > 240 && data[at + 1]! < 20 && data[at + 2]! < 20, 'the top left corner is red');
  }
});

test('QR codes in cells have their logo in the middle, and are read, as PNG and PDF', async () => {
  const logo = { src: 'bolt.png', size: 0.2 };
  const cell = {
    type: 'qrcode',
    value: '{{ item.code }}',
    errorCorrection: 'H',
    width: 60,
    height: 60,
    logo,
  };
  const coded = [text, { header: 'Code', cell, width: 80 }];
  const document = getDocument({ columns: coded }, { background: '#ffffff' });
  const png = await draw(document, items, { output: { format: 'png', dpi: 300 } });
  const pdf = await draw(document, items, { output: { format: 'pdf', dpi: 300 } });
  for (const file of [png.data, (await rasterisePages(pdf.data, 4))[0]!]) {
    const codes = await readCodes(file);
    assert.deepEqual(codes.map(({ text: read }) => read).toSorted(), ['BOLT-1', 'NUT-2']);
    const { width, data } = await decodePixels(file);
    const perPx = width / 300;
    for (const id of ['lines[0][1].qrcode', 'lines[1][1].qrcode']) {
      const [x = 0, y = 0, wide = 0, high = 0] = getBoxes(png.report)[id]!;
      const at = (Math.round((y + high / 2) * perPx) * width + Math.round((x + wide / 2) * perPx)) * 4;
      assert.ok(data[at]! > 240 && data[at + 1]! < 20 && data[at + 2]! < 20, `${id} has its logo`);
    }
  }
});

test('PDFs have a figure with its alternative in each cell', async () => {
  const { data } = await draw(getDocument(), items.slice(0, 1), { output: { format: 'pdf' } });
  assert.deepEqual(await readAloud(data), [
    [
      'Document',
      [
        'Table',
        ['TR', ['TH', 'Name'], ['TH', 'Photo'], ['TH', 'Code']],
        [
          'TR',
          ['TD', 'Bolt'],
          ['TD', ['Figure', 'alt: Photo of Bolt']],
          ['TD', ['Figure', 'alt: BOLT-1', 'BOLT-1']],
        ],
      ],
    ],
  ]);
});

test('a cell without a value, or that is not visible, is empty', async () => {
  const given = [
    { ...items[0]!, photo: '', code: '' },
    { ...items[1]!, name: '' },
  ];
  const hidden = { ...barcode, visible: '{{ item.name != "" }}' };
  const table = { columns: [text, { cell: photo }, { cell: hidden }] };
  const { report } = await draw(getDocument(table), given);
  const boxes = getBoxes(report);
  assert.deepEqual(boxes['lines[0]'], [10, 40, 280, 20]);
  assert.ok('lines[0][1]' in boxes && 'lines[1][1].image' in boxes);
  for (const id of ['lines[0][1].image', 'lines[0][2].barcode', 'lines[1][2].barcode'])
    assert.ok(!(id in boxes), id);
});

test('a column with pictures may be hidden, and groups keep theirs', async () => {
  const hidden = { columns: [text, { cell: photo, visible: false }, columns[2]] };
  const { report } = await draw(getDocument(hidden));
  assert.deepEqual(getBoxes(report)['lines[0][2].barcode'], [76, 44, 208, 30]);
  const grouped = {
    columns: [text, { cell: photo }],
    groupBy: '{{ item.code }}',
    groupHeader: { cells: ['{{ item.code }}', ''] },
  };
  const ordered = [items[0]!, items[1]!, { ...items[0]!, photo: 'nut.png' }];
  const { report: inGroups } = await draw(getDocument(grouped), ordered);
  const images = inGroups!.elements.flatMap(({ id, image }) =>
    image === undefined ? [] : [[id, image.source]],
  );
  assert.deepEqual(
    images.map(([id]) => id),
    ['lines[0][1].image', 'lines[1][1].image', 'lines[2][1].image'],
  );
  assert.deepEqual(
    images.map(([, source]) => String(source).replace(/^.* /u, '')),
    ['bolt.png', 'nut.png', 'nut.png'],
  );
});

test('on pages that flow a row with a picture moves whole', async () => {
  const table = { x: undefined, y: undefined, columns: [text, { cell: { ...photo, height: 50 } }] };
  const document = getDocument(table);
  const flowing = {
    ...document,
    viewport: { width: 300, height: 150 },
    elements: [],
    pages: [{ id: 'page', flow: true, layout: { direction: 'column' }, elements: document.elements }],
  } as typeof document;
  const five = Array.from({ length: 5 }, (_, at) => ({ ...items[at % 2]!, name: `Part ${at}` }));
  const { report, warnings } = await draw(flowing, five, { output: { format: 'pdf' } });
  assert.deepEqual(warnings, []);
  const found = report!.elements.filter(({ id }) => id.endsWith('.image'));
  assert.deepEqual(
    found.map(({ id, page, onPage }) => [id, page, onPage.y, onPage.height]),
    [
      ['lines[0][1].image', 1, 24, 50],
      ['lines[1][1].image', 1, 82, 50],
      ['lines[2][1].image', 2, 24, 50],
      ['lines[3][1].image', 2, 82, 50],
      ['lines[4][1].image', 3, 24, 50],
    ],
  );
});

test('errors name the row and the column of the table', async () => {
  const values = (entry: Readonly<Record<string, string>>) => new Map([['items', [items[0]!, entry]]]);
  const ean = getDocument({ columns: [text, { cell: { ...barcode, symbology: 'ean13' } }] });
  await assert.rejects(
    draw(ean, [
      { ...items[0]!, code: '4006381333931' },
      { ...items[1]!, code: '12' },
    ]),
    /The value in row 2, column 2 of the table "lines" cannot be drawn as ean13/u,
  );
  assert.throws(
    () => bindTemplate(getDocument(), values({ ...items[1]!, photo: '../x.png' })),
    /In row 2, column 2 of the table "lines": .*"\.\.\/x\.png"/u,
  );
  const lost = bindTemplate(getDocument(), values({ ...items[1]!, photo: 'https://a.example/lost.png' }));
  const bytes = Buffer.from('picture');
  const suppliers = {
    readTemplateFile: () => Promise.resolve({ hash: 'abc', bytes }),
    fetchImage: () => Promise.resolve({ ok: false, fault: 'origin', detail: 'is not to be had.' } as const),
    maxImageBytes: 100,
  };
  await assert.rejects(
    collectAssets(lost, suppliers),
    /^RemoteImageError: In row 2, column 2 of the table "lines": .* is not to be had\.$/u,
  );
  const shared = { ...items[1]!, photo: 'https://a.example/lost.png' };
  for (const [count, others] of [
    [2, 'and 1 other cell'],
    [4, 'and 3 other cells'],
  ] as const) {
    const list = new Map([['items', [items[0]!, ...Array.from({ length: count }, () => shared)]]]);
    await assert.rejects(
      collectAssets(bindTemplate(getDocument(), list), suppliers),
      new RegExp(`^RemoteImageError: In row 2, column 2 of the table "lines" ${others}: `, 'u'),
    );
  }
  const wrong = getDocument({ columns: [text, { cell: { ...barcode, value: '{{ item.name[0] / 0 }}' } }] });
  assert.throws(
    () => bindTemplate(wrong, values(items[1]!)),
    /In row 1, column 2 of the table "lines": the expression/u,
  );
});

test('pictures of all rows count before any of them is made', () => {
  const many = Array.from({ length: 20_000 }, () => items[0]!);
  const cells = (count: number) =>
    getDocument({ columns: Array.from({ length: count }, () => ({ cell: photo })) });
  const values = new Map([['items', many]]);
  assert.throws(() => bindTemplate(cells(2), values), /more than 100,000 elements.*"lines" is one too many/u);
  assert.equal(bindTemplate(cells(1), values).sources.length, 1);
});

test('cells of lists in lists know both entries', async () => {
  const fields = [
    { name: 'name', type: 'text' },
    { name: 'parts', type: 'list', fields: [{ name: 'code', type: 'text' }] },
  ];
  const inner = {
    type: 'table',
    id: 'parts',
    width: 200,
    rows: '{{ order.parts }}',
    repeat: { each: '{{ orders }}', as: 'order' },
    columns: [{ cell: { ...barcode, value: '{{ order.name }}-{{ item.code }}' } }],
  };
  const document = getDocument(
    {},
    {
      variables: [{ name: 'orders', type: 'list', fields }],
      layout: { direction: 'column' },
      elements: [inner],
    },
  );
  const orders = ['A', 'B'].map((name) => ({ name, parts: [{ code: '1' }] }));
  const { data, report } = await renderDocument(document, {
    values: new Map([['orders', orders]]),
    output: { scale: 3 },
  });
  const codes = await readCodes(data);
  assert.deepEqual(codes.map(({ text: read }) => read).toSorted(), ['A-1', 'B-1']);
  assert.ok(report!.elements.some(({ id }) => id === 'parts[1][0][0].barcode'));
});
