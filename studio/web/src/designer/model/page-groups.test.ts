import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVariables } from '../../parts/previews/find-variables.ts';
import { renameVariable, usesOfVariable } from './changes/variables.ts';
import { openDesign } from './design.ts';
import { listIds } from './elements.ts';
import { allStrings } from './filled-strings.ts';
import { groupOf, pagesOfGroup } from './page-groups.ts';
import { closePages, openPages, showPage } from './pages.ts';
import { findOwnNumbers, findResultPage, nextResultPage, numbersShown } from './result-pages.ts';
import { findScope, stepsTo } from './scope.ts';

const text = (id: string, value: string) => ({
  type: 'text',
  id,
  x: 0,
  y: 0,
  width: 5,
  height: 5,
  text: value,
});
const group = (id: string, ...elements: object[]) => ({ type: 'group', id, height: 5, elements });
const saved = {
  schemaVersion: 1,
  name: 'Mail',
  viewport: { width: 100, height: 50 },
  pages: [
    { id: 'cover', elements: [text('a', 'x')] },
    {
      id: 'mail',
      pages: [
        {
          id: 'letter',
          elements: [text('b', '{{ c.name }}')],
          header: group('head', text('h', '{{ page }}')),
        },
        {
          id: 'bill',
          background: '#eee',
          repeat: { each: '{{ c.bills }}', as: 'bill' },
          elements: [text('d', '{{ bill.number }}')],
        },
      ],
      repeat: { each: '{{ customers }}', as: 'c' },
    },
    { id: 'terms', name: 'Terms', pages: [{ id: 'last', elements: [] }] },
  ],
  variables: [{ name: 'title', type: 'text' }],
};
const json = JSON.stringify(saved);

test('pages of groups are in one list, and are saved as they were, byte for byte', () => {
  for (const index of [0, 1, 2, 3]) {
    const opened = openPages(saved, index);
    assert.deepEqual(
      opened.pages?.map(({ id, group: of }) => [id, of]),
      [
        ['cover', undefined],
        ['letter', 'mail'],
        ['bill', 'mail'],
        ['last', 'terms'],
      ],
    );
    assert.equal(JSON.stringify(closePages(opened)), json);
    assert.equal(JSON.stringify(closePages(openPages(opened, 2))), json);
    assert.equal(closePages(showPage(opened, 1)), closePages(opened));
    assert.deepEqual([...listIds(opened)].filter((id) => id === 'mail' || id === 'terms').length, 2);
  }
  assert.equal('pageGroups' in openPages({ ...saved, pages: [saved.pages[0]] }), false);
});

test('pages without a change stay the same objects, so that their pictures stay', () => {
  const opened = openPages(saved);
  const edited = { ...opened, elements: [] };
  const [before, after] = [openPages(closePages(opened), 3), openPages(closePages(edited), 3)];
  assert.equal(after.pages?.[1], before.pages?.[1]);
  assert.equal(after.pageGroups?.[0], before.pageGroups?.[0]);
  assert.notEqual(after.pages?.[0], before.pages?.[0]);
  assert.deepEqual(pagesOfGroup(opened, 'mail'), [1, 2]);
  assert.equal(groupOf(opened, opened.pages?.[2])?.id, 'mail');
  assert.equal(groupOf(opened, opened.pages?.[0]), null);
});

test('expressions of a page know the entries of its group', () => {
  for (const index of [0, 1, 2]) {
    const known = new Map(
      Array.from(allStrings(openPages(saved, index)), (at) => [
        at.text,
        findScope(at.steps).entries.map(({ as }) => as),
      ]),
    );
    assert.deepEqual(known.get('{{ customers }}'), []);
    assert.deepEqual(known.get('{{ c.name }}'), ['c']);
    assert.deepEqual(known.get('{{ c.bills }}'), ['c']);
    assert.deepEqual(known.get('{{ bill.number }}'), ['c', 'bill']);
    assert.deepEqual(known.get('#eee'), ['c', 'bill']);
  }
  const inJson = (...path: (string | number)[]) => findScope(stepsTo(saved, path));
  const header = inJson('pages', 1, 'pages', 0, 'header', 'elements', 0, 'text');
  assert.deepEqual([header.isRunning, header.entries.map(({ as }) => as)], [true, ['c']]);
  assert.equal(inJson('pages', 1, 'pages', 0, 'elements', 0, 'text').isRunning, false);
  assert.equal(inJson('pages', 1, 'pages', 1, 'repeat', 'each').entries.length, 1);
});

test('a variable is renamed in the repeat of a group', () => {
  const variables = [{ name: 'customers', type: 'list', fields: [{ name: 'name', type: 'text' }] }];
  const design = openDesign(openPages({ ...saved, variables }));
  assert.equal(usesOfVariable(design.document, 'customers').isOnPage, true);
  const { pageGroups } = renameVariable(design, 'customers', 'people').document;
  assert.deepEqual(pageGroups?.[0]?.repeat, { each: '{{people}}', as: 'c' });
});

test('warnings find the variables of elements on pages, in groups and headers, too', () => {
  const used = { ...saved.pages[1]!.pages![0]!, header: group('head', text('h', '{{title}}')) };
  const document = { ...saved, pages: [{ id: 'mail', pages: [used] }] };
  assert.deepEqual([...findVariables(document, 'h')], ['title']);
  assert.deepEqual([...findVariables({ ...saved, pages: [used] }, 'head')], ['title']);
  assert.deepEqual([...findVariables(saved, 'a')], []);
});

test('the pages of the result take turns', () => {
  const byId = { cover: 1, letter: 2, bill: 3, last: 1 };
  const order = ['cover', 'letter', 'bill', 'bill', 'letter', 'bill', 'last'];
  const counts = { all: 7, byId, order };
  const at = (index: number, number: number) => {
    const document = openPages(saved, index);
    const shown = { [document.pages![index]!.id]: number };
    return { document, shown };
  };
  const numberAt = (index: number, number: number) => {
    const { document, shown } = at(index, number);
    return findResultPage(document, counts, shown);
  };
  assert.deepEqual(
    [numberAt(0, 1), numberAt(1, 1), numberAt(1, 2), numberAt(2, 2), numberAt(2, 9), numberAt(3, 1)],
    [1, 2, 5, 4, 6, 7],
  );
  // Forwards and backwards through all of them.
  for (const by of [1, -1] as const) {
    const way: number[] = [];
    let [index, number] = by === 1 ? [0, 1] : [3, 1];
    for (;;) {
      const { document, shown } = at(index, number);
      way.push(findResultPage(document, counts, shown)!);
      const next = nextResultPage(document, counts, shown, by);
      if (next === null) break;
      assert.equal(document.pages![next.index]!.id, next.id);
      [index, number] = [next.index, next.number];
    }
    assert.deepEqual(way, by === 1 ? [1, 2, 3, 4, 5, 6, 7] : [7, 6, 5, 4, 3, 2, 1]);
  }
});

test('pages of a group that is not repeated are numbered together', () => {
  const pages = [
    { id: 'front', elements: [] },
    { id: 'back', repeat: { each: '{{ a }}' }, elements: [] },
  ];
  const document = openPages({ ...saved, pages: [{ id: 'card', pages }] }, 1);
  const byId = { front: 1, back: 3 };
  assert.deepEqual(findOwnNumbers(document, { byId }, { back: 2 }), { pageOfGroup: 3, pagesOfGroup: 4 });
  assert.equal(findOwnNumbers(openPages(saved, 1), { byId: { letter: 2, bill: 3 } }, {}), null);
});

test('a header that shows numbers of its group depends on all of its pages', () => {
  const [one, two, other] = [
    { id: 'one', group: 'g', header: group('h', text('n', '{{ pageOfGroup }}')) },
    { id: 'two', group: 'g' },
    { id: 'other' },
  ] as never[];
  const shown = (byId: Record<string, number>, order?: string[]) =>
    numbersShown([one!, two!, other!], 0, 1, { all: 9, byId, ...(order && { order }) });
  const before = shown({ one: 1, two: 1, other: 1 });
  assert.notEqual(shown({ one: 1, two: 2, other: 1 }), before);
  assert.equal(shown({ one: 1, two: 1, other: 2 }), before);
  const turns = shown({ one: 2, two: 3, other: 1 }, ['one', 'two', 'two', 'one', 'two', 'other']);
  assert.notEqual(shown({ one: 2, two: 3, other: 1 }, ['one', 'two', 'one', 'two', 'two', 'other']), turns);
});
