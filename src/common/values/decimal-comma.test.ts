import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDecimalComma, readPointGroups } from './decimal-comma.ts';

test('reads numbers with a decimal comma', () => {
  for (const [text, number] of [
    ['166,76', '166.76'],
    ['-0,5', '-0.5'],
    ['+3,50', '3.50'],
    ['007,5', '7.5'],
    ['1.166,76', '1166.76'],
    ['1 166 000,7', '1166000.7'],
    ['1\u00a0166,7', '1166.7'],
    ['1\u202f166,7', '1166.7'],
    ["1'166,7", '1166.7'],
    ['1,234', '1.234'],
  ] as const) {
    assert.equal(readDecimalComma(text), number, text);
  }
});

test('leaves other texts alone', () => {
  for (const text of [
    '166.76',
    '166',
    '1,2,3',
    '1,234.5',
    '1.16,7',
    '1.166 000,7',
    ',5',
    '5,',
    'a,5',
    '',
    '١,٥',
  ])
    assert.equal(readDecimalComma(text), null, text);
});

test('reads points as groups of thousands', () => {
  assert.equal(readPointGroups('1.166'), '1166');
  assert.equal(readPointGroups('-12.345.678'), '-12345678');
  for (const text of ['166.76', '0.500', '1166.760', '1.1666', '166', '1.166,5'])
    assert.equal(readPointGroups(text), null, text);
});
