import { PDFDict, PDFName, PDFStream, type PDFDocument, type PDFRef } from 'pdf-lib';

import { readStream, replaceStream } from './streams.ts';

const name = (text: string): PDFName => PDFName.of(text);
/** A form is drawn with the first state, and once more with the second. */
const DRAWN_TWICE = /\/(G\d+) gs\n(\/X\d+ Do)\n(\/G\d+ gs)\n(?=\/G\d+ gs\n\2\n\3)/g;

/**
 * Changes the written file so that what is behind the picture of a mask is drawn once: Skia also draws it
 * outside of the picture, where it is masked out by an inverted mask. Its text would be found twice, and
 * PDF/A forbids the function that inverts.
 */
export function drawMaskedOnce(document: PDFDocument): void {
  const { context } = document;
  const forms: (readonly [PDFRef, PDFStream])[] = [];
  let hasInverted = false;
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && isInverted(object)) hasInverted = true;
    const isForm = object instanceof PDFStream && object.dict.get(name('Subtype')) === name('Form');
    if (isForm) forms.push([ref, object]);
  }
  if (!hasInverted) return;
  for (const [ref, form] of forms) {
    const states = form.dict.lookup(name('Resources'), PDFDict).lookupMaybe(name('ExtGState'), PDFDict);
    const content = readStream(form);
    const changed = content.replaceAll(DRAWN_TWICE, (drawn, state: string) => {
      const dict = states?.lookupMaybe(name(state), PDFDict);
      if (dict === undefined || !isInverted(dict)) return drawn;
      states?.delete(name(state));
      return '';
    });
    if (changed !== content) replaceStream(document, ref, form, changed);
  }
}

function isInverted(state: PDFDict): boolean {
  const mask = state.lookup(name('SMask'));
  return mask instanceof PDFDict && mask.has(name('TR'));
}
