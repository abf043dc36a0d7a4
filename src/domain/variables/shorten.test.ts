import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCodePoints, shortenAtWord } from './shorten.ts';

void test('shortens at a word, with an ellipsis inside the limit', () => {
  for (const [text, maxLength, expected] of [
    ['The harvest is in', 17, 'The harvest is in'],
    ['The harvest is in', 16, 'The harvest is…'],
    ['The harvest is in', 12, 'The harvest…'],
    ['The harvest is in', 11, 'The…'],
    ['Tea, coffee and cake', 6, 'Tea…'],
    ['Tea (hot)', 6, 'Tea…'],
    ['Tea – coffee', 7, 'Tea…'],
    ['BBBBBBBB', 5, 'BBBB…'],
    ['don’t stop', 8, 'don’t…'],
    ['人工知能の時代', 6, '人工知能の…'],
    ['Tea', 1, '…'],
    ['Tea', 0, ''],
  ] as const)
    assert.equal(shortenAtWord(text, maxLength), expected);
});

void test('never cuts inside a grapheme, and counts code points', () => {
  const family = '👩‍👩‍👧‍👦'; // 7 code points
  assert.equal(shortenAtWord(family.repeat(3), 15), `${family.repeat(2)}…`);
  assert.equal(shortenAtWord(family.repeat(3), 14), `${family}…`);
  assert.equal(shortenAtWord('e\u0301'.repeat(4), 4), 'e\u0301…');
  assert.equal(shortenAtWord('🇩🇪🇫🇷🇮🇹', 4), '🇩🇪…');
});

void test('shortens any text to its limit, at the boundaries of graphemes', () => {
  const pieces = [
    'a',
    'word',
    ' ',
    ', ',
    '👩‍👩‍👧‍👦',
    '🇩🇪',
    'e\u0301',
    '漢字',
    '\r\n',
    '…',
    'ไทย',
    '한국어',
    '-',
    '\ud83d',
  ];
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 2_000; round += 1) {
    const text = Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join('');
    const maxLength = random(20);
    const short = shortenAtWord(text, maxLength);
    assert.ok(countCodePoints(short) <= maxLength);
    if (short === text || maxLength === 0) continue;
    assert.ok(short.endsWith('…'));
    const kept = short.slice(0, -1);
    assert.ok(text.startsWith(kept));
    const ends = [0, ...Array.from(graphemes.segment(text), ({ index, segment }) => index + segment.length)];
    assert.ok(ends.includes(kept.length), JSON.stringify([text, short]));
  }
});
