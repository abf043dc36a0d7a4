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
  assert.equal(glyphOffsets.length, glyphs.length);
  // In visual order: the mark, then its letter.
  assert.equal(glyphAdvances[0], 0);
  assert.ok((glyphOffsets[0]?.x ?? 0) > 0.1);
  assert.deepEqual(glyphOffsets.at(-1), { x: 0, y: 0 });
});
