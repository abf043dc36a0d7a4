/** Tables and texts of documents from right to left, as pictures of all kinds show them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import type { TemplateDocument } from '../../generated/template.ts';
import { renderDocument } from '../../test/helpers/pages.ts';
import { readAloud } from '../../test/helpers/pdf.ts';
import { decodePixels } from '../../test/helpers/scenes.ts';
import type { ReportedElement } from './layout-report.ts';
import { pictureOfPage } from './images/picture-of-page.ts';

const variables = [
  {
    name: 'items',
    type: 'list' as const,
    fields: [
      { name: 'name', type: 'text' as const },
      { name: 'price', type: 'number' as const },
    ],
  },
];
const columns = [
  { header: 'الصنف', value: '{{ item.name }}' },
  { header: 'المبلغ', value: '{{ item.price }}', width: 60 },
];
const names = ['كرسي مكتب 2014', 'مصباح LED 12W', 'LED Lamp 12W.', '12 / 30', 'کتاب', 'ספר'];
const items = names.map((name, index) => ({ name, price: String(index) }));
const table = {
  type: 'table',
  id: 't',
  x: 10,
  y: 20,
  width: 200,
  rows: '{{ items }}',
  columns,
  body: { fontSize: 10, padding: [4, 6] },
};

const getDocument = (elements: readonly object[], more: object = {}) =>
  ({
    schemaVersion: 1,
    name: 'Direction',
    viewport: { width: 300, height: 300 },
    variables,
    elements,
    ...more,
  }) as unknown as TemplateDocument;

async function report(elements: readonly object[], more: object = {}): Promise<readonly ReportedElement[]> {
  const rendered = await renderDocument(getDocument(elements, more), { values: new Map([['items', items]]) });
  return rendered.report?.elements ?? [];
}

/** The left and right edges of the first line of each text by id. */
function getEdges(elements: readonly ReportedElement[]): Record<string, [number, number]> {
  return Object.fromEntries(
    elements.flatMap(({ id, onPage: { x }, text }): [string, [number, number]][] => {
      const line = text?.lines[0];
      return line === undefined ? [] : [[id, [x + line.x, x + line.x + line.width]]];
    }),
  );
}

const box = { x: 100, y: 0, width: 150, height: 20, fontSize: 10 };
const text = (id: string, content: string, more: object = {}) => ({
  type: 'text',
  id,
  text: content,
  ...box,
  ...more,
});
const atLeft = ([left]: readonly [number, number]) => Math.abs(left - 100) < 1;
const atRight = ([, right]: readonly [number, number]) => Math.abs(right - 250) < 1;

test('the columns of a table in a document from right to left run from the right', async () => {
  for (const more of [{ language: 'ar' }, { language: 'he' }, { language: 'en', direction: 'rtl' }]) {
    const elements = await report([table], more);
    const edges = getEdges(elements);
    assert.deepEqual(elements.find(({ id }) => id === 't')?.onPage.width, 200);
    for (const [row] of names.entries()) {
      assert.ok(Math.abs((edges[`t[${row}][0]`]?.[1] ?? 0) - 204) < 1, `${row} ${JSON.stringify(edges)}`);
      assert.ok(Math.abs((edges[`t[${row}][1]`]?.[1] ?? 0) - 64) < 1, `${row} ${JSON.stringify(edges)}`);
    }
  }
});

test('a table has its own direction, and takes that of a layout around it', async () => {
  const cell = 't[2][0]';
  const right = async (given: object, more: object) => getEdges(await report([given], more))[cell]?.[1];
  const left = async (given: object, more: object) => getEdges(await report([given], more))[cell]?.[0];
  assert.ok(Math.abs((await right({ ...table, direction: 'rtl' }, {}))! - 204) < 1);
  assert.ok(Math.abs((await left({ ...table, direction: 'ltr' }, { language: 'fa' }))! - 16) < 1);
  const { x: _x, y: _y, ...inside } = table;
  const around = (inlineDirection: string) => ({
    type: 'group',
    id: 'g',
    x: 0,
    y: 0,
    width: 300,
    height: 'hug',
    layout: { direction: 'row', inlineDirection },
    elements: [inside],
  });
  assert.ok(Math.abs((await right(around('rtl'), {}))! - 294) < 1);
  assert.ok(Math.abs((await left(around('ltr'), { language: 'ur' }))! - 6) < 1);
});

test('columns that leave room, or need more, do so at the left', async () => {
  const narrow = columns.map((column) => ({ ...column, width: 60 }));
  const edges = getEdges(await report([{ ...table, columns: narrow }], { language: 'ar' }));
  assert.ok(Math.abs(edges['t.header[0]']![1] - 204) < 1);
  assert.ok(Math.abs(edges['t.header[1]']![1] - 144) < 1);
  const wide = columns.map((column) => ({ ...column, width: 150 }));
  const over = getEdges(await report([{ ...table, columns: wide }], { language: 'ar' }));
  assert.ok(Math.abs(over['t.header[0]']![1] - 204) < 1);
});

test('the start of a column is where its direction says', async () => {
  const aligned = (align: string) => columns.map((column) => ({ ...column, align }));
  const edgesOf = async (align: string, direction: string) =>
    getEdges(await report([{ ...table, columns: aligned(align), direction }]))['t[4][0]']!;
  assert.ok(Math.abs((await edgesOf('end', 'rtl'))[0] - 76) < 1);
  assert.ok(Math.abs((await edgesOf('start', 'rtl'))[1] - 204) < 1);
  assert.ok(Math.abs((await edgesOf('left', 'rtl'))[0] - 76) < 1);
  assert.ok(Math.abs((await edgesOf('start', 'ltr'))[0] - 16) < 1);
  assert.ok(Math.abs((await edgesOf('end', 'ltr'))[1] - 144) < 1);
});

test('lines start at the side of the document, whatever their letters are', async () => {
  for (const content of [...names, '+966 11', '3', '']) {
    if (content === '') continue;
    const edges = getEdges(await report([text('a', content)], { language: 'ar' }))['a']!;
    assert.ok(atRight(edges), `${content} ${edges.join()}`);
    const end = getEdges(await report([text('a', content, { align: 'end' })], { language: 'ar' }))['a']!;
    assert.ok(atLeft(end), `${content} ${end.join()}`);
    const ltr = getEdges(await report([text('a', content)], { direction: 'ltr' }))['a']!;
    assert.ok(atLeft(ltr), `${content} ${ltr.join()}`);
  }
  // A text that says its own direction has it.
  const own = await report([text('a', 'ספר', { direction: 'ltr' })], { language: 'he' });
  assert.ok(atLeft(getEdges(own)['a']!));
  // Where nothing says a direction, letters do.
  const free = getEdges(
    await report([text('a', 'ספר'), text('b', 'book'), text('c', '12')], { language: 'en' }),
  );
  assert.ok(atRight(free['a']!) && atLeft(free['b']!) && atLeft(free['c']!));
});

test('paragraphs are ordered from the side of the document unless all letters are others', async () => {
  const shown = async (content: string, more: object) => {
    const elements = await report([text('a', content)], more);
    const runs = elements[0]?.text?.lines[0]?.runs ?? [];
    return runs
      .toSorted((a, b) => a.x - b.x)
      .map((run) => run.text.trim())
      .filter((word) => word !== '');
  };
  const ar = { language: 'ar' };
  assert.deepEqual(await shown('LED مصباح', ar), ['مصباح', 'LED']);
  assert.deepEqual(await shown('LED مصباح', {}), ['LED', 'مصباح']);
  // The full stop stays behind the last word.
  const rows = await report([text('a', 'LED Lamp.'), text('b', 'LED Lamp.', { direction: 'ltr' })], ar);
  const widths = rows.map((each) => each.text?.lines[0]?.runs.length);
  assert.deepEqual(widths, [1, 1]);
});

test('marks of lists and columns of text begin at the right', async () => {
  const lists = await report([text('a', 'أول\nLatin', { list: 'decimal', height: 60 })], { language: 'ar' });
  for (const line of lists[0]!.text!.lines) {
    const marker = line.runs.find(({ text: own }) => /^\.?\d\.?$/.test(own.trim()));
    assert.ok(marker === undefined || marker.x >= line.x + line.width, JSON.stringify(line));
  }
  const columnsOf = { columns: 2, columnGap: 10, height: 14, text: 'واحد\nاثنان' };
  const [columned] = await report([text('a', '', columnsOf)], { language: 'ar' });
  const [first, second] = columned!.text!.lines;
  assert.ok(first!.x > 80 && second!.x + second!.width <= 71, JSON.stringify([first, second]));
});

test('a reader of the PDF hears a table in the order of its columns', async () => {
  const document = getDocument([table], { language: 'ar' });
  const { data } = await renderDocument(document, {
    values: new Map([['items', items.slice(0, 2)]]),
    output: { format: 'pdf' },
  });
  const heard = JSON.stringify(await readAloud(data));
  const places = ['الصنف', 'المبلغ'].map((word) => heard.indexOf(word));
  assert.ok(places[0]! >= 0 && places[0]! < places[1]!, heard);
});

/** The first column of pixels that is painted between two rows, and the one after the last. */
async function getInk(png: Uint8Array, [top, bottom]: readonly [number, number]): Promise<number[]> {
  const { width, data } = await decodePixels(png);
  const isInk = (x: number) => {
    for (let y = top; y < bottom; y += 1) if (data[(y * width + x) * 4]! < 128) return true;
    return false;
  };
  const painted = Array.from({ length: width }, (_, x) => x).filter(isInk);
  return [painted[0] ?? NaN, (painted.at(-1) ?? NaN) + 1];
}

test('paddings and margins turn with the direction, in pixels, SVG and PDF alike', async () => {
  const row = {
    type: 'group',
    id: 'row',
    width: 'fill',
    height: 20,
    layout: { direction: 'row', padding: [0, 8, 0, 2] },
    elements: [{ type: 'rect', id: 'bar', width: 'fill', height: 20, fill: '#000', margin: [0, 5, 0, 10] }],
  };
  const { x: _x, y: _y, ...inside } = table;
  const cells = {
    ...inside,
    width: 'fill',
    header: null,
    columns: [{ value: 'HH', align: 'start' }],
    body: { fontSize: 10, padding: [4, 3, 4, 40] },
  };
  const page = {
    background: '#fff',
    layout: { direction: 'column', padding: [0, 30, 0, 20] },
  };
  const values = new Map([['items', items.slice(0, 1)]]);
  for (const isRtl of [true, false]) {
    const document = getDocument([row, cells], { ...page, language: isRtl ? 'ar' : 'en' });
    const draw = async (format: 'png' | 'svg' | 'pdf') =>
      (await renderDocument(document, { values, output: { format } })).data;
    const drawn = {
      png: await draw('png'),
      svg: new Resvg(Buffer.from(await draw('svg')).toString()).render().asPng(),
      pdf: (await pictureOfPage(await draw('pdf'), 96 / 72))!.png,
    };
    for (const [kind, png] of Object.entries(drawn)) {
      const [left, right] = await getInk(png, [4, 16]);
      assert.deepEqual([left, right], isRtl ? [43, 268] : [32, 257], kind);
      const text = await getInk(png, [22, 40]);
      const [edge, wanted] = isRtl ? [text[1]!, 300 - 20 - 40] : [text[0]!, 20 + 40];
      assert.ok(Math.abs(edge - wanted) <= 2, `${kind} ${isRtl} ${text.join()}`);
    }
  }
});
