import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

import { BUNDLED_FAMILIES } from '../../fonts/bundled-fonts.ts';
import { FontBook } from '../../fonts/font-book.ts';
import type { FontFace } from '../../fonts/font-face.ts';
import { subsetFont } from '../../fonts/subset-font.ts';
import { analyseText } from './paragraph.ts';

const fonts = new FontBook();

/** The parts of a text and the font of each, as `Playfair:Price`. Each run has its families and weight. */
function partsOf(
  runs: readonly (readonly [families: string, text: string, weight?: number])[],
  book = fonts,
) {
  const text = runs.map(([, own]) => own).join('');
  let end = 0;
  const styled = {
    text,
    runEnds: runs.map(([, own]) => (end += own.length)),
    stacks: runs.map(([families, , weight = 400]) => book.stack(families, weight, 'normal')),
    spaced: runs.map(() => false),
    features: runs.map(() => null),
    hyphenation: { hyphens: 'none', language: null },
  } as const;
  const paragraphs = analyseText(styled, { direction: 'auto' }, book, () => undefined);
  return paragraphs.flatMap(({ items }) =>
    items.map(({ start, end: to, face }) => `${nameOf(face)}:${text.slice(start, to)}`),
  );
}

function nameOf({ alias }: FontFace): string {
  return alias.replace(/^platen-/, '').replace(/-\d00-(normal|italic)$/, '');
}

const fontOf = (text: string, families: string): string =>
  [...new Set(partsOf([[families, text]]).map((part) => part.slice(0, part.indexOf(':'))))].join(' ');

describe('a word has one font', () => {
  test('where the named font has some of its letters', () => {
    // Montserrat and Playfair Display have Δ Λ Ω λ μ π χ, as symbols.
    for (const family of ['Montserrat', 'Playfair Display'])
      for (const word of ['Ώρα', 'Ωμέγα', 'Ελλάδας', 'πλάνο', 'Ωμέγα'.normalize('NFD')])
        assert.equal(fontOf(word, family), 'inter', `${family} ${word}`);
    assert.deepEqual(partsOf([['Montserrat', 'Σ Ω µΩ 5 λ']]), ['inter:Σ', 'montserrat: Ω µΩ 5 λ']);
  });

  test('in the next font that has all of it', () => {
    assert.equal(fontOf('Ώρα', 'Montserrat, Tinos, Inter'), 'tinos');
    assert.equal(fontOf('столица', 'Lato, Playfair Display'), 'playfair-display');
    // Lato has no letter with two accents.
    assert.equal(fontOf('Nguyễn', 'Lato, Montserrat'), 'montserrat');
    assert.equal(fontOf('Nguyen', 'Lato, Montserrat'), 'lato');
  });

  test('across runs of other colours and weights, but not of other families', () => {
    const [first, second] = partsOf([
      ['Montserrat', 'Ω'],
      ['Montserrat', 'ρα', 700],
    ]);
    assert.deepEqual([first, second], ['inter:Ω', 'inter:ρα']);
    assert.deepEqual(
      partsOf([
        ['Montserrat', 'Ω'],
        ['Inter', 'ρα'],
      ]),
      ['montserrat:Ω', 'inter:ρα'],
    );
  });

  test('and so have words with marks and joiners of every script', () => {
    for (const [word, font] of [
      ['שָׁלוֹם', 'noto-sans-hebrew'],
      ['مُحَمَّدٌ', 'noto-sans-arabic'],
      ['می\u200cخواهم', 'noto-sans-arabic'],
      ['क्\u200dष्य', 'noto-sans-devanagari'],
      ['น้ำ', 'noto-sans-thai'],
      ['столи\u0301ца', 'inter'],
      ['Việt', 'inter'],
    ] as const)
      assert.equal(fontOf(word, 'Inter'), font, word);
  });

  test('also if no font has one of its letters', () => {
    // Inter has neither of the last two letters; the rest keeps one font.
    assert.deepEqual(partsOf([['Montserrat', 'Ωρα\u{1018c}']]).slice(0, 1), ['inter:Ωρα']);
  });

  test('but Latin letters among ideographs, digits and currencies have their own', () => {
    assert.deepEqual(partsOf([['Playfair Display', 'iPhoneで撮影']]), [
      'playfair-display:iPhone',
      'noto-sans-jp:で撮影',
    ]);
    assert.equal(fontOf('1.250 €', 'Montserrat'), 'montserrat');
    assert.deepEqual(partsOf([['Montserrat', '₾5']]), [`${fontOf('₾', 'Montserrat')}:₾`, 'montserrat:5']);
  });
});

test('a letter is put together only where its marks stand at it', () => {
  const faceOf = (letter: string, families: string) =>
    nameOf(fonts.faceFor(letter, fonts.stack(families, 400, 'normal'), false, 'ja')!);
  assert.equal(faceOf('Ώ', 'Montserrat'), 'inter');
  // Montserrat has anchors for these; Inter has none on Cyrillic letters.
  assert.equal(faceOf('о\u0301', 'Montserrat'), 'montserrat');
  assert.equal(faceOf('о\u0301', 'Inter, Montserrat'), 'montserrat');
  assert.equal(faceOf('о\u0301', 'Inter'), 'inter');
});

describe('emoji', () => {
  const file = readFileSync(BUNDLED_FAMILIES.find(({ name }) => name === 'Noto Color Emoji')!.faces[0]!.path);
  const characters = new Set(['😀', '👍', '🇩', '🇪', '1', '\ufe0f', '\u20e3', '👨', '\u200d', '👩', '👧']);
  const own = subsetFont(file, null, characters, new Set());
  assert.ok(own !== null);
  const book = fonts.forScene([
    { family: 'Brand Emoji', weight: 400, style: 'normal', hash: 'own-emoji', bytes: own.bytes },
  ]);
  const fontFor = (emoji: string, families: string) =>
    partsOf([[families, emoji]], book)
      .map((part) => part.split(':')[0])
      .join(' ');

  test('are drawn by the emoji font of the template where it is named', () => {
    for (const emoji of ['😀', '🇩🇪', '1️⃣', '👨‍👩‍👧'])
      assert.match(fontFor(emoji, 'Brand Emoji'), /^file-own-emoji/, emoji);
    assert.match(fontFor('😀', 'Inter, Brand Emoji'), /^file-own-emoji/);
    assert.equal(fontFor('😀', 'Inter'), 'noto-color-emoji');
  });

  test('of a font of the template are in colours, as the bundled ones', () => {
    const font = { family: 'Whole', weight: 400, style: 'normal', hash: 'whole-emoji', bytes: file } as const;
    const { primary } = fonts.forScene([font]).stack('Whole', 400, 'normal');
    assert.ok(primary.isEmoji);
    assert.ok(!fonts.stack('Noto Sans Symbols 2', 400, 'normal').primary.isEmoji);
  });

  test('that it lacks, or has in parts only, are drawn by the bundled one', () => {
    for (const emoji of ['🍎', '👍🏽', '👩‍👩‍👧‍👦', '🇫🇷', '2️⃣'])
      assert.equal(fontFor(emoji, 'Brand Emoji'), 'noto-color-emoji', emoji);
  });
});
