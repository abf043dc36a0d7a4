import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FontBook } from '../../fonts/font-book.ts';
import { shapeText } from './shape-text.ts';

const fonts = new FontBook();

test('a mark above a letter has its offset from where it would stand', () => {
  const stack = fonts.stack('Noto Sans Arabic', 400, 'normal');
  const face = stack.primary;
  const { glyphs, glyphAdvances, glyphOffsets } = shapeText('\u0628\u064e', {
    face,
    rtl: true,
    script: 'Arab',
    ligatures: true,
  });
  assert.equal(glyphOffsets?.length, glyphs.length);
  // In visual order: the mark, then its letter.
  assert.equal(glyphAdvances[0], 0);
  assert.ok((glyphOffsets[0]?.x ?? 0) > 0.1);
  assert.deepEqual(glyphOffsets.at(-1), { x: 0, y: 0 });
});

test('the language of a text decides its forms of letters, but not in fonts of Han characters', () => {
  const glyphsOf = (text: string, family: string, script: string, language: string | null): string => {
    const face = fonts.stack(family, 400, 'normal').primary;
    return shapeText(text, { face, rtl: false, script, language, ligatures: true }).glyphs.join();
  };
  const dobar = (language: string | null) => glyphsOf('добър', 'Montserrat', 'Cyrl', language);
  assert.equal(dobar('ru'), dobar(null));
  assert.notEqual(dobar('bg'), dobar(null));
  const year = (language: string | null) => glyphsOf('2026', 'Noto Sans JP', 'Latn', language);
  assert.equal(year('en'), year(null));
});
