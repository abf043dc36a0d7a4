/** The glyphs of laid out lines by HarfBuzz alone, from the files of their fonts. */
import * as hb from 'harfbuzzjs';
import type { FontFace } from '../../src/render/fonts/font-face.ts';
import type { LaidOutLine, LaidOutRun } from '../../src/render/text/text-layout.ts';

/** A glyph and its origin, in CSS pixels from the top left corner of the text's box. */
export interface PlacedGlyph {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}

/** Text in one font and direction: what stands side by side on a line. */
export interface ShapedStretch {
  readonly font: hb.Font;
  readonly fontSize: number;
  readonly runs: readonly LaidOutRun[];
  /** In visual order. */
  readonly glyphs: readonly PlacedGlyph[];
}

const opened = new Map<string, hb.Font>();

/** A font of a file; it shares nothing with those that the renderer has opened. */
function openFont(face: FontFace): hb.Font {
  let font = opened.get(face.alias);
  if (font === undefined) opened.set(face.alias, (font = openFile(face.file.bytes)));
  return font;
}

export function openFile(bytes: Uint8Array): hb.Font {
  return new hb.Font(new hb.Face(new hb.Blob(bytes)));
}

/** The glyphs of a text in visual order, and their positions in units of the font. */
export function shape(font: hb.Font, text: string, isRtl: boolean, language: string) {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRtl ? hb.Direction.RTL : hb.Direction.LTR);
  buffer.setLanguage(language);
  hb.shape(font, buffer, []);
  const positions = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map(({ codepoint }, index) => ({ glyph: codepoint, ...positions[index] }));
}

/**
 * Shapes the stretches of a line, each as a whole: where the layout cuts a stretch into runs must not change
 * any glyph.
 */
export function shapeLine(line: LaidOutLine, language: string): ShapedStretch[] {
  const stretches: LaidOutRun[][] = [];
  for (const run of [...line.runs].sort((a, b) => a.x - b.x)) {
    const last = stretches.at(-1)?.[0];
    const isSame = last?.face.alias === run.face.alias && last.rtl === run.rtl;
    if (isSame) stretches.at(-1)?.push(run);
    else stretches.push([run]);
  }
  return stretches.map((runs) => {
    const [first] = runs;
    if (first === undefined) throw new Error('a stretch has a run');
    const { face, fontSize, rtl } = first;
    const font = openFont(face);
    const inOrder = rtl ? runs.toReversed() : runs;
    const scale = fontSize / face.shaping.unitsPerEm;
    let pen = first.x;
    const glyphs = shape(font, inOrder.map(({ drawn }) => drawn).join(''), rtl, language).map(
      ({ glyph, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
        const placed = { glyph, x: pen + xOffset * scale, y: line.baseline - yOffset * scale };
        pen += xAdvance * scale;
        return placed;
      },
    );
    return { font, fontSize, runs, glyphs };
  });
}
