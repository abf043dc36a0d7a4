import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPages, showPage } from './pages.ts';
import { findOwnNumbers, findResultPage, nextResultPage, numbersShown } from './result-pages.ts';

const document = openPages({
  schemaVersion: 1,
  name: 'Cards',
  viewport: { width: 10, height: 10 },
  pages: ['cover', 'card', 'none', 'end'].map((id) => ({ id, elements: [] })),
});
const counts = { byId: { cover: 1, card: 3, end: 1 } };

test('goes through the pages of the result, in both directions', () => {
  const walk = (from: number, by: 1 | -1) => {
    const seen: unknown[] = [];
    let shown: Readonly<Record<string, number>> = {};
    let at = showPage(document, from);
    for (;;) {
      const next = nextResultPage(at, counts, shown, by);
      if (next === null) return seen;
      shown = { ...shown, [next.id]: next.number };
      at = showPage(at, next.index);
      seen.push([next.id, next.number, findResultPage(at, counts, shown)]);
    }
  };
  const cards = [1, 2, 3].map((number) => ['card', number, number + 1]);
  assert.deepEqual(walk(0, 1), [...cards, ['end', 1, 5]]);
  assert.deepEqual(walk(3, -1), [...cards.toReversed(), ['cover', 1, 1]]);
});

test('a page that is not in the result has no number; one that has become fewer shows its last', () => {
  assert.equal(findResultPage(showPage(document, 2), counts, {}), null);
  assert.deepEqual(nextResultPage(showPage(document, 2), counts, {}, -1), {
    index: 1,
    id: 'card',
    number: 3,
  });
  assert.equal(findResultPage(showPage(document, 1), counts, { card: 9 }), 4);
  assert.deepEqual(nextResultPage(showPage(document, 1), counts, { card: 9 }, 1), {
    index: 3,
    id: 'end',
    number: 1,
  });
});

test('what headers and footers show of the numbers of pages is what they use of them', () => {
  const group = (text: string) => ({
    type: 'group' as const,
    id: text,
    height: 10,
    elements: [{ type: 'text' as const, id: `${text} text`, text: `{{ ${text} }}` }],
  });
  const pages = [
    { id: 'plain' },
    { id: 'own', header: group('page') },
    { id: 'all', footer: group('pages') },
    { id: 'both', header: group('title'), footer: group('page > 1 ? pages : 0') },
  ];
  const shown = (all: number, plain: number, number = 1) =>
    pages.map((_, index) => numbersShown(pages, index, number, { all, byId: { plain, own: 2, all: 1 } }));
  assert.deepEqual(shown(5, 1), [',', '2,', ',5', '5,5']);
  assert.deepEqual(shown(7, 3), [',', '4,', ',7', '7,7']);
  assert.deepEqual(shown(5, 1, 2), [',', '3,', ',5', '6,5']);
  assert.equal(numbersShown([], 0, 1, { all: 1, byId: {} }), ',', 'a document without pages');
  const own = [{ id: 'own', footer: group('pageOfGroup') }];
  assert.equal(numbersShown(own, 0, 2, { all: 5, byId: { own: 3 } }), ',,2/3');
});

test('the numbers of a page among those that it has become are known unless it is repeated', () => {
  const counts = { byId: { flow: 3, each: 4 } };
  const open = (page: object) =>
    openPages({ schemaVersion: 1, name: 't', viewport: { width: 1, height: 1 }, pages: [page] });
  assert.deepEqual(findOwnNumbers(open({ id: 'flow', elements: [] }), counts, { flow: 2 }), {
    pageOfGroup: 2,
    pagesOfGroup: 3,
  });
  const repeat = { each: '{{ people }}' };
  assert.equal(findOwnNumbers(open({ id: 'each', repeat, elements: [] }), counts, {}), null);
  assert.equal(findOwnNumbers(open({ id: 'none', elements: [] }), counts, {}), null);
});
