import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import type { PDFDocument, PDFPage, PDFRef } from 'pdf-lib';

import { changeContents, readStream, replaceStream } from './streams.ts';

const name = (text: string): PDFName => PDFName.of(text);
/** Skia selects a pattern first, and then sets the opacity of the shape that it fills. */
const PATTERN_THEN_STATE = /(\/Pattern CS\/Pattern cs\/P\d+ SCN\/P\d+ scn)\n(\/G\d+ gs)(?=\s)/g;

/**
 * Changes the written file so that the opacity of an earlier shape does not affect a translucent gradient (a
 * pattern with a mask). Ghostscript applies the opacity at the time when the pattern was selected: the
 * opacity is set first. Poppler applies the opacity of strokes: it is set with that of fills. The opacity of
 * the shape itself is handled while drawing, in draw/gradient-opacity.ts.
 */
export function isolatePatternOpacity(document: PDFDocument, pages: readonly PDFPage[]): void {
  const { context } = document;
  let hasPatterns = false;
  const forms: (readonly [PDFRef, PDFStream])[] = [];
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    const opacity = dict.get(name('ca'));
    if (opacity !== undefined && !dict.has(name('CA'))) dict.set(name('CA'), opacity);
    if (dict.has(name('PatternType'))) hasPatterns = true;
    const isForm = object instanceof PDFStream && dict.get(name('Subtype')) === name('Form');
    if (isForm) forms.push([ref, object]);
  }
  if (!hasPatterns) return;
  for (const [ref, form] of forms) {
    const content = readStream(form);
    const changed = setOpacityFirst(content);
    if (changed !== content) replaceStream(document, ref, form, changed);
  }
  for (const page of pages) changeContents(page, setOpacityFirst);
}

function setOpacityFirst(content: string): string {
  return content.replaceAll(PATTERN_THEN_STATE, '$2\n$1');
}
