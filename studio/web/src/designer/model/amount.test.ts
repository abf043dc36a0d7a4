/** What a field of a number accepts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { convertLength, parseAmount, type Unit } from './amount.ts';

const read = (text: string, current = 200, unit: Unit | null = 'px') => {
  const amount = parseAmount(text, unit)?.(current);
  return amount === undefined ? null : Math.round(amount * 1e4) / 1e4;
};

describe('numbers', () => {
  test('reads a number, and arithmetic by its usual order', () => {
    assert.equal(read('12'), 12);
    assert.equal(read(' 12.5 '), 12.5);
    assert.equal(read('.5'), 0.5);
    assert.equal(read('1,5'), 1.5);
    assert.equal(read('45°', 0, null), 45);
    assert.equal(read('45°'), null);
    assert.equal(read('-8'), -8);
    assert.equal(read('(100-20)/3'), 26.6667);
    assert.equal(read('2+3*4'), 14);
    assert.equal(read('10-4-3'), 3);
    assert.equal(read('100/5/2'), 10);
    assert.equal(read('-(2+3)*-2'), 10);
  });

  test('converts units to that of the document', () => {
    assert.equal(read('1in'), 96);
    assert.equal(read('25.4mm'), 96);
    assert.equal(read('2.54 cm'), 96);
    assert.equal(read('72PT'), 96);
    assert.equal(read('96px', 0, 'mm'), 25.4);
    assert.equal(read('5mm+1cm', 0, 'mm'), 15);
    assert.equal(read('(1+1)in'), 192);
    assert.equal(convertLength(1, 'in', 'pt'), 72);
  });

  test('takes what is relative to the current value', () => {
    assert.equal(read('+5'), 205);
    assert.equal(read('+=5'), 205);
    assert.equal(read('-=5'), 195);
    assert.equal(read('--5'), 195);
    assert.equal(read('*2'), 400);
    assert.equal(read('*=2'), 400);
    assert.equal(read('/4'), 50);
    assert.equal(read('50%'), 100);
    assert.equal(read('+10%'), 220);
    assert.equal(read('100%-20'), 180);
    assert.equal(read('+10mm', 0), 37.7953);
  });

  test('refuses a text that is not a number', () => {
    for (const text of [
      '',
      ' ',
      'a',
      '1 2',
      '1,,5',
      '2+',
      '(1',
      '1)',
      '()',
      '5em',
      '1..2',
      '++5',
      '%',
      '1e3',
      '12mmm',
      '1constructor',
    ])
      assert.equal(read(text), null, `accepts "${text}"`);
    assert.equal(read('10mm', 0, null), null, 'a unit where a number has none');
    assert.equal(read('50%', 4, null), 2);
  });
});
