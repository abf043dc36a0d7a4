import { PDFDict, type PDFDocument, PDFName, PDFRawStream, PDFRef } from 'pdf-lib';

/**
 * Keeps one of each glyph in Type 3 fonts. Skia writes outlined text (strokes, fonts that forbid embedding)
 * as fonts of at most 255 glyphs, and the missing-glyph box, 11 kB in Inter, into each of them.
 */
export function shareGlyphs({ context }: PDFDocument): void {
  const kept = new Map<string, PDFRef>();
  for (const [, font] of context.enumerateIndirectObjects()) {
    if (!(font instanceof PDFDict) || font.get(PDFName.of('Subtype')) !== PDFName.of('Type3')) continue;
    const glyphs = font.lookup(PDFName.of('CharProcs'), PDFDict);
    for (const [name, ref] of glyphs.entries()) {
      const glyph = context.lookup(ref);
      if (!(ref instanceof PDFRef) || !(glyph instanceof PDFRawStream)) continue;
      const key = glyph.dict.toString() + Buffer.from(glyph.contents).toString('latin1');
      const first = kept.get(key) ?? ref;
      kept.set(key, first);
      glyphs.set(name, first);
    }
  }
}
