import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MAY_BREAK, MAY_HYPHENATE, findOpportunities } from './opportunities.ts';

/** The text with a bar wherever a line may end. */
function marked(text: string): string {
  const found = findOpportunities(text);
  return Array.from(text, (_, index) => (found[index] === 0 ? '' : '|') + text.charAt(index)).join('');
}

test('UAX #14: words, hyphens, numbers, brackets, quotes', () => {
  assert.equal(marked('a b  c'), 'a |b  |c');
  assert.equal(marked('well-known (sort of) thing'), 'well-|known |(sort |of) |thing');
  assert.equal(marked('$1,234.50 and 50%'), '$1,234.50 |and |50%');
  assert.equal(marked('a\u00a0b\u2060c'), 'a\u00a0b\u2060c');
  assert.equal(marked('“Quote” (x)'), '“Quote” |(x)');
  assert.equal(marked('and/or https://a.b/c'), 'and/|or |https://|a.b/|c');
});

test('UAX #14: East Asian text breaks between ideographs, not before closing or after opening punctuation', () => {
  assert.equal(marked('你好，「世界」。'), '你|好，|「世|界」。');
  assert.equal(marked('テスト、ーっ'), 'テ|ス|ト、ーっ');
  assert.equal(marked('한국어 단어'), '한|국|어 |단|어');
});

test('soft hyphens and zero width spaces', () => {
  const found = findOpportunities('ab\u00adcd\u200bef');
  assert.equal(found[3], MAY_HYPHENATE);
  assert.equal(found[6], MAY_BREAK);
});

test('Thai breaks between words of the dictionary, and neither end of a text is an opportunity', () => {
  assert.equal(marked('ภาษาไทยเป็นภาษา'), 'ภาษา|ไทย|เป็น|ภาษา');
  const found = findOpportunities('a b');
  assert.deepEqual([found[0], found[3]], [0, 0]);
});
