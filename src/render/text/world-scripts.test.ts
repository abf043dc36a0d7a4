/** Texts of 41 languages have the glyphs of HarfBuzz, in the catalogue's own fonts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as hb from 'harfbuzzjs';

import { text } from '../../../test/helpers/scenes.ts';
import { FontBook } from '../fonts/font-book.ts';
import type { SceneText } from '../scene/text.ts';
import { layoutText } from './layout.ts';

const fonts = new FontBook();
const regions = 'GB IN BR JP MG KE FR CN EG US'.split(' ');

/** Scripts for which the locale data has no names of countries. */
const handwritten: Readonly<Record<string, readonly string[]>> = {
  dv: ['ދިވެހިރާއްޖެ', 'މާލެ', 'އިންޑިއާ'],
  iu: ['ᐃᓄᒃᑎᑐᑦ', 'ᓄᓇᕗᑦ', 'ᑲᓇᑕ'],
  'mn-Mong': ['ᠮᠣᠩᠭᠣᠯ', 'ᠤᠯᠤᠰ', 'ᠪᠢᠴᠢᠭ'],
  'jv-Java': ['ꦧꦱꦗꦮ', 'ꦲꦏ꧀ꦱꦫꦗꦮ', 'ꦪꦺꦴꦒꦾꦏꦂꦠ'],
  'ban-Bali': ['ᬅᬓ᭄ᬱᬭᬩᬮᬶ', 'ᬩᬮᬶ', 'ᬧᬸᬮᬯ'],
  'mni-Mtei': ['ꯃꯤꯇꯩꯂꯣꯟ', 'ꯃꯅꯤꯄꯨꯔ', 'ꯏꯝꯐꯥꯜ'],
};

/** Languages, and the end of the family that draws them where a text names Inter. */
const languages: readonly (readonly [language: string, family: string])[] = [
  ['en', 'inter'],
  ['ru', 'inter'],
  ['el', 'inter'],
  ['ar', 'noto-sans-arabic'],
  ['he', 'noto-sans-hebrew'],
  ['hi', 'noto-sans-devanagari'],
  ['th', 'noto-sans-thai'],
  ['zh-Hans', 'noto-sans-sc'],
  ['zh-Hant-TW', 'noto-sans-tc'],
  ['zh-Hant-HK', 'noto-sans-hk'],
  ['ja', 'noto-sans-jp'],
  ['ko', 'noto-sans-kr'],
  ['bn', 'noto-sans-bengali'],
  ['as', 'noto-sans-bengali'],
  ['ta', 'noto-sans-tamil'],
  ['te', 'noto-sans-telugu'],
  ['kn', 'noto-sans-kannada'],
  ['ml', 'noto-sans-malayalam'],
  ['gu', 'noto-sans-gujarati'],
  ['pa', 'noto-sans-gurmukhi'],
  ['or', 'noto-sans-oriya'],
  ['si', 'noto-sans-sinhala'],
  ['km', 'noto-sans-khmer'],
  ['my', 'noto-sans-myanmar'],
  ['lo', 'noto-sans-lao'],
  ['ka', 'noto-sans-georgian'],
  ['hy', 'noto-sans-armenian'],
  ['am', 'noto-sans-ethiopic'],
  ['dz', 'noto-serif-tibetan'],
  ['dv', 'noto-sans-thaana'],
  ['syr', 'noto-sans-syriac'],
  ['nqo', 'noto-sans-nko'],
  ['chr', 'noto-sans-cherokee'],
  ['iu', 'noto-sans-canadian-aboriginal'],
  ['ff-Adlm', 'noto-sans-adlam'],
  ['mn-Mong', 'noto-sans-mongolian'],
  ['jv-Java', 'noto-sans-javanese'],
  ['ban-Bali', 'noto-sans-balinese'],
  ['zgh', 'noto-sans-tifinagh'],
  ['sat', 'noto-sans-ol-chiki'],
  ['mni-Mtei', 'noto-sans-meetei-mayek'],
];

function getNames(language: string): readonly string[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return (
    handwritten[language] ?? regions.flatMap((region) => names.of(region)?.replaceAll('\u200b', '') ?? [])
  );
}

function makeText(content: string, language: string, given: Partial<SceneText> = {}): SceneText {
  return { ...text(content, 20, { x: 0, y: 0, width: 4000, height: 4000, ...given }), language };
}

/** The glyphs of each piece of a text with letters, by the order of its text. */
function getPieces(element: SceneText) {
  return layoutText(element, fonts)
    .lines.flatMap(({ runs }) => runs)
    .filter(({ typed }) => /[\p{L}\p{N}]/u.test(typed));
}

for (const [language, family] of languages)
  test(`${language}: a name, a headline and a paragraph have the glyphs of HarfBuzz`, () => {
    const names = getNames(language);
    assert.ok(names.length >= 3);
    const [name = ''] = names;
    const paragraph = names.join(' ');
    for (const element of [
      makeText(name, language),
      makeText(names.slice(0, 3).join(' '), language, { wrap: false }),
      makeText(paragraph, language, { width: 180 }),
    ]) {
      assert.deepEqual(layoutText(element, fonts).warnings, []);
      const pieces = getPieces(element);
      assert.ok(pieces.length > 0);
      for (const { face, drawn, measured, shaped } of pieces) {
        assert.equal(face.alias, `platen-${family}-400-normal`, drawn);
        const glyphs = (shaped ?? measured)?.glyphs;
        if (glyphs === undefined) continue;
        assert.ok(!glyphs.includes(0), `a missing glyph in ${drawn}`);
        const buffer = new hb.Buffer();
        buffer.addText(drawn);
        buffer.guessSegmentProperties();
        buffer.setLanguage(language);
        hb.shape(face.shaping.font, buffer, []);
        const expected = buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
        assert.deepEqual(glyphs, expected, drawn);
      }
    }
  });

test('lines of Khmer, Burmese, Lao and Thai break between words of the dictionary only', () => {
  for (const language of ['km', 'my', 'lo', 'th']) {
    const content = getNames(language).join('').replaceAll('\u200b', '');
    const words = new Set(
      [...new Intl.Segmenter(language, { granularity: 'word' }).segment(content)].map(({ index }) => index),
    );
    const { lines } = layoutText(makeText(content, language, { width: 150 }), fonts);
    assert.ok(lines.length > 2, language);
    let at = 0;
    for (const line of lines) {
      assert.ok(words.has(at), `${language}: ${at} is inside of a word`);
      at += line.text.length;
    }
  }
});

test('signs that prices and names need have a font', () => {
  const signs = '৳ \u20c0 ⟨ ⟩ a\u0336 a\u0338 v\u20d7 x\u20e1 ♭ ♮ ♯ \u{1d11e} ֏ ៛ ₭ ₾ \u2e2e 𝒳';
  for (const sign of signs.split(' '))
    assert.deepEqual(layoutText(makeText(sign, 'en'), fonts).warnings, [], sign);
});

test('a mark that several scripts share comes from the font of the letters before it', () => {
  const faces = getFamilies('আমি।', 'bn');
  assert.deepEqual(faces, ['platen-noto-sans-bengali-400-normal']);
  assert.deepEqual(getFamilies('मैं।', 'hi'), ['platen-noto-sans-devanagari-400-normal']);
});

test('Chinese has the forms of its region, and falls back to the other ones', () => {
  const family = (language: string) => getFamilies('骨', language)[0];
  assert.equal(family('zh'), 'platen-noto-sans-sc-400-normal');
  assert.equal(family('zh-TW'), 'platen-noto-sans-tc-400-normal');
  assert.equal(family('zh-Hant'), 'platen-noto-sans-tc-400-normal');
  assert.equal(family('zh-HK'), 'platen-noto-sans-hk-400-normal');
  assert.equal(family('zh-Hant-MO'), 'platen-noto-sans-hk-400-normal');
  assert.equal(family('yue'), 'platen-noto-sans-hk-400-normal');
  assert.equal(family('zh-Hans-HK'), 'platen-noto-sans-sc-400-normal');
  assert.equal(family('yue-CN'), 'platen-noto-sans-sc-400-normal');
  assert.deepEqual(layoutText(makeText('简体', 'zh-TW'), fonts).warnings, []);
});

function getFamilies(content: string, language: string): string[] {
  const { lines } = layoutText(makeText(content, language), fonts);
  return [...new Set(lines.flatMap(({ runs }) => runs.map(({ face }) => face.alias)))];
}
