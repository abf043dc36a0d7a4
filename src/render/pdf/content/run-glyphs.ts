import type { LaidOutRun } from '../../text/text-layout.ts';
import { COMMON_SCRIPT, scriptOfText } from '../../text/analyse/scripts.ts';
import { noOffset, shapeText, type ShapedText } from '../../text/shape/shape-text.ts';

/** A glyph of a run, in visual order. Lengths are multiples of the font size, y upwards. */
export interface RunGlyph {
  readonly glyph: number;
  /** What stands for it in the file. */
  readonly code: number;
  /** From the run's left end, with the glyph's own offset. */
  readonly x: number;
  readonly y: number;
  /** The text that it extracts as. */
  readonly text: string;
}

/** A run as its glyphs. */
export interface GlyphRun {
  readonly glyphs: readonly RunGlyph[];
  readonly shaped: ShapedText;
  /** The right end of the text, as a multiple of the font size. */
  readonly width: number;
}

const SPACE = /[ \u00a0]/;
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}+$/u;

/**
 * Places the glyphs of a run as HarfBuzz shapes it.
 *
 * @param texts what each glyph extracts as
 * @param codeOf the code of a glyph in the file
 */
export function placeGlyphs(
  run: LaidOutRun,
  texts: (shaped: ShapedText) => readonly string[],
  codeOf: (glyph: number) => number,
): GlyphRun {
  const { drawn, face, rtl, language, letterSpacing, wordSpacing, features, fontSize } = run;
  // The canvas does not know the letters beside a quotation mark that is drawn alone.
  const script = scriptOfText(drawn) === COMMON_SCRIPT ? COMMON_SCRIPT : run.script;
  const style = { face, rtl, script, language, ligatures: letterSpacing === 0, features };
  const { measured } = run;
  const isMeasured = measured?.text === drawn && measured.script === script;
  const shaped = run.shaped ?? (isMeasured ? measured : shapeText(drawn, style));
  const { glyphs, glyphClusters, glyphAdvances, glyphOffsets, clusters } = shaped;
  const own = texts(shaped);
  const placed: RunGlyph[] = [];
  let pen = 0;
  const isSpaced = letterSpacing !== 0 || wordSpacing !== 0;
  for (let index = 0; index < glyphs.length; index += 1) {
    const glyph = glyphs[index] ?? 0;
    const { x, y } = glyphOffsets?.[index] ?? noOffset;
    placed.push({ glyph, code: codeOf(glyph), x: pen + x, y, text: own[index] ?? '' });
    pen += glyphAdvances[index] ?? 0;
    if (!isSpaced) continue;
    const cluster = glyphClusters[index] ?? 0;
    if (glyphClusters[index + 1] === cluster) continue;
    let end = cluster + 1;
    while (end < drawn.length && clusters[end] !== 1) end++;
    const text = drawn.slice(cluster, end);
    if (letterSpacing !== 0 && !IGNORABLE.test(text)) pen += letterSpacing / fontSize;
    if (wordSpacing !== 0 && SPACE.test(text)) pen += wordSpacing / fontSize;
  }
  return { glyphs: placed, shaped, width: pen };
}
