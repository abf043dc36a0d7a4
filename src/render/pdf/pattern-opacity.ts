import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import type { PDFDocument, PDFPage, PDFRef } from 'pdf-lib';

import { readStream, replaceStream } from '../text/pdf-streams.ts';
import { changeContents } from './page-contents.ts';

const name = (text: string): PDFName => PDFName.of(text);
/** Skia chooses a pattern first and sets the opacity of what is painted with it after. */
const PATTERN_THEN_STATE = /(\/Pattern CS\/Pattern cs\/P\d+ SCN\/P\d+ scn)\n(\/G\d+ gs)(?=\s)/g;

/**
 * Keeps the opacity of what was painted before out of see-through gradients. These are patterns with a mask, to which Ghostscript
 * applies the opacity of when they were chosen, and poppler that of strokes, which Skia leaves as it was.
 */
export function settlePatternOpacity(document: PDFDocument, page: PDFPage): void {
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
    const settled = settle(content);
    if (settled !== content) replaceStream(document, ref, form, settled);
  }
  changeContents(page, settle);
}

function settle(content: string): string {
  return content.replaceAll(PATTERN_THEN_STATE, '$2\n$1');
}
