import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findBase } from './find-base.ts';

const rect = (id: string, x: number, more: object = {}) => ({ type: 'rect', id, x, y: 0, ...more });
const of = (...elements: object[]) => ({ name: 'Card', elements });

const known = of(rect('a', 0), rect('b', 0));

describe('the base, after a save whose answer was lost', () => {
  test('is that save where the service has what it has changed, whatever others have changed since', () => {
    const saved = of(rect('a', 5), rect('b', 0), rect('Rectangle', 1));
    assert.equal(findBase(known, [saved], structuredClone(saved)), saved);
    const later = of(rect('a', 5, { fill: '#111' }), rect('b', 7), rect('Rectangle', 9));
    assert.equal(findBase(known, [saved], later), saved);
  });

  test('is what was known where only the name of a new element is the same', () => {
    const saved = of(rect('a', 0), rect('b', 0), rect('Rectangle', 1));
    const theirs = of(rect('a', 0), rect('b', 0), rect('Rectangle', 2));
    assert.equal(findBase(known, [saved], theirs), known);
    // The element that they have removed is in the save with a change of its own.
    const moved = of(rect('a', 5), rect('b', 0), rect('Rectangle', 1));
    assert.equal(findBase(known, [moved], of(rect('b', 0), rect('Rectangle', 2))), known);
  });

  test('is what was known where a part is the same by chance', () => {
    const saved = of(rect('a', 5), rect('b', 6, { fill: '#111' }));
    assert.equal(findBase(known, [saved], of(rect('a', 0), rect('b', 0, { fill: '#111' }))), known);
  });

  test('is a save that has only removed, or ordered, or taken a key away', () => {
    const full = of(rect('a', 0, { fill: '#111' }), rect('b', 0));
    const saves = [of(rect('b', 0)), of(...full.elements.toReversed()), of(rect('a', 0), rect('b', 0))];
    for (const saved of saves) {
      assert.equal(findBase(full, [saved], structuredClone(saved)), saved);
      assert.equal(findBase(full, [saved], { ...full, name: 'Other' }), full);
    }
  });

  test('is the one of several saves that has arrived', () => {
    const saves = [
      of(rect('a', 1), rect('b', 0)),
      of(rect('a', 1), rect('b', 2)),
      of(rect('a', 3), rect('b', 2)),
    ];
    for (const saved of saves) assert.equal(findBase(known, saves, { ...saved, name: 'Other' }), saved);
    assert.equal(findBase(known, saves, { ...known, name: 'Other' }), known);
  });

  test('is found by the keys of the document, where an id is there twice', () => {
    const saved = of(rect('a', 0), rect('a', 1));
    assert.equal(findBase(known, [saved], structuredClone(saved)), saved);
    assert.equal(findBase(known, [saved], { ...known, name: 'Other' }), known);
  });
});
