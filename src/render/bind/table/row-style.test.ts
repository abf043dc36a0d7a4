/** Rows of tables whose style differs from row to row, and columns with a style of their own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../../../generated/template.ts';
import { readPdf, renderDocument } from '../../../../test/helpers/pages.ts';
import { decodePixels } from '../../../../test/helpers/scenes.ts';
import {
  getTableDocument,
  getTexts,
  makeEntries,
  renderTable,
  tableBody as body,
  tableColumns as columns,
  type Entries,
} from '../../../../test/helpers/tables.ts';
import type { LayoutReport } from '../../layout-report.ts';

const isDear = 'item.price > 1.0';

const getRun = (report: LayoutReport | undefined, id: string) =>
  report?.elements.find((element) => element.id === id)?.text?.lines[0]?.runs[0];

const getPixel = (pixels: Awaited<ReturnType<typeof decodePixels>>) => (x: number, y: number) =>
  pixels.at(x, y).slice(0, 3).join();

const renderAs = async (format: 'svg' | 'pdf', table: object, items: Entries, more: object = {}) => {
  const values = new Map([['items', items]]);
  const { data } = await renderDocument(getTableDocument(table, more), { values, output: { format } });
  return data;
};

test('weights, slants and sizes differ from row to row, and the header keeps what is common', async () => {
  const table = {
    body: {
      ...body,
      fontWeight: `{{ ${isDear} ? 700 : 400 }}`,
      fontStyle: `{{ ${isDear} ? "italic" : "normal" }}`,
      fontSize: `{{ ${isDear} ? 20 : 10 }}`,
      transform: 'uppercase',
    },
    header: {},
  };
  const { report } = await renderTable(table);
  const faces = ['lines.header[0]', 'lines[0][0]', 'lines[1][0]'].map((id) => {
    const { text, fontSize, font } = getRun(report, id)!;
    return [text, fontSize, font.weight, font.style];
  });
  assert.deepEqual(faces, [
    ['NAME', 16, 600, 'normal'],
    ['PART 0', 10, 400, 'normal'],
    ['PART 1', 20, 700, 'italic'],
  ]);
});

test('a fill that names the entry fills its row; where it is empty, the stripe shows', async () => {
  const fill = '{{ item.price > 1.0 && item.price < 3.0 ? "#ff0000" : "" }}';
  const { data } = await renderTable(
    { header: null, body: { ...body, fill }, stripes: '#0000ff' },
    makeEntries(4),
    { background: '#ffffff' },
  );
  const at = getPixel(await decodePixels(data));
  assert.deepEqual(
    [21, 41, 61, 81].map((y) => at(209, y)),
    ['255,255,255', '255,0,0', '255,0,0', '0,0,255'],
  );
});

test('a column has a style of its own, which may name the entry; header and totals have not', async () => {
  const table = {
    columns: [
      columns[0],
      {
        ...columns[1],
        style: {
          fontWeight: 700,
          color: '#ff0000',
          fill: `{{ ${isDear} ? "#00ff00" : "" }}`,
          transform: 'uppercase',
        },
      },
    ],
    total: { cells: ['Sum', 'x'], fontWeight: 500 },
  };
  const { report, data } = await renderTable(table, makeEntries(2), { background: '#ffffff' });
  const weights = Object.fromEntries(
    Object.keys(getTexts(report)).map((id) => [id, getRun(report, id)?.font.weight]),
  );
  assert.deepEqual(weights, {
    'lines.header[0]': 600,
    'lines.header[1]': 600,
    'lines[0][0]': 400,
    'lines[0][1]': 700,
    'lines[1][0]': 400,
    'lines[1][1]': 700,
    'lines.total[0]': 500,
    'lines.total[1]': 500,
  });
  const at = getPixel(await decodePixels(data));
  // The whole cell, and that cell alone.
  const spots = [
    [149, 61],
    [150, 60],
    [209, 79],
    [150, 59],
    [150, 80],
  ] as const;
  assert.deepEqual(
    spots.map(([x, y]) => at(x, y)),
    ['255,255,255', '0,255,0', '0,255,0', '255,255,255', '255,255,255'],
  );
  const svg = new TextDecoder().decode(await renderAs('svg', table, makeEntries(2)));
  assert.equal(svg.match(/#0f0\b|#00ff00/gu)?.length, 1, svg);
});

test('from right to left, the fill of a cell is in its column', async () => {
  const { data } = await renderTable(
    { direction: 'rtl', header: null, columns: [columns[0], { ...columns[1], style: { fill: '#00ff00' } }] },
    makeEntries(1),
    { background: '#ffffff' },
  );
  const at = getPixel(await decodePixels(data));
  assert.deepEqual(
    [9, 10, 69, 70].map((x) => at(x, 21)),
    ['255,255,255', '0,255,0', '0,255,0', '255,255,255'],
  );
});

test('a hidden column has no fill, and those beside it keep theirs', async () => {
  const filled = (fill: string, visible: boolean | string) => ({
    value: '{{ item.name }}',
    visible,
    style: { fill },
  });
  const { data } = await renderTable(
    { header: null, columns: [filled('#ff0000', '{{ items.size() > 3 }}'), filled('#00ff00', true)] },
    makeEntries(1),
    { background: '#ffffff' },
  );
  const at = getPixel(await decodePixels(data));
  assert.deepEqual(
    [10, 209].map((x) => at(x, 21)),
    ['0,255,0', '0,255,0'],
  );
});

test('a row that is divided between pages keeps its style and fills on each, below its texts', async () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const table = {
    x: undefined,
    y: undefined,
    width: 'fill',
    header: null,
    columns: [{ ...columns[0], style: { fill: '#00ff00' } }, columns[1]],
    body: {
      ...body,
      color: `{{ ${isDear} ? "#ff0000" : "#000000" }}`,
      fill: `{{ ${isDear} ? "#0000ff" : "" }}`,
    },
    borders: { color: '#ff00ff', between: 'all' },
  };
  const { elements, ...page } = getTableDocument(table) as TemplateDocument & { elements: object[] };
  const flowing = { id: 'page', flow: true, layout: { direction: 'column' }, elements };
  const document = {
    ...page,
    viewport: { width: 200, height: 80 },
    pages: [flowing],
  } as unknown as TemplateDocument;
  const values = new Map([['items', [{ name: words, price: '2' }]]]);
  const { data } = await renderDocument(document, { values, output: { format: 'pdf' } });
  const pages = await readPdf(data);
  assert.ok(pages.length > 1);
  const shown = pages.flatMap(({ items }) => items.flatMap(({ text }) => text.split(' ')));
  assert.deepEqual(shown.filter((word) => word.startsWith('word')).length, 60);
  for (const number of pages.keys()) {
    const options = { values, pages: [number + 1], output: { format: 'png' as const } };
    const { data: png } = await renderDocument(document, options);
    const pixels = await decodePixels(png);
    const at = getPixel(pixels);
    assert.equal(at(2, 2), '0,255,0', `page ${number + 1}`);
    assert.equal(at(198, 2), '0,0,255', `page ${number + 1}`);
    const isRed = (x: number, y: number) => at(x, y) === '255,0,0';
    const reds = Array.from({ length: 140 }, (_, x) => Array.from({ length: 20 }, (__, y) => isRed(x, y)));
    assert.ok(reds.flat().includes(true), `the texts of page ${number + 1} are above the fill`);
  }
});

test('rows of groups and of lists in lists have their style by entry', async () => {
  const variables = [
    {
      name: 'orders',
      type: 'list',
      fields: [
        { name: 'id', type: 'text' },
        {
          name: 'items',
          type: 'list',
          fields: [
            { name: 'name', type: 'text' },
            { name: 'due', type: 'text' },
          ],
        },
      ],
    },
  ];
  const table = {
    x: undefined,
    y: undefined,
    repeat: { each: '{{ orders }}', as: 'order' },
    rows: '{{ order.items }}',
    as: 'row',
    groupBy: '{{ row.due }}',
    groupHeader: { cells: ['{{ row.due }}'], fontWeight: '{{ row.due == "late" ? 900 : 500 }}' },
    columns: [{ value: '{{ row.name }}' }],
    body: { ...body, fontWeight: '{{ row.due == "late" && order.id == "A" ? 700 : 400 }}' },
    header: null,
  };
  const more = { variables, layout: { direction: 'column' } };
  const orders = ['A', 'B'].map((id) => ({
    id,
    items: [
      { name: `${id}1`, due: 'soon' },
      { name: `${id}2`, due: 'late' },
    ],
  }));
  const { report } = await renderDocument(getTableDocument(table, more), {
    values: new Map([['orders', orders]]),
  });
  const weights = Object.entries(getTexts(report)).map(([id, text]) => [
    text,
    getRun(report, id)?.font.weight,
  ]);
  assert.deepEqual(weights, [
    ['soon', 500],
    ['A1', 400],
    ['late', 900],
    ['A2', 700],
    ['soon', 500],
    ['B1', 400],
    ['late', 900],
    ['B2', 400],
  ]);
});

test('a value that a style does not accept refuses the render and names the element', async () => {
  const refused = [
    [
      { fontWeight: '{{ item.price * 100.0 }}' },
      /Element "lines": .*fontWeight and must make a whole number from 100 to 900, but made 50/u,
    ],
    [{ fontWeight: '{{ item.price + 400.0 }}' }, /whole number from 100 to 900, but made 400\.5/u],
    [
      { fontStyle: '{{ item.name }}' },
      /Element "lines": .*fontStyle and must make one of "normal", "italic", but made "Part 0"/u,
    ],
    [{ decoration: '{{ item.name }}' }, /one of "none", "underline", "line-through", but made "Part 0"/u],
    [{ color: '{{ item.name }}' }, /must make a hex colour.*"Part 0"/u],
    [{ fill: '{{ item.name }}' }, /must make a hex colour.*"Part 0"/u],
  ] as const;
  for (const [style, message] of refused) {
    await assert.rejects(renderTable({ body: { ...body, ...style } }), message);
    await assert.rejects(renderTable({ columns: [{ ...columns[0], style }] }), message);
  }
});

test('a style that takes an item by the number of the row is refused where rows have moved', async () => {
  const items = ['b', 'a', 'b'].map((name) => ({ name, price: '1' }));
  const style = { color: '{{ items[i].price > 1.0 ? "red" : "" }}' };
  const message = /takes an item by "i", the number of the row, but "groupBy" has moved rows/u;
  const table = { index: 'i', groupBy: '{{ item.name }}' };
  await assert.rejects(renderTable({ ...table, body: style }, items), message);
  await assert.rejects(renderTable({ ...table, columns: [{ ...columns[0], style }] }, items), message);
});
