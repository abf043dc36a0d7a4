import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lineBreakRules } from './line-break-rules.ts';
import {
  MAY_BREAK,
  MAY_CUT,
  MAY_HYPHENATE,
  findBreakOpportunities,
  type Hyphenation,
} from './break-opportunities.ts';

const manual: Hyphenation = { hyphens: 'manual', language: null };

/**
 * The text with its opportunities marked: a bar for a break, a hyphen for a hyphenation, a tilde for a cut.
 */
function marked(text: string, hyphenation = manual): string {
  const found = findBreakOpportunities(text, hyphenation);
  const marks = new Map([
    [MAY_BREAK, '|'],
    [MAY_HYPHENATE, '-'],
    [MAY_CUT, '~'],
  ]);
  return Array.from(
    { length: text.length },
    (_, index) => (marks.get(found[index] ?? 0) ?? '') + text.charAt(index),
  ).join('');
}

test('UAX #14: words, hyphens, numbers, brackets, quotes', () => {
  assert.equal(marked('a b  c'), 'a |b  |c');
  assert.equal(marked('well-known (sort of) thing'), 'well-|known |(sort |of) |thing');
  assert.equal(marked('$1,234.50 and 50%'), '$1,234.50 |and |50%');
  assert.equal(marked('a\u00a0b\u2060c'), 'a\u00a0b\u2060c');
  assert.equal(marked('“Quote” (x)'), '“Quote” |(x)');
  assert.equal(marked('and/or 2026-11-21'), 'and/|or |2026-~11-~21');
});

test('Unicode 16: a leading hyphen stays with its word, a leading decimal mark with its number', () => {
  assert.equal(marked('the -ism and -x'), 'the |-ism |and |-x');
  assert.equal(marked('subtract .5 or !'), 'subtract |.5 |or !');
});

test('UAX #14: breaks between ideographs, but not beside brackets', () => {
  assert.equal(marked('你好，「世界」。'), '你|好，|「世|界」。');
  assert.equal(marked('テスト、ーっ'), 'テ|ス|ト、ーっ');
  assert.equal(marked('한국어 단어'), '한|국|어 |단|어');
});

test('quotation marks allow breaks between ideographs, but not beside letters', () => {
  assert.equal(marked('鸟。“夜来”，花'), '鸟。|“夜|来”，|花');
  assert.equal(marked('他“好”吗'), '他|“好”|吗');
  assert.equal(marked('他"好"吗'), '他"好"吗');
  assert.equal(marked('say“x”now'), 'say“x”now');
});

test('a dot or wave between two names stays with the first', () => {
  assert.equal(marked('约翰·史密斯'), '约|翰·|史|密|斯');
  assert.equal(marked('北京～上海'), '北|京～|上|海');
});

test('soft hyphens and zero width spaces', () => {
  assert.equal(marked('ab\u00adcd\u200bef'), 'ab\u00ad-cd\u200b|ef');
  // In addresses, too.
  assert.equal(marked('www.a-\u200bb\u200b.example'), 'www~.a~-\u200b|b\u200b|.example');
  assert.equal(marked('ab\u00adcd', { hyphens: 'none', language: 'en' }), 'ab\u00adcd');
});

test('hyphens auto: words are hyphenated by the rules of their language', () => {
  const auto = (language: string | null): Hyphenation => ({ hyphens: 'auto', language });
  assert.equal(marked('wonderful typography', auto('en')), 'won-der-ful |ty-pog-ra-phy');
  assert.equal(marked('Straßenbahn', auto('de-AT')), 'Stra-ßen-bahn');
  assert.equal(marked('достопримечательность', auto('ru')), 'до-сто-при-ме-ча-тель-ность');
  assert.equal(marked('wonderful', auto(null)), 'wonderful');
  assert.equal(marked('wonderful', auto('ja')), 'wonderful');
  assert.equal(marked('wonderful', { hyphens: 'manual', language: 'en' }), 'wonderful');
  assert.equal(marked('wonder\u00adful typo_graphy', auto('en')), 'wonder\u00ad-ful |typo~_graphy');
  assert.equal(marked('see wonderful.example/wonderful', auto('en')), 'see |wonderful~.example/~wonderful');
});

test('Thai breaks between dictionary words, and not at the ends of a text', () => {
  assert.equal(marked('ภาษาไทยเป็นภาษา'), 'ภาษา|ไทย|เป็น|ภาษา');
  assert.equal(marked('เด็กๆไปโรงเรียน (กรุงเทพฯ)'), 'เด็กๆ|ไป|โรงเรียน |(กรุงเทพฯ)');
  const found = findBreakOpportunities('a b', manual);
  assert.deepEqual([found[0], found[3]], [0, 0]);
});

test('dates that are too wide are cut after their separators', () => {
  assert.equal(marked('12/24/2025, 24.12.2025 or 3.14'), '12/~24/~2025, |24.~12.~2025 |or |3.14');
});

test('addresses stay whole where they can, and are cut before their punctuation and after slashes', () => {
  assert.equal(
    marked('See https://www.example.com/a/autumn-2024/items?id=12&x=1#top.'),
    'See |https://~www~.example~.com/~a/~autumn~-2024/~items~?id=~12~&x=~1~#top.',
  );
  assert.equal(marked('(www.example.com), then'), '(www~.example~.com), |then');
  assert.equal(marked('jane.doe@example.org now'), 'jane~.doe~@example~.org |now');
  assert.equal(marked('访问https://example.com/a。谢谢'), '访|问|https://~example~.com/~a。|谢|谢');
  assert.equal(marked('ftp://example.org x'), 'ftp://~example~.org |x');
  assert.equal(marked('http://host:8080/'), 'http://~host~:8080/');
});

test('names, tags, files and hosts stay whole where they can, and are cut at their marks', () => {
  assert.equal(marked('By @jane_doe.art, now'), 'By |@jane~_doe~.art, |now');
  assert.equal(marked('#summer_sale_2026!'), '#summer~_sale~_2026!');
  assert.equal(marked('at example.com.'), 'at |example~.com.');
  assert.equal(marked('my_report.v2.pdf статья_о_кошках'), 'my~_report~.v2~.pdf |статья~_о~_кошках');
  const auto: Hyphenation = { hyphens: 'auto', language: 'en' };
  assert.equal(marked('#wonderfultypography @wonderful', auto), '#wonderfultypography |@wonderful');
  // No names: sentences, numbers, abbreviations and marks alone.
  for (const text of ['end.Next', 'z.B.', '1.234,567', 'e.g.', '__', '_a', '@', '#'])
    assert.equal(marked(text), text);
  // Without spaces nobody knows where the name ends; its sign stays with it.
  assert.equal(marked('写@名字。'), '写|@名|字。');
  assert.equal(marked('今日 #東京オリンピック'), '今|日 |#東|京|オ|リ|ン|ピッ|ク');
  assert.equal(marked('人気＃夏祭り'), '人|気|＃夏|祭|り');
  assert.equal(marked('C#中文'), 'C#|中|文');
});

test('words and amounts break where the rules of UAX #14 break them', () => {
  const parts = ['a', 'Z', '0', '17', 'pi', '.', ',', ' ', ' ', '€', '$', '£'];
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: 1 + next(12) }, () => parts[next(parts.length)]).join('');
    const breaks = Array.from(lineBreakRules.breaks(text), ({ position }) => position);
    const found = findBreakOpportunities(text, { hyphens: 'none', language: null });
    const expected = breaks.filter((position) => position > 0 && position < text.length);
    const own = [...found.keys()].filter((index) => found[index] === MAY_BREAK);
    assert.deepEqual(own, expected, JSON.stringify(text));
  }
});
