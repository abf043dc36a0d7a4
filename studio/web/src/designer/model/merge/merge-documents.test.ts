import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mergeDocuments } from './merge-documents.ts';

type Keys = Record<string, unknown>;

const rect = (id: string, more: Keys = {}) => ({
  type: 'rect',
  id,
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  ...more,
});
const text = (id: string, more: Keys) => ({ type: 'text', id, x: 0, y: 0, width: 10, height: 10, ...more });
const group = (id: string, elements: object[], more: Keys = {}) => ({
  ...rect(id, { type: 'group', ...more }),
  elements,
});
const of = (...elements: object[]) => ({ name: 'Card', elements });

const merge = (base: object, mine: object, theirs: object, keep?: string) =>
  mergeDocuments({ base, mine, theirs }, { prefer: 'mine', ...(keep === undefined ? {} : { keep }) });
const merged = (base: object, mine: object, theirs: object, keep?: string) =>
  merge(base, mine, theirs, keep).document as Keys;

describe('two documents of the same base', () => {
  test('have the keys that each has changed; of the same key mine, which is named', () => {
    const base = of(rect('a'), rect('b'));
    const found = merge(
      base,
      of(rect('a', { x: 5, y: 1 }), rect('b')),
      of(rect('a', { x: 9, fill: '#111' }), rect('b')),
    );
    assert.deepEqual(found.document, of(rect('a', { x: 5, y: 1, fill: '#111' }), rect('b')));
    assert.deepEqual(found.conflicts, ['a']);
  });

  test('keep what one has removed and the other has changed, and the text that is edited', () => {
    const base = of(rect('a'), rect('b'), text('t', { text: 'one' }));
    assert.deepEqual(
      merged(base, of(rect('b')), of(rect('a', { x: 5 }), rect('b'))),
      of(rect('a', { x: 5 }), rect('b')),
    );
    assert.deepEqual(
      merged(base, { ...base }, of(rect('a')), 't'),
      of(rect('a'), text('t', { text: 'one' })),
    );
  });

  test('have both elements that were added under one name', () => {
    const found = merge(of(), of(rect('Rectangle', { x: 1 })), of(rect('Rectangle', { x: 2 })));
    assert.deepEqual(found.document, of(rect('Rectangle', { x: 2 }), rect('Rectangle 2', { x: 1 })));
    assert.deepEqual([...found.renamed], [['Rectangle', 'Rectangle 2']]);
  });

  test('have one element that one has renamed and the other has changed', () => {
    const found = merge(of(rect('a')), of(rect('b')), of(rect('a', { x: 5 })));
    assert.deepEqual(found.document, of(rect('b', { x: 5 })));
    const other = merge(of(rect('a')), of(rect('a', { x: 5 })), of(rect('b')));
    assert.deepEqual(other.document, of(rect('b', { x: 5 })));
    assert.deepEqual([...other.renamed], [['a', 'b']]);
  });

  test('have what is in a group that the other has made, changed or moved', () => {
    const base = of(rect('a'), rect('b'));
    const grouped = of(group('g', [rect('a', { x: 1 }), rect('b')], { x: 50 }));
    assert.deepEqual(
      merged(base, of(rect('a', { fill: '#111', x: 7 }), rect('b')), grouped),
      of(group('g', [rect('a', { x: 1, fill: '#111' }), rect('b')], { x: 50 })),
    );
    // Each has put its group into that of the other.
    const two = of(group('g', []), group('h', []));
    const circle = merged(two, of(group('h', [group('g', [])])), of(group('g', [group('h', [])])));
    assert.deepEqual(circle, of(group('g', [group('h', [])])));
  });

  test('show an element where it was moved, though the other has taken its group apart', () => {
    const inGroup = group('g', [rect('a', { x: 1 }), rect('b', { x: 2 })], { x: 50, y: 20 });
    const apart = of(rect('a', { x: 51, y: 20 }), rect('b', { x: 52, y: 20 }), rect('c'));
    const base = of(inGroup, rect('c'));
    const both = (mine: object) => {
      const documents = [merged(base, mine, apart), merged(base, apart, mine)];
      assert.deepEqual(documents[0], documents[1], 'whoever saves last');
      return documents[0];
    };
    // Moved in the group.
    assert.deepEqual(
      both(of(group('g', [rect('a', { x: 9 }), rect('b', { x: 2 })], { x: 50, y: 20 }), rect('c'))),
      of(rect('a', { x: 59, y: 20 }), rect('b', { x: 52, y: 20 }), rect('c')),
    );
    // Moved into the group, from the page.
    assert.deepEqual(
      both(of(group('g', [...inGroup.elements, rect('c', { x: 7, y: 3 })], { x: 50, y: 20 }))),
      of(rect('a', { x: 51, y: 20 }), rect('b', { x: 52, y: 20 }), rect('c', { x: 57, y: 23 })),
    );
    // The group itself was moved, and mirrored: nothing is left of it but what it does to its members.
    assert.deepEqual(
      both(of(group('g', inGroup.elements, { x: 80, y: 20, flipX: true }), rect('c'))),
      of(rect('a', { x: 79, y: 20, flipX: true }), rect('b', { x: 78, y: 20, flipX: true }), rect('c')),
    );
  });

  test('have the letters that both have typed, in the runs of the one that has styled them', () => {
    const base = of(text('t', { text: 'one two three' }));
    const styled = of(
      text('t', { runs: [{ text: 'one ' }, { text: 'two', fontWeight: 700 }, { text: ' three' }] }),
    );
    assert.deepEqual(
      merged(base, of(text('t', { text: 'one two three four' })), styled),
      of(text('t', { runs: [{ text: 'one ' }, { text: 'two', fontWeight: 700 }, { text: ' three four' }] })),
    );
    const both = merge(base, of(text('t', { text: 'one two 3' })), of(text('t', { text: '1 two three' })));
    assert.deepEqual([both.document, both.conflicts], [of(text('t', { text: '1 two 3' })), []]);
  });

  test('have the orders, pages, variables and fonts of both', () => {
    const base = { variables: [{ name: 'a' }], fonts: [], elements: [rect('a'), rect('b')] };
    const mine = {
      variables: [{ name: 'a', label: 'A' }],
      fonts: [{ src: '1' }],
      elements: [rect('b'), rect('a')],
    };
    const pages = [
      { id: 'front', elements: [rect('a'), rect('b')] },
      { id: 'back', elements: [] },
    ];
    const theirs = { variables: [{ name: 'a' }, { name: 'b' }], fonts: [{ src: '2' }], pages };
    assert.deepEqual(merged(base, mine, theirs), {
      variables: [{ name: 'a', label: 'A' }, { name: 'b' }],
      fonts: [{ src: '2' }, { src: '1' }],
      pages: [
        { id: 'front', elements: [rect('a'), rect('b')] },
        { id: 'back', elements: [] },
      ],
    });
    const added = { ...base, elements: [...base.elements, rect('new')] };
    assert.deepEqual((merged(base, added, theirs)['pages'] as Keys[])[0], {
      id: 'front',
      elements: [rect('a'), rect('b'), rect('new')],
    });
  });

  test('are that of mine by their keys, where an id is there twice', () => {
    const found = merged(of(rect('a')), of(rect('a'), rect('a')), { ...of(rect('a')), name: 'Other' });
    assert.deepEqual(found, { ...of(rect('a'), rect('a')), name: 'Other' });
  });

  test('are named where both have changed elements of which an id is there twice: those of mine stay', () => {
    const sides = { base: of(rect('a')), mine: of(rect('a'), rect('a')), theirs: of(rect('a'), rect('b')) };
    const { document, conflicts } = mergeDocuments(sides, { prefer: 'mine' });
    assert.deepEqual([document, conflicts], [of(rect('a'), rect('a')), ['elements']]);
    const pages = { name: 'Card', pages: [{ id: 'front', elements: [rect('a')] }] };
    const paged = mergeDocuments({ ...sides, theirs: pages }, { prefer: 'mine' });
    assert.deepEqual([paged.document, paged.conflicts], [of(rect('a'), rect('a')), ['elements', 'pages']]);
  });
});
