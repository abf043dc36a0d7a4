/** Pages that are repeated for the entries of a list number their own pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { readPdf, renderDocument } from '../../test/helpers/pages.ts';

const fields = [{ name: 'name', type: 'text' as const }];
const variables = [
  { name: 'customers', type: 'list' as const, fields },
  { name: 'items', type: 'list' as const, fields: [...fields, { name: 'of', type: 'text' as const }] },
];
const label = (id: string, text: string, more: object = {}) => ({
  type: 'text',
  id,
  width: 'fill',
  height: 20,
  fontSize: 8,
  text,
  ...more,
});
const footer = (id: string, text: string) => ({
  type: 'group',
  id,
  height: 20,
  elements: [{ ...label(`${id}.number`, text), x: 0, y: 0, width: 300 }],
});
const ownNumbers = '{{ pageOfGroup }}/{{ pagesOfGroup }} {{ page }}/{{ pages }}';
const layout = { direction: 'column' };

/** A letter with a line for each item of the customer, three of which have room on a page. */
const letter = (more: object = {}, numbers = ownNumbers) => ({
  id: 'letter',
  flow: true,
  layout,
  repeat: { each: '{{ customers }}', as: 'c' },
  footer: footer('foot', numbers),
  elements: [
    label('row', '{{ c.name }}{{ item.name }}', {
      repeat: { each: '{{ items.filter(x, x.of == c.name) }}' },
    }),
  ],
  ...more,
});
const getDocument = (pages: readonly object[]) =>
  ({
    schemaVersion: 1,
    name: 'Letters',
    viewport: { width: 300, height: 80 },
    variables,
    language: 'en',
    pages,
  }) as unknown as TemplateDocument;

/** The numbers of pages that footers show, and the number of items of each customer. */
async function getNumbers(counts: readonly number[], pages: readonly object[]): Promise<readonly string[]> {
  const names = counts.map((_, index) => String.fromCodePoint(65 + index));
  const items = counts.flatMap((count, index) =>
    Array.from({ length: count }, (_, number) => ({ name: String(number), of: names[index]! })),
  );
  const values = new Map([
    ['customers', names.map((name) => ({ name }))],
    ['items', items],
  ]);
  const { data } = await renderDocument(getDocument(pages), { values, output: { format: 'pdf' } });
  const read = await readPdf(data);
  return read.map(({ items: own }) => own.map(({ text }) => text).findLast((text) => /\d/.test(text)) ?? '');
}

test('a repeated page that flows numbers the pages of each entry', async () => {
  assert.deepEqual(await getNumbers([4, 1, 7], [letter()]), [
    '1/2 1/6',
    '2/2 2/6',
    '1/1 3/6',
    '1/3 4/6',
    '2/3 5/6',
    '3/3 6/6',
  ]);
  assert.deepEqual(await getNumbers([1], [letter()]), ['1/1 1/1']);
  assert.deepEqual(await getNumbers([5], [letter()]), ['1/2 1/2', '2/2 2/2']);
  // Without an item a customer has a page all the same.
  assert.deepEqual(await getNumbers([0, 3], [letter()]), ['1/1 1/2', '1/1 2/2']);
});

test('a page of the document that is not repeated is a group of its own', async () => {
  const cover = { id: 'cover', footer: footer('end', ownNumbers), elements: [] };
  const { repeat: _, ...alone } = letter();
  const list = {
    ...alone,
    id: 'list',
    footer: footer('list.foot', ownNumbers),
    elements: [label('line', '{{ item.name }}', { repeat: { each: '{{ items }}' } })],
  };
  assert.deepEqual(await getNumbers([2, 4], [cover, letter(), list]), [
    '1/1 1/6',
    '1/1 2/6',
    '1/2 3/6',
    '2/2 4/6',
    '1/2 5/6',
    '2/2 6/6',
  ]);
  // No customer, no letter.
  assert.deepEqual(await getNumbers([], [cover, letter()]), ['1/1 1/1']);
});

test('the layout report has the numbers that footers show', async () => {
  const values = new Map<string, { name: string; of?: string }[]>([
    ['customers', [{ name: 'A' }, { name: 'B' }]],
    ['items', ['A', 'A', 'A', 'A', 'B'].map((of, index) => ({ name: String(index), of }))],
  ]);
  const { report } = await renderDocument(getDocument([letter()]), { values, output: { format: 'pdf' } });
  assert.deepEqual(
    report?.pages?.map(({ id, page, pageOfGroup, pagesOfGroup }) => [id, page, pageOfGroup, pagesOfGroup]),
    [
      ['letter[0]', 1, 1, 2],
      ['letter[0]', 2, 2, 2],
      ['letter[1]', 3, 1, 1],
    ],
  );
});

test('conditions know the last page of an entry', async () => {
  const last = '{{ pageOfGroup == pagesOfGroup ? "last 1" : "goes on 0" }}';
  assert.deepEqual(await getNumbers([4, 1], [letter({}, last)]), ['goes on 0', 'last 1', 'last 1']);
  assert.deepEqual(await getNumbers([4, 1], [letter({}, '{{ pageOfGroup }}')]), ['1', '2', '1']);
});
