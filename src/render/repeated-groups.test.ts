/** Groups of pages that are repeated: their order, their numbers, and what the report says of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { readPdf, renderDocument } from '../../test/helpers/pages.ts';
import { checkVariables } from '../domain/variables/check-values.ts';
import { outputSize } from './output-size.ts';

const field = (name: string) => ({ name, type: 'text' as const });
const variables = [
  {
    name: 'customers',
    type: 'list' as const,
    fields: [
      field('name'),
      { name: 'rows', type: 'list' as const, fields: [field('text')] },
      { name: 'bills', type: 'list' as const, fields: [field('number')] },
    ],
  },
  { name: 'parts', type: 'list' as const, fields: [field('name')] },
];

const label = (id: string, text: string, more: object = {}) => ({
  type: 'text',
  id,
  x: 0,
  y: 0,
  width: 200,
  height: 20,
  fontSize: 8,
  text,
  ...more,
});
const numbers = '{{ pageOfGroup }}/{{ pagesOfGroup }} {{ page }}/{{ pages }}';
const footer = (id: string) => ({
  type: 'group',
  id: `${id}.foot`,
  height: 20,
  elements: [label(`${id}.number`, numbers)],
});
const page = (id: string, text: string, more: object = {}) => ({
  id,
  footer: footer(id),
  elements: [label(`${id}.text`, text)],
  ...more,
});
/** Three rows have room on each of its pages. */
const letter = {
  ...page('letter', ''),
  flow: true,
  layout: { direction: 'column' },
  elements: [
    label('row', '{{ c.name }}{{ r.text }}', { width: 'fill', repeat: { each: '{{ c.rows }}', as: 'r' } }),
  ],
};
const ofCustomers = { each: '{{ customers }}', as: 'c' };
const group = (pages: readonly object[], more: object = { repeat: ofCustomers }) => ({
  id: 'mail',
  pages,
  ...more,
});
const getDocument = (...pages: readonly object[]) =>
  ({
    schemaVersion: 1,
    name: 'Mail',
    viewport: { width: 300, height: 80 },
    variables,
    language: 'en',
    pages,
  }) as unknown as TemplateDocument;

/** A customer with a number of rows and bills. */
const customer = (name: string, rows = 1, bills = 0) => ({
  name,
  rows: Array.from({ length: rows }, (_, index) => ({ text: String(index + 1) })),
  bills: Array.from({ length: bills }, (_, index) => ({ number: `${name}-${index + 1}` })),
});

function getValues(document: TemplateDocument, given: object) {
  const checked = checkVariables({ document, files: [] }, given as Record<string, unknown>);
  assert.ok(checked.ok, JSON.stringify(checked));
  return checked.values;
}

/** The texts of each page, the numbers of its footer last. */
async function getPages(document: TemplateDocument, customers: readonly object[], more: object = {}) {
  const values = getValues(document, { customers, ...more });
  const result = await renderDocument(document, { values, output: { format: 'pdf' } });
  const texts = (await readPdf(result.data)).map(({ items }) => items.map(({ text }) => text).join(' '));
  return { texts, ...result };
}

describe('a group of pages', () => {
  test('is there for each entry: front, back, front, back', async () => {
    const document = getDocument(group([page('front', 'F {{ c.name }}'), page('back', 'B {{ c.name }}')]));
    const { texts, report, pageCounts, pageOrder } = await getPages(document, [customer('A'), customer('B')]);
    assert.deepEqual(texts, ['F A 1/2 1/4', 'B A 2/2 2/4', 'F B 1/2 3/4', 'B B 2/2 4/4']);
    assert.deepEqual(
      report?.pages?.map(({ id, group: of, pageOfGroup, pagesOfGroup }) => [
        id,
        of,
        pageOfGroup,
        pagesOfGroup,
      ]),
      [
        ['front[0]', 'mail[0]', 1, 2],
        ['back[0]', 'mail[0]', 2, 2],
        ['front[1]', 'mail[1]', 1, 2],
        ['back[1]', 'mail[1]', 2, 2],
      ],
    );
    assert.deepEqual(
      report.elements.filter(({ type }) => type === 'text').map(({ id, page: on }) => `${id} ${on}`),
      [
        'front.text[0] 1',
        'front.number[0] 1',
        'back.text[0] 2',
        'back.number[0] 2',
        'front.text[1] 3',
        'front.number[1] 3',
        'back.text[1] 4',
        'back.number[1] 4',
      ],
    );
    assert.deepEqual(pageCounts, { front: 2, back: 2 });
    assert.deepEqual(pageOrder, ['front', 'back', 'front', 'back']);
  });

  test('counts the pages of flows, and of pages that are repeated in it', async () => {
    const bill = page('bill', 'Bill {{ b.number }}', { repeat: { each: '{{ c.bills }}', as: 'b' } });
    const document = getDocument(
      page('cover', 'Cover'),
      group([letter, bill, page('last', 'End {{ c.name }}')]),
    );
    const { texts } = await getPages(document, [customer('A', 4, 2), customer('B', 1), customer('C', 0, 1)]);
    assert.deepEqual(texts, [
      'Cover 1/1 1/11',
      'A1 A2 A3 1/5 2/11',
      'A4 2/5 3/11',
      'Bill A-1 3/5 4/11',
      'Bill A-2 4/5 5/11',
      'End A 5/5 6/11',
      'B1 1/2 7/11',
      'End B 2/2 8/11',
      '1/3 9/11',
      'Bill C-1 2/3 10/11',
      'End C 3/3 11/11',
    ]);
  });

  test('has no page for an empty list, and one page for a group of one', async () => {
    const mail = group([page('front', 'F {{ c.name }}'), page('back', 'B {{ c.name }}')]);
    const withCover = getDocument(page('cover', 'Cover'), mail);
    assert.deepEqual((await getPages(withCover, [])).texts, ['Cover 1/1 1/1']);
    await assert.rejects(getPages(getDocument(mail), []), /the template has no page/u);
    const one = getDocument(group([letter]));
    const alone = getDocument({ ...letter, repeat: ofCustomers });
    const customers = [customer('A', 4), customer('B')];
    const { texts, pageOrder } = await getPages(one, customers);
    assert.deepEqual(texts, ['A1 A2 A3 1/2 1/3', 'A4 2/2 2/3', 'B1 1/1 3/3']);
    assert.deepEqual(texts, (await getPages(alone, customers)).texts);
    assert.equal(pageOrder, undefined);
  });

  test('without a repeat is there once, its pages numbered together', async () => {
    const both = group([page('front', 'F'), page('back', 'B')], {});
    const { texts } = await getPages(getDocument(both, page('end', 'End')), []);
    assert.deepEqual(texts, ['F 1/2 1/3', 'B 2/2 2/3', 'End 1/1 3/3']);
  });

  test('counts a page on which nothing is visible', async () => {
    const hidden = { ...page('back', 'B'), elements: [label('back.text', 'B', { visible: false })] };
    const { texts } = await getPages(getDocument(group([page('front', 'F'), hidden])), [customer('A')]);
    assert.deepEqual(texts, ['F 1/2 1/2', '2/2 2/2']);
  });

  test('may repeat a page for a list that all entries share', async () => {
    const part = page('part', '{{ c.name }} {{ item.name }} {{ at }}', {
      repeat: { each: '{{ parts }}', index: 'at' },
    });
    const { texts } = await getPages(getDocument(group([part])), [customer('A'), customer('B')], {
      parts: [{ name: 'x' }, { name: 'y' }],
    });
    assert.deepEqual(texts, ['A x 0 1/2 1/4', 'A y 1 2/2 2/4', 'B x 0 1/2 3/4', 'B y 1 2/2 4/4']);
  });

  test('gives pictures of its pages by their numbers', async () => {
    const back = page('back', '', { viewport: { width: 60, height: 80 } });
    const document = getDocument(group([page('front', ''), back]));
    const values = getValues(document, { customers: [customer('A'), customer('B')] });
    const widthOf = async (number: number, format: 'png' | 'svg') =>
      (await renderDocument(document, { values, output: { format, page: number } })).width;
    assert.deepEqual(
      [await widthOf(1, 'png'), await widthOf(2, 'svg'), await widthOf(3, 'svg'), await widthOf(4, 'png')],
      [300, 60, 300, 60],
    );
    await assert.rejects(widthOf(5, 'png'), /There is no page 5: with these values there are 4 pages/u);
  });
});

describe('too many pages', () => {
  const pages = (count: number) => Array.from({ length: count }, (_, index) => customer(String(index), 0, 1));
  const nothing = { footer: undefined, elements: [] };
  const refuses = async (document: TemplateDocument, customers: readonly object[], count: number) => {
    const parts = Array.from({ length: 5_000 }, () => ({ name: 'x' }));
    const detail = new RegExp(`The template has ${count} pages or more; it may have 1000\\.`, 'u');
    await assert.rejects(getPages(document, customers, { parts }), detail);
  };

  test('are refused by their product, before any of them is made', async () => {
    const two = group([page('a', '', nothing), page('b', '', nothing)]);
    await refuses(getDocument(two), pages(501), 1_002);
    const shared = page('part', '', { ...nothing, repeat: { each: '{{ parts }}' } });
    await refuses(getDocument(group([shared])), pages(2_500), 12_500_000);
    const own = page('bill', '', { ...nothing, repeat: { each: '{{ c.bills }}' } });
    await refuses(getDocument(page('cover', ''), group([own, own])), pages(600), 1_001);
  });

  test('do not hide too many elements', async () => {
    const rows = page('a', '', {
      ...nothing,
      layout: { direction: 'column' },
      elements: [label('t', 'x', { repeat: { each: '{{ parts }}' } })],
    });
    const document = getDocument(group([rows, page('b', '', nothing)]));
    const parts = Array.from({ length: 5_000 }, () => ({ name: 'x' }));
    await assert.rejects(
      getPages(document, pages(30), { parts }),
      /more than 100,000 elements, the maximum; the repeats in "mail" make too many/u,
    );
  });
});

test('the size of a picture is that of the pages that it may show', () => {
  const wide = { viewport: { width: 200, height: 10 } };
  const small = { viewport: { width: 50, height: 10 } };
  const size = (entries: readonly object[], number: number, format: 'png' | 'pdf' = 'png') =>
    outputSize(
      { viewport: { width: 100, height: 10 }, pages: entries },
      {
        format,
        dpi: 96,
        scale: 1,
        page: number,
      },
    ).width;
  const once = [{ pages: [small, wide] }, {}];
  assert.deepEqual([size(once, 1), size(once, 2), size(once, 3)], [50, 200, 100]);
  const repeated = [{}, { repeat: {}, pages: [small, wide] }];
  // The first entry, or none: then there is no second page.
  assert.deepEqual([size(repeated, 1), size(repeated, 2), size(repeated, 3)], [100, 50, 200]);
  assert.equal(size([{ repeat: {}, pages: [small] }, wide], 1), 200);
  assert.equal(size(repeated, 1, 'pdf'), 150);
});
