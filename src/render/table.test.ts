/** The element `table`: its rows, columns and lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { renderDocument } from '../../test/helpers/pages.ts';
import { readAloud, readObjects } from '../../test/helpers/pdf.ts';
import { decodePixels } from '../../test/helpers/scenes.ts';
import {
  getBoxes,
  getTableDocument as getDocument,
  getTexts,
  makeEntries as entries,
  renderTable,
  tableBody as body,
  tableColumns as columns,
  type Entries,
} from '../../test/helpers/tables.ts';

test('a table has a header and a row for each entry, as high as their highest cell', async () => {
  const [first, second] = entries(2);
  const items = [first!, { ...second!, name: 'A part whose name needs two lines' }];
  const { report, warnings } = await renderTable({}, items);
  assert.deepEqual(warnings, []);
  assert.deepEqual(getBoxes(report), {
    lines: [10, 20, 200, 72],
    'lines.header': [10, 20, 200, 20],
    'lines.header[0]': [16, 24, 128, 12],
    'lines.header[1]': [156, 24, 48, 12],
    'lines[0]': [10, 40, 200, 20],
    'lines[0][0]': [16, 44, 128, 12],
    'lines[0][1]': [156, 44, 48, 12],
    'lines[1]': [10, 60, 200, 32],
    'lines[1][0]': [16, 64, 128, 24],
    'lines[1][1]': [156, 64, 48, 24],
  });
  assert.deepEqual(getTexts(report), {
    'lines.header[0]': 'Name',
    'lines.header[1]': 'Price',
    'lines[0][0]': 'Part 0',
    'lines[0][1]': '0.5',
    'lines[1][0]': 'A part whose name needs|two lines',
    'lines[1][1]': '1.5',
  });
});

test('without entries there are the header and the total only', async () => {
  const total = { cells: ['Total', '{{ sum(items.map(i, i.price)) }}'] };
  const { report } = await renderTable({ total }, []);
  assert.deepEqual(getTexts(report), {
    'lines.header[0]': 'Name',
    'lines.header[1]': 'Price',
    'lines.total[0]': 'Total',
    'lines.total[1]': '0',
  });
  const bare = await renderTable({ header: null }, []);
  assert.deepEqual(getBoxes(bare.report), { lines: [10, 20, 200, 0] });
});

test('cells without a text keep their place, and a row without any is a line high', async () => {
  const { report } = await renderTable({ header: null }, [{ name: '', price: '' }, ...entries(1)]);
  const boxes = getBoxes(report);
  assert.deepEqual(boxes['lines[0]'], [10, 20, 200, 20]);
  assert.deepEqual(boxes['lines[0][1]'], [156, 24, 48, 12]);
  assert.deepEqual(boxes['lines[1]'], [10, 40, 200, 20]);
});

const widths = async (sizes: readonly object[], table: object = {}, items = entries(2)) => {
  const given = sizes.map((size) => ({ header: 'H', value: '{{ item.name }}', ...size }));
  const flat = { ...body, padding: 0 };
  const { report } = await renderTable({ columns: given, body: flat, ...table }, items);
  const boxes = getBoxes(report);
  return given.map((_, index) => boxes[`lines.header[${index}]`]?.[2] ?? NaN);
};

test('columns are as wide as a number, as their widest text, or share what is left', async () => {
  assert.deepEqual(await widths([{ width: 50 }, {}, { grow: 2 }]), [50, 50, 100]);
  const [hug = 0, fill] = await widths([{ width: 'hug' }, {}]);
  assert.ok(hug > 25 && hug < 40 && Number.isInteger(hug), String(hug));
  assert.equal(fill, 200 - hug);
  assert.deepEqual(await widths([{ grow: 0 }, { grow: 1 }]), [0, 200]);
});

test('columns that need more than there is get a share of it', async () => {
  const long = [{ name: 'a rather long text for one column', price: '1' }];
  const [one = 0, other = 0, last] = await widths(
    [{ width: 'hug' }, { width: 'hug' }, { width: 40 }],
    {},
    long,
  );
  assert.equal(last, 40);
  assert.equal(one + other, 160);
  assert.equal(one, other);
  const tight = await widths([{ width: 'hug' }, { width: 'hug' }, {}], {}, long);
  assert.ok(
    tight.every((width) => width > 50),
    tight.join(),
  );
});

test('a table that hugs is as wide as its columns need', async () => {
  const { report } = await renderTable({
    width: 'hug',
    columns: [
      { value: 'x', width: 30 },
      { value: 'y', width: 45 },
    ],
  });
  assert.deepEqual(getBoxes(report)['lines'], [10, 20, 75, 60]);
});

test('formats write numbers and dates in the locale of the document', async () => {
  const formatted = [
    { value: '{{ item.price * 1000 }}', format: 'number' },
    { value: '{{ item.price / 100 }}', format: { style: 'percent', minimumFractionDigits: 1 } },
    { value: '{{ item.price }}', format: { style: 'currency', currency: 'EUR' } },
    { value: '{{ item.day }}', format: 'date' },
    { value: '{{ item.day }}', format: { month: 'long', day: 'numeric' } },
  ];
  const items = [
    { name: '', price: '1234.5', day: '2026-03-05' },
    { name: '', price: '', day: '' },
  ];
  const table = { columns: formatted, header: null, width: 600 };
  const shown = async (locale: string) => {
    const { report } = await renderTable(table, items.slice(0, 1), { locale });
    return Object.values(getTexts(report)).map((text) => text.replaceAll(/\s/gu, ' '));
  };
  assert.deepEqual(await shown('en'), ['1,234,500', '1,234.5%', '€1,234.50', 'Mar 5, 2026', 'March 5']);
  assert.deepEqual(await shown('de'), ['1.234.500', '1.234,5 %', '1.234,50 €', '05.03.2026', '5. März']);
  const own = await renderTable({ ...table, columns: formatted.slice(2) }, items.slice(1));
  assert.deepEqual(getTexts(own.report), {});
});

test('the total is written as its columns are', async () => {
  const table = {
    columns: [
      { value: '{{ item.name }}' },
      { value: '{{ item.price }}', format: { style: 'currency', currency: 'USD' } },
    ],
    header: null,
    total: { cells: ['{{ items.size() }} parts', '{{ sum(items.map(i, i.price)) }}'] },
  };
  const { report } = await renderTable(table, entries(3));
  const texts = getTexts(report);
  assert.equal(texts['lines.total[0]'], '3 parts');
  assert.equal(texts['lines.total[1]'], '$4.50');
});

test('several totals stand below each other, each in its style', async () => {
  const totals = [
    { cells: ['Tax', '{{ sum(items.map(i, i.price)) * 0.2 }}'] },
    { cells: ['Gross', '{{ sum(items.map(i, i.price)) * 1.2 }}'], padding: 0, fontWeight: 800 },
  ];
  const total = { cells: ['Net', '{{ sum(items.map(i, i.price)) }}'] };
  const price = { value: '{{ item.price }}', width: 60, format: { style: 'currency', currency: 'EUR' } };
  const table = { columns: [columns[0], price], header: null, total, totals };
  const { report } = await renderTable(table, entries(2));
  const texts = getTexts(report);
  assert.deepEqual(
    ['lines.total', 'lines.totals[0]', 'lines.totals[1]'].map((id) => [texts[`${id}[0]`], texts[`${id}[1]`]]),
    [
      ['Net', '€2.00'],
      ['Tax', '€0.40'],
      ['Gross', '€2.40'],
    ],
  );
  const boxes = getBoxes(report);
  assert.deepEqual(boxes['lines.totals[0]'], [10, 80, 200, 20]);
  assert.deepEqual(boxes['lines.totals[1]'], [10, 100, 200, 12]);
  const alone = await renderTable({ header: null, totals }, []);
  assert.deepEqual(getBoxes(alone.report)['lines'], [10, 20, 200, 32]);
});

test('totals go on to the next page together, with a row above them', async () => {
  const total = { cells: ['Net', ''] };
  const totals = [{ cells: ['Tax', ''] }, { cells: ['Gross', ''] }];
  const table = { x: undefined, y: undefined, width: 'fill', total, totals };
  const getPages = async (height: number) => {
    const { elements, ...page } = getDocument(table) as TemplateDocument & { elements: object[] };
    const flowing = { id: 'page', flow: true, layout: { direction: 'column' }, elements };
    const document = {
      ...page,
      viewport: { width: 220, height },
      pages: [flowing],
    } as unknown as TemplateDocument;
    const { report } = await renderDocument(document, {
      values: new Map([['items', entries(4)]]),
      output: { format: 'pdf' },
    });
    const pages = new Map<number, string[]>();
    for (const { page: number = 1, text } of report?.elements ?? [])
      if (text !== undefined) pages.set(number, [...(pages.get(number) ?? []), text.lines[0]!.text.trim()]);
    return [...pages.values()].map((texts) =>
      texts.filter((text) => /^[A-Z]/u.test(text) && text !== 'Price').join(),
    );
  };
  // A header, four rows, three totals: 160 px. One total would have room for 140, two for 120.
  const whole = 'Name,Part 0,Part 1,Part 2,Part 3,Net,Tax,Gross';
  const divided = ['Name,Part 0,Part 1,Part 2', 'Name,Part 3,Net,Tax,Gross'];
  assert.deepEqual(await getPages(160), [whole]);
  for (const height of [150, 130, 110]) assert.deepEqual(await getPages(height), divided, String(height));
});

test('a table ends with its columns: its line and its fill are as wide as its rows', async () => {
  const table = {
    columns: [
      { header: 'A', value: 'a', width: 50 },
      { header: 'B', value: 'b', width: 70 },
    ],
    body: { ...body, fill: '#ffff00' },
    borders: { color: '#ff0000', outer: true, between: 'all', width: 2 },
  };
  const { data, report } = await renderTable(table, entries(1));
  assert.deepEqual(getBoxes(report)['lines'], [10, 20, 124, 46]);
  const pixels = await decodePixels(data);
  const at = (x: number, y: number) => pixels.at(x, y).slice(0, 3).join();
  assert.equal(at(133, 30), '255,0,0');
  assert.equal(at(131, 30), '255,255,0');
  assert.equal(at(135, 30), at(5, 5));
  // From right to left it begins at the right.
  const mirrored = await renderTable({ ...table, direction: 'rtl' }, entries(1));
  assert.deepEqual(getBoxes(mirrored.report)['lines'], [86, 20, 124, 46]);
  assert.deepEqual(getBoxes(mirrored.report)['lines[0]'], [88, 42, 120, 22]);
  // What is turned keeps its box, about whose centre it is turned.
  const turned = await renderTable({ ...table, rotation: 90 }, entries(1));
  assert.deepEqual(getBoxes(turned.report)['lines'], [87, -57, 46, 200]);
});

test('a row that begins a page has no line above it, beside that around the table', async () => {
  const borders = { color: '#ff0000', outer: true, between: 'all', width: 2 };
  const table = { x: undefined, y: undefined, width: 'fill', header: null, borders };
  const { elements, ...page } = getDocument(table) as TemplateDocument & { elements: object[] };
  const flowing = { id: 'page', flow: true, layout: { direction: 'column' }, elements };
  const document = {
    ...page,
    viewport: { width: 220, height: 60 },
    pages: [flowing],
  } as unknown as TemplateDocument;
  const { data } = await renderDocument(document, {
    values: new Map([['items', entries(4)]]),
    output: { page: 2 },
  });
  const pixels = await decodePixels(data);
  const isLine = (y: number) => pixels.at(100, y).slice(0, 3).join() === '255,0,0';
  const lines = Array.from({ length: 60 }, (_, y) => y).filter(isLine);
  assert.deepEqual(lines.slice(0, 3), [0, 1, 24]);
});

test('lines take room, and begin on whole pixels', async () => {
  const borders = { width: 2, between: 'all', outer: true };
  const boxes = getBoxes((await renderTable({ borders })).report);
  assert.deepEqual(boxes['lines'], [10, 20, 200, 68]);
  assert.deepEqual(boxes['lines.header'], [12, 22, 196, 20]);
  assert.deepEqual(boxes['lines[0]'], [12, 42, 196, 22]);
  // After the line above the row, and the one before the column.
  assert.deepEqual(boxes['lines[0][1]'], [156, 48, 46, 12]);
  assert.deepEqual(boxes['lines[0].lines'], [12, 42, 196, 22]);
});

test('fills are painted behind rows, and lines over them', async () => {
  const table = {
    header: { fill: '#0000ff' },
    body: { ...body, fill: '#ffff00' },
    stripes: '#00ff00',
    total: { cells: ['', ''], fill: '#ff00ff' },
    borders: { color: '#ff0000', outer: true },
  };
  const { data } = await renderTable(
    table,
    entries(2).map((entry) => ({ ...entry, name: '', price: '' })),
  );
  const pixels = await decodePixels(data);
  const at = (y: number, x = 100) => pixels.at(x, y).slice(0, 3).join();
  // The edge, the header, a line, a row, a line, a stripe, a line, the total, the edge.
  assert.equal(at(20), '255,0,0');
  assert.equal(at(38), '0,0,255');
  assert.equal(at(41), '255,0,0');
  assert.equal(at(42), '255,255,0');
  assert.equal(at(61), '255,255,0');
  assert.equal(at(62), '255,0,0');
  assert.equal(at(63), '0,255,0');
  assert.equal(at(83), '255,0,0');
  assert.equal(at(84), '255,0,255');
  assert.equal(at(103), '255,0,255');
  assert.equal(at(104), '255,0,0');
  assert.equal(at(50, 10), '255,0,0');
  assert.equal(at(50, 209), '255,0,0');
});

test('the style of rows may depend on their entries; the header takes over the rest of it', async () => {
  const table = {
    body: { ...body, color: '{{ item.price > 1.0 ? "#ff0000" : "#000000" }}', transform: 'uppercase' },
    header: { fontSize: 20 },
  };
  const { report } = await renderTable(table);
  assert.equal(getTexts(report)['lines[0][0]'], 'PART 0');
  const runs = (id: string) => report?.elements.find((element) => element.id === id)?.text?.lines[0]?.runs[0];
  assert.equal(runs('lines.header[0]')?.text, 'NAME');
  assert.equal(runs('lines.header[0]')?.fontSize, 20);
  assert.equal(runs('lines.header[0]')?.font.weight, 600);
  assert.equal(runs('lines[0][0]')?.font.weight, 400);
});

test('rows that do not fit a fixed height are left out with a warning', async () => {
  const { report, warnings } = await renderTable({ height: 65 }, entries(5));
  assert.deepEqual(
    report?.elements.filter(({ group }) => group === 'lines').map(({ id }) => id),
    ['lines.header', 'lines[0]', 'lines[1]'],
  );
  assert.deepEqual(
    warnings.map(({ code, elementId, detail }) => [code, elementId, detail]),
    [['TABLE_OVERFLOW', 'lines', '3 rows (lines[2] to lines[4]) are left out: the box is too low.']],
  );
  const wide = await renderTable(
    {
      columns: [
        { value: 'a', width: 150 },
        { value: 'b', width: 80 },
      ],
    },
    entries(1),
  );
  assert.deepEqual(
    wide.warnings.map(({ code, detail }) => [code, detail]),
    [['TABLE_OVERFLOW', 'The columns are 30 px wider than the box.']],
  );
  assert.deepEqual((await renderTable({ height: 60 })).warnings, []);
});

test('a table may stand in a layout, be repeated and be invisible', async () => {
  const table = { x: undefined, y: undefined, width: 'fill', header: null, id: 'own' };
  const repeat = { each: '{{ items }}', as: 'group' };
  const rows = '{{ items.filter(i, i.price >= group.price) }}';
  const page = { layout: { direction: 'column', padding: 10, gap: 5 } };
  const { report } = await renderTable({ ...table, repeat, rows }, entries(2), page);
  const boxes = getBoxes(report);
  assert.deepEqual(boxes['own[0]'], [10, 10, 280, 40]);
  assert.deepEqual(boxes['own[1]'], [10, 55, 280, 20]);
  assert.equal(getTexts(report)['own[1][0][0]'], 'Part 1');
  const hidden = await renderTable({ visible: '{{ items.size() > 2 }}' });
  assert.deepEqual(hidden.report?.elements, []);
});

test('PDFs for the screen have a table with a cell for each column, empty ones too', async () => {
  const values = new Map([['items', [{ name: 'Bolt', price: '' }]]]);
  const { data } = await renderDocument(getDocument({}), { values, output: { format: 'pdf' } });
  assert.deepEqual(await readAloud(data), [
    ['Document', ['Table', ['TR', ['TH', 'Name'], ['TH', 'Price']], ['TR', ['TD', 'Bolt'], ['TD']]]],
  ]);
  assert.equal((await readObjects(data)).match(/\/S \/TD\b/gu)?.length, 2);
});

test('no cell shows NaN or infinity, with a format or without; the error names the expression', async () => {
  const values = new Map([['items', [{ name: 'A', price: '1', day: '2026-01-01' }]]]);
  for (const format of [{}, { format: 'number' }, { format: 'percent' }]) {
    const table = { columns: [{ header: 'Share', value: '{{ item.price / 0 }}', ...format }] };
    await assert.rejects(
      renderDocument(getDocument(table), { values }),
      /the expression \{\{ item\.price \/ 0 \}\} makes Infinity, which is no number/u,
    );
  }
});

const grouped = {
  groupBy: '{{ item.name }}',
  index: 'i',
  header: null,
  columns: [
    { header: 'No.', value: '{{ i + 1 }}', width: 40 },
    { header: 'Name', value: '{{ item.name }}' },
    { header: 'Price', value: '{{ item.price }}', width: 60, format: { style: 'currency', currency: 'EUR' } },
  ],
  groupHeader: { cells: ['{{ item.name }}: {{ group.size() }}'], span: [3] },
  groupTotal: { cells: ['Sum', '{{ sum(group.map(x, x.price)) }}'], span: [2, 1] },
  total: { cells: ['All', '{{ sum(items.map(x, x.price)) }}'], span: [2, 1] },
};
const mixed: Entries = [
  { name: 'b', price: '1' },
  { name: 'a', price: '2.5' },
  { name: 'b', price: '10' },
];

test('rows of a group stand together, with a row above and below them', async () => {
  const { report, warnings } = await renderTable(grouped, mixed);
  assert.deepEqual(warnings, []);
  assert.deepEqual(getTexts(report), {
    'lines.groups[0].header[0]': 'b: 2',
    'lines[0][0]': '1',
    'lines[0][1]': 'b',
    'lines[0][2]': '€1.00',
    'lines[1][0]': '2',
    'lines[1][1]': 'b',
    'lines[1][2]': '€10.00',
    'lines.groups[0].total[0]': 'Sum',
    'lines.groups[0].total[2]': '€11.00',
    'lines.groups[1].header[0]': 'a: 1',
    'lines[2][0]': '3',
    'lines[2][1]': 'a',
    'lines[2][2]': '€2.50',
    'lines.groups[1].total[0]': 'Sum',
    'lines.groups[1].total[2]': '€2.50',
    'lines.total[0]': 'All',
    'lines.total[2]': '€13.50',
  });
  const boxes = getBoxes(report);
  assert.deepEqual(boxes['lines.groups[0].header[0]'], [16, 24, 188, 12]);
  assert.deepEqual(boxes['lines.total[0]']?.slice(2), [128, 12]);
  const empty = await renderTable(grouped, []);
  assert.deepEqual(getTexts(empty.report), { 'lines.total[0]': 'All', 'lines.total[2]': '€0.00' });
});

test('an item by the number of the row is refused where groups have moved rows', async () => {
  const document = (rows: string, list: string) => ({
    ...grouped,
    rows,
    index: 'i',
    columns: [
      { value: '{{ i + 1 }}' },
      { value: '{{ item.name }}' },
      { value: `{{ running(${list}, x, x.price)[i] }}` },
    ],
  });
  await assert.rejects(
    renderTable(document('{{ items }}', 'items'), mixed),
    /"lines".*running\(items, x, x.price\)\[i\].* takes an item by "i".* "groupBy" has moved rows/u,
  );
  const { columns, ...others } = document('{{ items }}', 'items');
  const carried = {
    ...others,
    columns: [columns[1], { value: '1' }],
    carry: { value: '{{ items[i].price }}' },
  };
  await assert.rejects(renderTable(carried, mixed), /items\[i\].price.* "groupBy" has moved rows/u);
  const sorted = 'sort(items, x, x.name)';
  const { report } = await renderTable(document(`{{ ${sorted} }}`, sorted), mixed);
  assert.deepEqual(
    [0, 1, 2].map((row) => getTexts(report)[`lines[${row}][2]`]),
    ['2.5', '3.5', '13.5'],
  );
});

test('an item by the number of the row is refused where its list has another order', async () => {
  const render = (rows: string, value: string, more: object = {}) =>
    renderTable(
      { rows: `{{ ${rows} }}`, index: 'i', columns: [{ value: '{{ item.name }}' }, { value }], ...more },
      mixed,
    );
  const refused =
    /"lines": the expression \{\{ .*i.* \}\} takes an item by "i", the number of the row, but its list/u;
  const sorted = 'sort(items, x, x.name)';
  const [, second] = mixed;
  const onlySecond = `items.filter(x, x.name == "${second!.name}")`;
  for (const [rows, list] of [
    [sorted, 'items'],
    ['items', sorted],
    [onlySecond, 'items'],
    ['slice(items, 1)', 'items'],
    [sorted, 'slice(items, 1)'],
  ] as const) {
    for (const value of [
      `{{ running(${list}, x, x.price)[i] }}`,
      `{{ ${list}.map(x, x.price)[i] }}`,
      `{{ i > 0 ? ${list}[i - 1].name : "" }}`,
    ])
      await assert.rejects(render(rows, value), refused, `${rows} ${value}`);
  }
  const style = { color: '{{ items[i].price > 1 ? "#f00" : "#000" }}' };
  await assert.rejects(render(sorted, 'x', { body: style }), refused);
  for (const [rows, value] of [
    [sorted, `{{ running(${sorted}, x, x.price)[i] }}`],
    ['slice(items, 0, 2)', '{{ running(items, x, x.price)[i] }}'],
    [onlySecond, `{{ running(${onlySecond}.map(x, x.price), x, x)[i] }}`],
    [sorted, '{{ ["a", "b", "c", "d", "e", "f"][i] }}'],
    [sorted, '{{ items[0].name }}'],
  ] as const)
    await render(rows, value);
});

test('a group header stays with its first row, a group total with its last', async () => {
  const { elements, ...page } = getDocument({
    ...grouped,
    x: undefined,
    y: undefined,
    width: 'fill',
  }) as TemplateDocument & { elements: object[] };
  const flowing = { id: 'page', flow: true, layout: { direction: 'column' }, elements };
  for (let height = 60; height <= 200; height += 10) {
    const document = {
      ...page,
      viewport: { width: 220, height },
      pages: [flowing],
    } as unknown as TemplateDocument;
    const values = new Map([['items', [...mixed, ...mixed, ...mixed]]]);
    const { report } = await renderDocument(document, { values, output: { format: 'pdf' } });
    const pages = new Map<number, string[]>();
    for (const { id, page: number = 1 } of report?.elements ?? [])
      if (/^lines[^a-z]+$|^lines\.groups\[\d\]\.\w+$/u.test(id) && !id.includes(']['))
        pages.set(number, [...(pages.get(number) ?? []), id]);
    const parts = [...pages.values()];
    for (const ids of parts) {
      assert.ok(!ids.at(-1)?.endsWith('header'), `${height}: ${ids.join()}`);
      assert.ok(!ids[0]?.endsWith('.total'), `${height}: ${ids.join()}`);
    }
    assert.equal(parts.flat().length, 13);
  }
});

test('a group header stays with lines of its row, a total with lines of the row above', async () => {
  const name = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen';
  const long = [{ name, price: '1' }];
  for (const parts of [
    grouped,
    { ...grouped, groupHeader: undefined },
    { ...grouped, groupTotal: undefined },
    { ...grouped, groupTotal: undefined, total: undefined },
    { ...grouped, groupBy: undefined, groupHeader: undefined, groupTotal: undefined },
  ]) {
    const { elements, ...page } = getDocument({
      ...parts,
      columns: [{ value: '{{ item.name }}', width: 60 }, ...grouped.columns.slice(1)],
      x: undefined,
      y: undefined,
      width: 'fill',
    }) as TemplateDocument & { elements: object[] };
    for (let height = 84; height <= 330; height += 7) {
      const document = {
        ...page,
        viewport: { width: 220, height },
        pages: [{ id: 'page', flow: true, layout: { direction: 'column' }, elements }],
      } as unknown as TemplateDocument;
      const values = new Map([['items', long]]);
      const { report, warnings } = await renderDocument(document, { values, output: { format: 'pdf' } });
      assert.deepEqual(warnings, []);
      const pages = new Map<number, string[]>();
      for (const { id, page: number = 1 } of report?.elements ?? [])
        if (/^lines(?:\[\d\]|\.groups\[\d\]\.\w+|\.total)$/u.test(id))
          pages.set(number, [...(pages.get(number) ?? []), id]);
      for (const ids of pages.values())
        assert.ok(ids.includes('lines[0]'), `${height}: ${[...pages.values()].join(' | ')}`);
    }
  }
});

test('columns may be hidden: the others share their width, and totals lose their cells', async () => {
  const hidden = (at: number) =>
    grouped.columns.map((column, index) =>
      index === at ? { ...column, visible: '{{ items.size() > 3 }}' } : column,
    );
  const { report } = await renderTable({ ...grouped, columns: hidden(0) }, mixed.slice(0, 1));
  assert.deepEqual(getTexts(report), {
    'lines.groups[0].header[1]': 'b: 1',
    'lines[0][1]': 'b',
    'lines[0][2]': '€1.00',
    'lines.groups[0].total[1]': 'Sum',
    'lines.groups[0].total[2]': '€1.00',
    'lines.total[1]': 'All',
    'lines.total[2]': '€1.00',
  });
  assert.deepEqual(getBoxes(report)['lines[0][1]'], [16, 44, 128, 12]);
  const last = await renderTable({ ...grouped, columns: hidden(2) }, mixed.slice(0, 1));
  assert.equal(getTexts(last.report)['lines.total[2]'], undefined);
  const none = await renderTable({ columns: [{ value: 'x', visible: false }] }, mixed);
  assert.deepEqual(getTexts(none.report), {});
  const list = ({ warnings }: typeof none) => warnings.map(({ code, elementId }) => [code, elementId]);
  assert.deepEqual(list(none), [['TABLE_EMPTY', 'lines']]);
  const total = { cells: ['{{ items.size() }}'] };
  const byValue = { columns: [{ value: 'x', visible: '{{ items.size() > 99 }}' }], total };
  assert.deepEqual(list(await renderTable(byValue, mixed)), [['TABLE_EMPTY', 'lines']]);
  assert.deepEqual(list(await renderTable({ ...byValue, visible: false }, mixed)), []);
  assert.deepEqual(list(last), []);
});

test('lines between columns leave cells that span them alone', async () => {
  const borders = { color: '#ff0000', between: 'all', width: 2 };
  const { data } = await renderTable(
    { ...grouped, borders, body: { ...body, fill: '#ffffff' } },
    mixed.slice(0, 1),
  );
  const pixels = await decodePixels(data);
  const isLine = (x: number, y: number) => pixels.at(x, y).slice(0, 3).join() === '255,0,0';
  // The group header, a row, the total of the group.
  assert.deepEqual(
    [51, 151].map((x) => [38, 60, 82].map((y) => isLine(x, y))),
    [
      [false, true, false],
      [false, true, true],
    ],
  );
});

test('screen readers get the span of cells, and group headers as headers of rows', async () => {
  const values = new Map([['items', mixed.slice(0, 1)]]);
  const { data } = await renderDocument(getDocument(grouped), { values, output: { format: 'pdf' } });
  const objects = await readObjects(data);
  assert.equal(objects.match(/\/ColSpan 3\b/gu)?.length, 1);
  assert.equal(objects.match(/\/ColSpan 2\b/gu)?.length, 2);
  assert.equal(objects.match(/\/Scope \/Row\b/gu)?.length, 1);
});
