/** Tables that carry a sum from page to page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { renderDocument } from '../../test/helpers/pages.ts';
import { getRandom } from '../../test/helpers/flows.ts';
import { readAloud } from '../../test/helpers/pdf.ts';
import { decodePixels, render } from '../../test/helpers/scenes.ts';
import { bindTemplate } from './bind/bind-template.ts';
import type { ElementSelection } from './scene/scene.ts';
import { selectElements } from './select-elements.ts';

const variables = [
  {
    name: 'items',
    type: 'list' as const,
    fields: [
      { name: 'name', type: 'text' as const },
      { name: 'amount', type: 'number' as const },
      { name: 'kind', type: 'text' as const },
    ],
  },
  { name: 'word', type: 'text' as const },
];
const columns: readonly object[] = [
  { header: 'Name', value: '{{ item.name }}' },
  { header: 'Amount', value: '{{item.amount}}', width: 60, align: 'right' },
];
const carry = { label: 'Carried', headLabel: 'Brought', value: '{{ item.amount }}' };
type Entry = Readonly<Record<string, string>>;

/** Rows are 20 px high. */
const getDocument = (table: object, height = 100): TemplateDocument =>
  ({
    schemaVersion: 1,
    name: 'Carry',
    viewport: { width: 220, height },
    variables,
    locale: 'en',
    language: 'en',
    pages: [
      {
        id: 'page',
        flow: true,
        layout: { direction: 'column' },
        elements: [
          {
            type: 'table',
            id: 'lines',
            width: 'fill',
            rows: '{{ items }}',
            columns,
            body: { fontSize: 10, padding: [4, 6] },
            carry,
            ...table,
          },
        ],
      },
    ],
  }) as unknown as TemplateDocument;

const entries = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Part ${index}`,
    amount: `${index}.1`,
    kind: index % 2 === 0 ? 'even' : 'odd',
  }));

async function renderReport(table: object, items: readonly Entry[], height: number) {
  const values = new Map<string, string | readonly Entry[]>([
    ['items', items],
    ['word', 'Übertrag'],
  ]);
  const document = getDocument(table, height);
  const { report, warnings } = await renderDocument(document, { values, output: { format: 'pdf' } });
  const boxes: Record<string, number[]>[] = [];
  const texts = (report?.elements ?? []).map(({ id, page = 1, text, onPage }) => {
    (boxes[page - 1] ??= {})[id] = [onPage.x, onPage.y, onPage.width, onPage.height];
    return { id, page, text: text?.lines.map((line) => line.text.trim()).join('|') };
  });
  return { boxes, warnings, report: texts };
}

async function renderPages(table: object, items: readonly Entry[] = entries(5), height = 100) {
  const { boxes, warnings, report } = await renderReport(table, items, height);
  const pages = boxes.map((_, index) =>
    report.flatMap(({ page, text }) => (page === index + 1 && text !== undefined ? [text] : [])).join(' '),
  );
  return { pages, boxes, warnings };
}

test('a page where the table goes on ends with the sum so far, and the next one begins with it', async () => {
  const { pages, boxes, warnings } = await renderPages({});
  assert.deepEqual(warnings, []);
  assert.deepEqual(pages, [
    'Name Amount Part 0 0.1 Part 1 1.1 Part 2 2.1 Carried 3.3',
    'Name Amount Brought 3.3 Part 3 3.1 Part 4 4.1',
  ]);
  assert.deepEqual(boxes[0]?.['lines.carry.foot'], [0, 80, 220, 20]);
  assert.deepEqual(boxes[1]?.['lines.carry.head'], [0, 20, 220, 20]);
  assert.deepEqual(boxes[1]?.['lines.carry.head[1]'], [166, 24, 48, 12]);
  assert.deepEqual(boxes[1]?.['lines[3]'], [0, 40, 220, 20]);
});

test('spanAlign places a label over several columns, and leaves the sum', async () => {
  const number = { header: 'No.', value: '{{ item.kind }}', width: 40, align: 'right' };
  const values = new Map([['items', entries(5)]]);
  const output = { format: 'pdf' } as const;
  const read = async (more: object) => {
    const table = { columns: [number, ...columns], carry: { ...carry, ...more } };
    const { report } = await renderDocument(getDocument(table), { values, output });
    return ['lines.carry.foot[0]', 'lines.carry.foot[2]'].map((id) => {
      const [line] = report?.elements.find((element) => element.id === id)?.text?.lines ?? [];
      return [line?.text.trim(), Math.round(line?.x ?? -1)];
    });
  };
  const [label, sum] = await read({});
  assert.ok(label?.[0] === 'Carried' && Number(label[1]) > 80, JSON.stringify(label));
  assert.deepEqual(await read({ spanAlign: 'start' }), [['Carried', 0], sum]);
});

test('a table that is not divided has no sum', async () => {
  const { pages } = await renderPages({}, entries(4));
  assert.deepEqual(pages, ['Name Amount Part 0 0.1 Part 1 1.1 Part 2 2.1 Part 3 3.1']);
  const low = await renderPages({ height: 60 }, entries(4));
  assert.deepEqual(low.pages, ['Name Amount Part 0 0.1 Part 1 1.1']);
});

test('without a header the sum is the first row of a page, without a line above', async () => {
  const borders = { width: 2 };
  const { pages, boxes } = await renderPages({ header: null, borders }, entries(7), 94);
  assert.deepEqual(pages, [
    'Part 0 0.1 Part 1 1.1 Part 2 2.1 Carried 3.3',
    'Brought 3.3 Part 3 3.1 Part 4 4.1 Carried 10.5',
    'Brought 10.5 Part 5 5.1 Part 6 6.1',
  ]);
  assert.equal(boxes[0]?.['lines.carry.foot.above']?.[1], 64);
  assert.equal(boxes[1]?.['lines.carry.head.above'], undefined);
  assert.deepEqual(boxes[1]?.['lines[3].above']?.slice(0, 2), [0, 22]);
});

test('totals stand below the last rows, which the sum leads to', async () => {
  const total = { cells: ['Total', '{{ sum(items.map(i, i.amount)) }}'] };
  const { pages } = await renderPages({ total }, entries(4));
  assert.deepEqual(pages, [
    'Name Amount Part 0 0.1 Part 1 1.1 Part 2 2.1 Carried 3.3',
    'Name Amount Brought 3.3 Part 3 3.1 Total 6.4',
  ]);
});

test('the sum goes through groups, in the order of their rows', async () => {
  const table = {
    groupBy: '{{ item.kind }}',
    groupHeader: { cells: ['{{ item.kind }}'], span: [2] },
    groupTotal: { cells: ['Sum', '{{ sum(group.map(x, x.amount)) }}'] },
  };
  const { pages } = await renderPages(table, entries(5), 120);
  assert.deepEqual(pages, [
    'Name Amount even Part 0 0.1 Part 2 2.1 Carried 2.2',
    'Name Amount Brought 2.2 Part 4 4.1 Sum 6.3 Carried 6.3',
    'Name Amount Brought 6.3 odd Part 1 1.1 Part 3 3.1 Sum 4.2',
  ]);
});

test('sums are exact decimals in the format of their column, or in their own', async () => {
  const items = ['0.1', '0.2', '', '1000'].map((amount) => ({ name: 'x', amount }));
  const money = { style: 'currency', currency: 'EUR' };
  const formatted = [columns[0], { ...columns[1], format: money }];
  const getSums = async (table: object) => {
    const { pages } = await renderPages(table, [...items, ...items], 80);
    return pages.flatMap((page) => / Carried (?<sum>\S+)$/u.exec(page)?.groups?.['sum'] ?? []);
  };
  assert.deepEqual(await getSums({ columns: formatted }), [
    '€0.30',
    '€0.30',
    '€1,000.30',
    '€1,000.40',
    '€1,000.60',
  ]);
  const plain = { carry: { ...carry, format: { minimumFractionDigits: 3 } } };
  assert.deepEqual(await getSums({ columns: formatted, ...plain }), [
    '0.300',
    '0.300',
    '1,000.300',
    '1,000.400',
    '1,000.600',
  ]);
  assert.deepEqual(await getSums({}), ['0.3', '0.3', '1000.3', '1000.4', '1000.6']);
});

test('the sum stands below its value, in the column that is named, or in the last one', async () => {
  const getPlaces = async (table: object) => {
    const { boxes } = await renderPages(table);
    return [0, 1, 2].map((column) => boxes[0]?.[`lines.carry.foot[${column}]`]?.slice(0, 3).join() ?? '');
  };
  const three = [columns[0], columns[1], { value: '{{ item.kind }}', width: 50 }];
  assert.deepEqual(await getPlaces({ columns: three }), ['6,84,98', '116,84,48', '176,84,38']);
  const first = { columns: three, carry: { ...carry, column: 0 } };
  assert.deepEqual(await getPlaces(first), ['6,84,98', '116,84,98', '']);
  const other = { columns: three, carry: { ...carry, value: '{{ item.amount * 2 }}' } };
  assert.deepEqual(await getPlaces(other), ['6,84,158', '', '176,84,38']);
  // The columns of the label and of the sum may be hidden.
  const hide = (at: number) =>
    three.map((each, index) => (index === at ? { ...each, visible: false } : each));
  assert.deepEqual(await getPlaces({ columns: hide(0) }), ['', '6,84,48', '66,84,38']);
  assert.deepEqual(await getPlaces({ columns: hide(1) }), ['', '', '']);
});

test('from right to left the sum is left of its label', async () => {
  const { boxes, pages } = await renderPages({ direction: 'rtl', carry: { ...carry, label: '{{ word }}' } });
  assert.deepEqual(boxes[0]?.['lines.carry.foot[1]']?.slice(0, 3), [6, 84, 48]);
  assert.deepEqual(boxes[0]?.['lines.carry.foot[0]']?.slice(0, 3), [66, 84, 148]);
  assert.match(pages[0] ?? '', /Übertrag 3\.3$/u);
});

test('columns that hug have room for the sums', async () => {
  const hugging = [columns[0], { value: '{{ item.amount }}', width: 'hug' }];
  const items = Array.from({ length: 9 }, () => ({ name: 'x', amount: '999999' }));
  const { warnings, pages } = await renderPages({ columns: hugging, header: null }, items);
  assert.deepEqual(warnings, []);
  assert.match(pages[1] ?? '', /Carried 6999993$/u);
});

test('a row that goes on on the next page counts where it begins', async () => {
  const [first, second, ...others] = entries(4);
  const long = { ...second!, name: Array.from({ length: 12 }, (_, at) => `word${at}`).join(' \n') };
  const { pages } = await renderPages({}, [first!, long, ...others], 120);
  assert.match(pages[0] ?? '', /^Name Amount Part 0 0\.1 word0\|word1\S* 1\.1 Carried 1\.2$/u);
  assert.match(pages[1] ?? '', /^Name Amount Brought 1\.2 word\d/u);
});

test('a page without room for sums and a row has none; no row is cut off for a sum', async () => {
  const low = await renderPages({}, entries(3), 60);
  assert.deepEqual(low.pages, ['Name Amount Part 0 0.1 Part 1 1.1', 'Name Amount Part 2 2.1']);
  const high = { body: { fontSize: 10, padding: [40, 6, 4, 6] }, carry: { ...carry, padding: [4, 6] } };
  const { pages, warnings } = await renderPages({ ...high, header: null }, entries(3), 64);
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    pages.map((page) => page.replaceAll(/(?:Brought|Carried) \S+ ?/gu, '').trim()),
    ['Part 0 0.1', 'Part 1 1.1', 'Part 2 2.1'],
  );
});

test('each page has the sum of the rows up to its end, whatever their heights', async () => {
  const random = getRandom(41);
  for (let round = 0; round < 30; round += 1) {
    const items = Array.from({ length: 5 + Math.floor(random() * 30) }, (_, index) => ({
      name: Array.from({ length: 1 + Math.floor(random() * random() * 12) }, () => 'word').join('\n'),
      amount: (random() * 100).toFixed(2),
      kind: String(index % 3),
    }));
    const table = {
      ...(random() < 0.3 ? { header: null } : {}),
      ...(random() < 0.5
        ? { groupBy: '{{ item.kind }}', groupHeader: { cells: ['{{ item.kind }}', ''] } }
        : {}),
      ...(random() < 0.5 ? { total: { cells: ['Total', '{{ sum(items.map(i, i.amount)) }}'] } } : {}),
      ...(random() < 0.5 ? { borders: { outer: true, between: 'all' } } : {}),
    };
    const { boxes, report } = await renderReport(table, items, 130 + Math.floor(random() * 150));
    const texts = new Map(report.map(({ id, page, text }) => [`${page} ${id}`, text]));
    const printed = new Set<string>();
    let cents = 0;
    for (const [index, own] of boxes.entries()) {
      const page = index + 1;
      const before = printed.size === 0 ? undefined : (cents / 100).toString();
      for (const id of Object.keys(own)) {
        const isNew = /^lines\[\d+\]$/u.test(id) && !printed.has(id);
        if (!isNew) continue;
        printed.add(id);
        cents += Math.round(Number(texts.get(`${page} ${id}[1]`)) * 100);
      }
      const hasSum = page < boxes.length && printed.size > 0;
      const context = `round ${round}, page ${page}`;
      assert.equal(texts.get(`${page} lines.carry.head[1]`), before, context);
      assert.equal(
        texts.get(`${page} lines.carry.foot[1]`),
        hasSum ? (cents / 100).toString() : undefined,
        context,
      );
    }
    assert.equal(printed.size, items.length);
  }
});

test('screen readers read neither sum', async () => {
  const values = new Map([['items', entries(5)]]);
  const { data } = await renderDocument(getDocument({}), { values, output: { format: 'pdf' } });
  const pages = [JSON.stringify(await readAloud(data, 1)), JSON.stringify(await readAloud(data, 2))];
  assert.match(pages[0] ?? '', /Part 2/u);
  assert.match(pages[1] ?? '', /Part 3/u);
  assert.doesNotMatch(pages.join(''), /Carried|Brought|3\.3/u);
});

test('rows of sums have a style of their own', async () => {
  const own = { ...carry, fill: '#00ff00', fontSize: 20, padding: 0, color: '#ff0000' };
  const { boxes } = await renderPages({ carry: own });
  assert.deepEqual(boxes[0]?.['lines.carry.foot'], [0, 60, 220, 24]);
  const values = new Map([['items', entries(5)]]);
  for (const page of [1, 2]) {
    const { data } = await renderDocument(getDocument({ carry: own }), { values, output: { page } });
    const pixels = await decodePixels(data);
    assert.equal(
      pixels
        .at(110, page === 1 ? 70 : 30)
        .slice(0, 3)
        .join(),
      '0,255,0',
    );
  }
  const { data } = await renderDocument(getDocument({}), {
    values,
    output: { format: 'svg', page: 2, svgText: 'text' },
  });
  assert.match(new TextDecoder().decode(data), /Brought/u);
});

test('sums are hidden with their table where other elements are drawn alone', async () => {
  const values = new Map([['items', entries(5)]]);
  const document = getDocument({ carry: { ...carry, fill: '#00ff00' } });
  const { scene } = bindTemplate(document, values);
  const isInk = (alpha = 0) => alpha > 0;
  const isPainted = async (selection: ElementSelection) => {
    const { data } = await render(selectElements(scene, selection), { output: { page: 2 } });
    const pixels = await decodePixels(data);
    return Array.from({ length: 220 }, (_, x) => pixels.at(x, 30)[3]).some(isInk);
  };
  assert.deepEqual(
    [await isPainted({ only: ['lines'] }), await isPainted({ only: ['lines[4]'] })],
    [true, false],
  );
});

test('a table of a given height that is higher than a page has sums, too', async () => {
  const { pages, warnings } = await renderPages({ height: 140 }, entries(6));
  assert.deepEqual(warnings, []);
  assert.deepEqual(pages, [
    'Name Amount Part 0 0.1 Part 1 1.1 Part 2 2.1 Carried 3.3',
    'Brought 3.3 Part 3 3.1 Part 4 4.1 Part 5 5.1',
  ]);
});

test('a value that is not a number stops the render, which names the expression', async () => {
  const values = new Map([['items', entries(5)]]);
  const table = { carry: { ...carry, value: '{{ item.amount / 0 }}' } };
  await assert.rejects(
    renderDocument(getDocument(table), { values }),
    /the expression \{\{ item\.amount \/ 0 \}\} makes/u,
  );
  const mixed = { carry: { ...carry, value: '{{ dyn(item.name) }}' } };
  await assert.rejects(renderDocument(getDocument(mixed), { values }), /item\.name.*is added up|no number/u);
});
