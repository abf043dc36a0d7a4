import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createCanvas } from '@napi-rs/canvas';

import { FontBook } from './font-book.ts';
import { glyphCharacter } from './glyph-font.ts';

const fonts = new FontBook();

test('characters of the glyph font are the glyphs of the font', () => {
  const context = createCanvas(200, 60).getContext('2d');
  const draw = (family: string, text: string): Buffer => {
    context.reset();
    context.font = `40px "${family}"`;
    context.fillText(text, 10, 45);
    return Buffer.from(context.getImageData(0, 0, 200, 60).data);
  };
  const face = fonts.stack('Montserrat', 400, 'normal').primary;
  face.register();
  const family = face.registerGlyphs();
  for (const letter of 'Hя€') {
    const glyph = face.shaping.font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;
    assert.deepEqual(draw(family, glyphCharacter(glyph)), draw(face.canvasFamily, letter), letter);
  }
  assert.equal(face.registerGlyphs(), family);
  face.release();
});
