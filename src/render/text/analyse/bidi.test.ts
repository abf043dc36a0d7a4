import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import bidiFactory from 'bidi-js';
import type { Bidi } from 'bidi-js';
import { embeddingLevels, orderVisually } from './bidi.ts';

function order(levels: readonly number[]): string {
  const parts = levels.map((level, index) => ({ name: String.fromCharCode(97 + index), level }));
  return orderVisually(parts, ({ level }) => level)
    .map(({ name }) => name)
    .join('');
}

test('UAX #9, L2: parts are reversed from the highest level down to the lowest odd one', () => {
  assert.equal(order([0, 0, 0]), 'abc');
  assert.equal(order([1, 1, 1]), 'cba');
  assert.equal(order([0, 1, 1, 0]), 'acbd');
  assert.equal(order([1, 2, 1]), 'cba');
  assert.equal(order([1, 2, 2, 1]), 'dbca');
  assert.equal(order([0, 1, 2, 3, 2, 1, 0]), 'afcdebg');
  assert.equal(order([]), '');
});

describe('a long paragraph, which is analysed in pieces,', () => {
  const bidi = (bidiFactory as unknown as () => Bidi)();
  const latin = 'The price (in שקל) of "שלום עולם" is 1,250.00 ₪, see page 12. ';
  const hebrew = 'המחיר של Platen 2.0 הוא 1,250 ש"ח (כולל מע"מ), ראו עמוד 12. ';

  for (const [name, text, baseLevel] of [
    ['left to right', latin, 0],
    ['right to left', hebrew, 1],
  ] as const) {
    test(`has the levels of one piece, ${name}`, () => {
      const long = text.repeat(200);
      const whole = bidi.getEmbeddingLevels(long, baseLevel === 1 ? 'rtl' : 'ltr').levels;
      assert.deepEqual(embeddingLevels(long, baseLevel), whole);
    });
  }

  test('has a level for each character, also without a space to cut at', () => {
    const isolates = '\u2067a\u2069'.repeat(66_000);
    const levels = embeddingLevels(isolates, 0);
    assert.ok(levels !== null);
    assert.equal(levels.length, isolates.length);
    assert.deepEqual([...levels.subarray(0, 3)], [0, 2, 0]);
  });
});

test('orders a line of 200,000 parts', () => {
  const parts = Array.from({ length: 200_000 }, (_, index) => index);
  const ordered = orderVisually(parts, (part) => (part === 0 ? 0 : 1));
  assert.deepEqual([ordered[0], ordered[1], ordered.at(-1)], [0, 199_999, 1]);
});

test('characters beyond U+FFFF have the direction of their class', () => {
  assert.deepEqual([...(embeddingLevels('𞤀𞤣𞤤𞤢𞤥 a', 0) ?? [])], [...Array<number>(10).fill(1), 0, 0]);
  // An emoji between two Hebrew words is part of one text from right to left.
  assert.deepEqual([...(embeddingLevels('שלום 😀 עולם', 0) ?? [])], Array<number>(12).fill(1));
  assert.deepEqual([...(embeddingLevels('שלום 😀 a', 0) ?? [])], [1, 1, 1, 1, 0, 0, 0, 0, 0]);
  assert.deepEqual([...(embeddingLevels('𝒳א', 0) ?? [])], [0, 0, 1]);
});
