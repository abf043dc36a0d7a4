import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutToPieces, joinPiece, type JsonPiece } from './json-pieces.ts';

function join(pieces: readonly JsonPiece[]): unknown {
  return pieces.reduce<unknown>((whole, piece) => joinPiece(whole, piece), undefined);
}

const many = (length: number) => Array.from({ length }, (_, at) => ({ at, text: `é${at}` }));

for (const [name, value] of [
  ['a small value', { a: [1, null, 'x', { b: false }] }],
  ['a text', 'x'],
  ['a list of small values', many(5_000)],
  ['an object with many names', Object.fromEntries(many(5_000).map(({ at, text }) => [`n${at}`, text]))],
  ['names that are numbers', Object.fromEntries(many(3_000).map(({ at, text }) => [String(at * 7), text]))],
  [
    'large lists in each other, between small values',
    { first: 1, list: [0, many(1_200), 1, [[many(1_500)], { deep: many(2_000), after: 'x' }], 2], last: {} },
  ],
  ['many empty lists', Array.from({ length: 4_000 }, () => [])],
  ['a name as that of every object', { constructor: many(2_000), list: many(1_001) }],
] as [string, unknown][]) {
  test(`${name} is the same after it was cut, with its names in the same order`, () => {
    const pieces = [...cutToPieces(value)];
    const joined = join(pieces);
    assert.deepEqual(joined, value);
    assert.equal(JSON.stringify(joined), JSON.stringify(value));
  });
}

test('each piece is small', () => {
  const pieces = [...cutToPieces({ list: many(20_000), other: many(10_000) })];
  const members = (text: string) => text.split(/[,{[]/u).length;
  assert.ok(pieces.length > 60, String(pieces.length));
  for (const { text } of pieces) assert.ok(members(text) < 3_000, text.slice(0, 50));
});
