import type { GlyphPaint, GlyphStep } from '../../fonts/color-glyphs.ts';
import type { FontFace } from '../../fonts/font-face.ts';
import type { Bounds, Matrix } from '../../geometry.ts';
import type { GroupEffects } from '../../surface/layers.ts';
import { PdfGradient } from './gradients.ts';
import type { PdfPaint } from './graphics-state.ts';
import { PdfPath } from './pdf-path.ts';
import { GLYPH_UNITS, traceGlyph } from './run-writer.ts';

/** What a colour glyph is drawn with: a context of a PDF. Paths are in the coordinates of the page. */
interface GlyphContext {
  save(): void;
  restore(): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  getTransform(): Matrix;
  clipPath(path: PdfPath, rule: 'nonzero'): void;
  fillPath(path: PdfPath, paint: PdfPaint): void;
  drawMasked(
    bounds: Bounds,
    drawMask: (inside: GlyphContext) => void,
    draw: (inside: GlyphContext) => void,
    kind: 'Alpha',
  ): void;
  drawGroup(effects: GroupEffects, bounds: Bounds, draw: (inside: GlyphContext) => void): void;
}

/** Around every glyph. */
const bounds = {
  left: -2 * GLYPH_UNITS,
  top: -2 * GLYPH_UNITS,
  right: 3 * GLYPH_UNITS,
  bottom: 3 * GLYPH_UNITS,
};

/** Draws a colour glyph with its origin at 0, 0, as large as `GLYPH_UNITS`. */
export function drawColorGlyph(context: GlyphContext, face: FontFace, steps: readonly GlyphStep[]): void {
  // The outline that a fill is clipped to is filled itself, if nothing else is.
  let outline: PdfPath | null = null;
  const outlines: (PdfPath | null)[] = [];
  for (const each of steps) {
    switch (each.step) {
      case 'transform': {
        outlines.push(outline);
        context.save();
        const { a, b, c, d, e, f } = each.matrix;
        context.transform(a, b, c, d, e, f);
        break;
      }
      case 'clip':
        outlines.push(outline);
        context.save();
        if (outline !== null) context.clipPath(outline, 'nonzero');
        outline = traceGlyph(face, each.glyph, context.getTransform());
        break;
      case 'fill': {
        const whole = new PdfPath();
        const side = 5 * GLYPH_UNITS;
        whole.rect(-side / 2, -side / 2, side, side, { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 });
        context.fillPath(outline ?? whole, toStyle(each.paint));
        break;
      }
      case 'group': {
        if (outline !== null) context.clipPath(outline, 'nonzero');
        outline = null;
        const effects = {
          alpha: each.alpha,
          operation: each.operation,
          blur: 0,
          shadow: null,
        } as GroupEffects;
        context.drawGroup(effects, bounds, (inside) => drawColorGlyph(inside, face, each.steps));
        break;
      }
      case 'masked': {
        if (outline !== null) context.clipPath(outline, 'nonzero');
        outline = null;
        const draw = (inner: readonly GlyphStep[]) => (inside: GlyphContext) =>
          drawColorGlyph(inside, face, inner);
        context.drawMasked(bounds, draw(each.mask), draw(each.steps), 'Alpha');
        break;
      }
      case 'pop':
        context.restore();
        outline = outlines.pop() ?? null;
    }
  }
}

function toStyle(paint: GlyphPaint): PdfPaint {
  if (paint.type === 'solid') {
    const [red, green, blue, alpha] = paint.color;
    return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = paint.coordinates;
  const isLinear = paint.coordinates.length === 4;
  const gradient = isLinear ? PdfGradient.linear(a, b, c, d) : PdfGradient.radial(a, b, c, d, e, f);
  for (const { offset, color } of paint.stops) {
    const [red, green, blue, alpha] = color.map((channel) => channel / 255);
    gradient.addStop(offset, [red ?? 0, green ?? 0, blue ?? 0, alpha ?? 1]);
  }
  return gradient;
}
