import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { GlobalFonts } from '@napi-rs/canvas';

import { BUNDLED_FAMILIES } from './bundled-fonts.ts';
import { FontBook } from './font-book.ts';
import { FontRegistry, type TemplateFont } from './font-registry.ts';

const fonts = new FontBook();
const inter = fonts.stack('Inter', 400, 'normal');

function getBytes(family: string): Uint8Array {
  const path = BUNDLED_FAMILIES.find(({ name }) => name === family)?.faces[0]?.path;
  assert.ok(path !== undefined);
  return readFileSync(path);
}

function templateFont(family: string, file: string): TemplateFont {
  return { family, weight: 400, style: 'normal', hash: `hash-of-${file}`, bytes: getBytes(file) };
}

function aliasFor(cluster: string, isEmoji = false, language: 'zh-Hans' | 'ja' | 'ko' = 'zh-Hans'): string {
  return fonts.faceFor(cluster, inter, isEmoji, language)?.alias ?? 'none';
}

test('every bundled font exists and has a letter of its script', () => {
  for (const { faces } of BUNDLED_FAMILIES) {
    for (const { path } of faces) assert.ok(readFileSync(path).length > 1000, path);
  }
});

test('a character comes from the named font, then from the one for its script', () => {
  assert.equal(aliasFor('a'), 'platen-inter-400-normal');
  assert.equal(aliasFor('Ж'), 'platen-inter-400-normal');
  assert.equal(aliasFor('ب'), 'platen-noto-sans-arabic-400-normal');
  assert.equal(aliasFor('ש'), 'platen-noto-sans-hebrew-400-normal');
  assert.equal(aliasFor('क'), 'platen-noto-sans-devanagari-400-normal');
  assert.equal(aliasFor('ก'), 'platen-noto-sans-thai-400-normal');
  assert.equal(aliasFor('한'), 'platen-noto-sans-sc-400-normal'.replace('sc', getFont('한')));
  assert.equal(aliasFor('直', false, 'zh-Hans'), 'platen-noto-sans-sc-400-normal');
  assert.equal(aliasFor('直', false, 'ja'), 'platen-noto-sans-jp-400-normal');
  assert.equal(aliasFor('直', false, 'ko'), 'platen-noto-sans-kr-400-normal');
  assert.equal(aliasFor('😀', true), 'platen-noto-color-emoji-400-normal');
  assert.equal(aliasFor('\u{10330}'), 'none');
});

test('letters with marks come from the named font if it has them composed or decomposed', () => {
  const serif = fonts.stack('Playfair Display', 400, 'normal');
  const composed = ['ṛ', 'ṣ', 'ṇ', 'Ḥ', 'ṝ', 'Å', 'é', '\u212b'];
  for (const letter of [...composed, ...composed.map((each) => each.normalize('NFD')), 's\u0323\u0307'])
    assert.equal(fonts.faceFor(letter, serif, false, 'ja'), serif.primary, letter);
  // HarfBuzz does not decompose these.
  assert.notEqual(fonts.faceFor('ṛ\ufe00', serif, false, 'ja'), serif.primary);
  assert.match(fonts.faceFor('한', inter, false, 'ko')?.alias ?? '', /noto-sans/);
});

/** Two bundled fonts have Hangul; either is accepted if the text names no language. */
function getFont(cluster: string): string {
  return aliasFor(cluster).includes('-sc-') ? 'sc' : 'kr';
}

test('fallback fonts have the weight and style of the run', () => {
  const bold = fonts.stack('Inter', 700, 'italic');
  assert.equal(bold.primary.alias, 'platen-inter-700-italic');
  assert.equal(fonts.faceFor('ب', bold, false, 'ja')?.alias, 'platen-noto-sans-arabic-700-normal');
});

test('family names: generic, lists, quoted, any case, unknown', () => {
  assert.equal(fonts.stack('sans-serif', 400, 'normal').primary, inter.primary);
  assert.match(fonts.stack('serif', 400, 'normal').primary.alias, /playfair/);
  assert.match(fonts.stack('"playfair display", serif', 400, 'normal').primary.alias, /playfair/);
  assert.deepEqual(fonts.stack('Nope, Inter', 400, 'normal').unknownFamilies, []);
  const unknown = fonts.stack('Comic Neue', 400, 'normal');
  assert.equal(unknown.primary, inter.primary);
  assert.deepEqual(unknown.unknownFamilies, ['Comic Neue']);
});

test('two templates may use one family name for different files, and one may shadow a bundled family', () => {
  const thai = fonts.forScene([templateFont('Brand', 'Noto Sans Thai')]);
  const hebrew = fonts.forScene([templateFont('brand', 'Noto Sans Hebrew')]);
  const shadow = fonts.forScene([templateFont('Inter', 'Noto Sans Thai')]);
  assert.ok(thai.stack('Brand', 400, 'normal').primary.has(0x0e01));
  assert.ok(!hebrew.stack('Brand', 400, 'normal').primary.has(0x0e01));
  assert.ok(shadow.stack('Inter', 400, 'normal').primary.has(0x0e01));
  assert.deepEqual(fonts.stack('Brand', 400, 'normal').unknownFamilies, ['Brand']);
});

test('template fonts beyond the limit are released, and load again when used', () => {
  const small = new FontBook(new FontRegistry(1));
  const first = small.forScene([templateFont('A', 'Noto Sans Thai')]).stack('A', 400, 'normal').primary;
  first.register();
  assert.ok(GlobalFonts.has(first.alias));
  small.forScene([templateFont('B', 'Noto Sans Hebrew')]);
  assert.ok(!GlobalFonts.has(first.alias));
  first.register();
  assert.ok(GlobalFonts.has(first.alias));
  assert.ok(first.has(0x0e01));
});

test('the cache of unknown families is bounded', () => {
  const book = new FontBook();
  const first = book.stack('Nobody', 400, 'normal');
  assert.equal(book.stack('Nobody', 400, 'normal'), first);
  for (let index = 0; index < 1000; index += 1) book.stack(`Nobody ${index}`, 400, 'normal');
  const again = book.stack('Nobody', 400, 'normal');
  assert.notEqual(again, first);
  assert.deepEqual(again, first);
});

test('metrics are those of browsers', () => {
  const { ascent, descent } = inter.primary.metrics;
  assert.equal(ascent, 1984 / 2048);
  assert.equal(descent, 494 / 2048);
});

test('the underline offset of a font is the top of the line', () => {
  const { underlineOffset, underlineThickness } = inter.primary.metrics;
  // Inter's `post` table: 348 units below the baseline, 140 units thick, 2048 units per em.
  assert.equal(underlineOffset * 2048, 348 + 140 / 2);
  assert.equal(underlineThickness * 2048, 140);
});
