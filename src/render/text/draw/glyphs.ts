import type { TextContext } from '../../drawing/drawing-context.ts';
import { glyphCharacter } from '../../fonts/glyph-font.ts';
import { noOffset, type ShapedText } from '../shape/shape-text.ts';
import type { LaidOutRun } from '../text-layout.ts';

/** A difference from the place that follows from the advances, which no picture shows. */
const TOLERANCE_PX = 0.001;

/**
 * Draws glyphs at their places. The canvas draws only texts, so a second copy of the font has its glyphs as
 * characters. Glyphs that follow each other by their own advances are one text. The caller saves and restores
 * the context's state.
 */
export function drawGlyphs(
  context: TextContext,
  { face, fontSize }: Pick<LaidOutRun, 'face' | 'fontSize'>,
  { glyphs, glyphAdvances, glyphOffsets }: ShapedText,
  origin: { readonly x: number; readonly y: number },
  isStroke: boolean,
): void {
  const { font, unitsPerEm } = face.shaping;
  context.font = `${fontSize}px "${face.registerGlyphs()}"`;
  context.direction = 'ltr';
  context.fontFeatureSettings = 'normal';
  let together = { text: '', x: 0, y: 0 };
  let next = 0;
  const draw = (): void => {
    if (together.text === '') return;
    if (isStroke) context.strokeText(together.text, together.x, together.y);
    else context.fillText(together.text, together.x, together.y);
  };
  let pen = origin.x;
  for (const [index, glyph] of glyphs.entries()) {
    const offset = glyphOffsets?.[index] ?? noOffset;
    const [x, y] = [pen + offset.x * fontSize, origin.y - offset.y * fontSize];
    if (Math.abs(x - next) > TOLERANCE_PX || y !== together.y) {
      draw();
      together = { text: '', x, y };
      next = x;
    }
    together.text += glyphCharacter(glyph);
    next += (font.glyphHAdvance(glyph) / unitsPerEm) * fontSize;
    pen += (glyphAdvances[index] ?? 0) * fontSize;
  }
  draw();
}
