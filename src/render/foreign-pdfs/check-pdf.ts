import { inflateSync } from 'node:zlib';

import { PDFArray, PDFDocument, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib';

import { copyPages } from './copy-pages.ts';
import type { LeftOut } from './left-out.ts';
import { PdfError } from './objects.ts';
import { readPdf, refusing } from './read-pdf.ts';

/** What a stream may have once it is unpacked. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

/**
 * Checks a PDF as a whole, as it is copied, with the content of its compressed streams. Returns what its
 * pages lose.
 *
 * @throws PdfError
 */
export async function checkPdf(bytes: Uint8Array): Promise<readonly LeftOut[]> {
  const pdf = await readPdf(bytes);
  const document = await PDFDocument.create({ updateMetadata: false });
  await refusing(() => {
    copyPages(document, pdf, 0);
    for (const [, object] of document.context.enumerateIndirectObjects()) checkStream(object);
  });
  return pdf.leftOut;
}

function checkStream(object: PDFObject): void {
  if (!(object instanceof PDFRawStream)) return;
  const filter = object.dict.context.lookup(object.dict.get(PDFName.of('Filter')));
  const first = filter instanceof PDFArray ? filter.lookup(0) : filter;
  if (first !== PDFName.of('FlateDecode') && first !== PDFName.of('Fl')) return;
  try {
    inflateSync(object.contents, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    throw new PdfError('is damaged: a part of it cannot be unpacked. Copy or download it again.', error);
  }
}
