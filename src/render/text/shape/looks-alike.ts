import type { TextItem } from '../analyse/analysed-text.ts';
import { noOffset, type ShapedText } from './shape-text.ts';

const SPACE = 0x20;
/** A share of the font size that no picture shows. */
const TOLERANCE = 1e-4;

interface Glyph {
  readonly id: number;
  readonly advance: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Whether glyphs of a part of a text look as those of the part alone. Only the space after a part from left
 * to right may differ: the next part begins after it.
 */
export function looksAlike(part: ShapedText, alone: ShapedText, { face, level }: TextItem): boolean {
  const space = face.shaping.font.nominalGlyph(SPACE) ?? 0;
  const [own, other] = [part, alone].map((shaped) => visibleGlyphs(shaped, space));
  if (own?.length !== other?.length) return false;
  const isRtl = level % 2 === 1;
  return (own ?? []).every((glyph, index) => {
    const twin = other?.[index];
    const mayDiffer = !isRtl && index === (own?.length ?? 0) - 1;
    return (
      twin !== undefined &&
      glyph.id === twin.id &&
      (mayDiffer || isNear(glyph.advance, twin.advance)) &&
      isNear(glyph.x, twin.x) &&
      isNear(glyph.y, twin.y)
    );
  });
}

/** The glyphs but for those of joiners, which are spaces without a width. */
function visibleGlyphs({ glyphs, glyphAdvances, glyphOffsets }: ShapedText, space: number): Glyph[] {
  return glyphs.flatMap((id, index) => {
    const advance = glyphAdvances[index] ?? 0;
    const { x, y } = glyphOffsets?.[index] ?? noOffset;
    return id === space && advance === 0 ? [] : [{ id, advance, x, y }];
  });
}

function isNear(first: number, second: number): boolean {
  return Math.abs(first - second) < TOLERANCE;
}
