import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeIntoRuns } from './type-text.ts';

const runs = ['Only ', '12', ' seats'];

test('what is typed belongs to the run that it is typed in', () => {
  assert.deepEqual(typeIntoRuns(runs, 'Only 142 seats'), ['Only ', '142', ' seats']);
  assert.deepEqual(typeIntoRuns(runs, 'Only 12 free seats'), ['Only ', '12', ' free seats']);
});

test('at the border of two runs it belongs to the one before', () => {
  assert.deepEqual(typeIntoRuns(runs, 'Only 123 seats'), ['Only ', '123', ' seats']);
  assert.deepEqual(typeIntoRuns(runs, 'Not Only 12 seats'), ['Not Only ', '12', ' seats']);
  assert.deepEqual(typeIntoRuns(runs, 'Only 12 seats!'), ['Only ', '12', ' seats!']);
});

test('a range over several runs is replaced in the first of them', () => {
  assert.deepEqual(typeIntoRuns(runs, 'Only a few'), ['Only ', 'a few', '']);
  assert.deepEqual(typeIntoRuns(runs, ''), ['', '', '']);
  assert.deepEqual(typeIntoRuns(['', '', ''], 'New'), ['New', '', '']);
});

test('nothing is lost, whatever is typed', () => {
  const texts = [
    '',
    'Only',
    'seats',
    '12',
    'Only  seats',
    'Only 12 seatss',
    'OOnly 12 seats',
    '11222',
    'aaa',
  ];
  for (const before of texts) {
    for (const after of texts) {
      const typed = typeIntoRuns([before.slice(0, 2), before.slice(2, 3), before.slice(3)], after);
      assert.equal(typed.join(''), after);
    }
  }
});
