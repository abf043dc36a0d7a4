import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePattern } from './describe-pattern.ts';

const described: Readonly<Record<string, readonly [words: string, example: string]>> = {
  '[A-Z]{2}-\\d{4}': ['Two capital letters, a dash, four digits', 'AB-1234'],
  '^[A-Z]{2}-[0-9]{4}$': ['Two capital letters, a dash, four digits', 'AB-1234'],
  '\\d+': ['At least one digit', '1'],
  '[A-Za-z]{1,3} ?\\d{2,}': ['One to three letters, perhaps a space, at least two digits', 'A 12'],
  'ISBN \\d{13}': ['“ISBN ”, 13 digits', 'ISBN 1234567890123'],
  '[a-z0-9]{8}': ['Eight small letters or digits', 'a1b2c3d4'],
  '\\d{3}\\.\\d{2}': ['Three digits, a dot, two digits', '123.12'],
};

test('patterns of letters, digits and signs are told in words, with a value that they accept', () => {
  for (const [pattern, [words, example]] of Object.entries(described)) {
    assert.deepEqual(describePattern(pattern), { words, example }, pattern);
    assert.match(example, new RegExp(`^(?:${pattern})$`, 'u'));
  }
});

test('other patterns are left as they are', () => {
  for (const pattern of [
    '',
    'a|b',
    '(ab)+',
    '[^a]',
    '\\w+',
    'a*?',
    '[A-F0-9]',
    'a{2}{3}',
    '\\p{Lu}',
    'a^b',
    'a\\',
  ])
    assert.equal(describePattern(pattern), null, pattern);
});
