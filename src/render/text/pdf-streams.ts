import { PDFArray, PDFRawStream, PDFStream, decodePDFRawStream } from 'pdf-lib';
import type { PDFDocument, PDFPage, PDFRef } from 'pdf-lib';

/** A page's content, one character a byte. */
export function readContents(page: PDFPage): string {
  const contents = page.node.Contents();
  if (contents instanceof PDFArray) {
    return contents
      .asArray()
      .map((ref) => readStream(page.doc.context.lookup(ref, PDFStream)))
      .join('\n');
  }
  return contents === undefined ? '' : readStream(contents);
}

/** A stream's content, unpacked, one character a byte. */
export function readStream(stream: PDFStream): string {
  const bytes = stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();
  return Buffer.from(bytes).toString('latin1');
}

/** Puts new content, one character a byte, into the place of a stream; the rest of its dictionary stays. */
export function replaceStream(document: PDFDocument, ref: PDFRef, old: PDFRawStream, content: string): void {
  const stream = document.context.flateStream(latin1(content));
  for (const [key, value] of old.dict.entries()) {
    const isOfEncoding = ['/Length', '/Filter', '/DecodeParms'].includes(key.asString());
    if (!isOfEncoding) stream.dict.set(key, value);
  }
  document.context.assign(ref, stream);
}

/** Bytes of content given one character a byte. */
export function latin1(content: string): Uint8Array {
  return new Uint8Array(Buffer.from(content, 'latin1'));
}
