import { inflateSync } from 'node:zlib';

import { PDFArray, PDFName, PDFRawStream, PDFStream, decodePDFRawStream } from 'pdf-lib';
import type { PDFPage } from 'pdf-lib';

/** The content of a page, one character per byte. */
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

/** The decompressed content of a stream, one character per byte. */
export function readStream(stream: PDFStream): string {
  return Buffer.from(unpack(stream)).toString('latin1');
}

function unpack(stream: PDFStream): Uint8Array {
  if (!(stream instanceof PDFRawStream)) return stream.getContents();
  const isPlainFlate =
    stream.dict.get(PDFName.of('Filter')) === PDFName.of('FlateDecode') &&
    !stream.dict.has(PDFName.of('DecodeParms'));
  return isPlainFlate ? inflateSync(stream.contents) : decodePDFRawStream(stream).decode();
}

/** The bytes of content with one character per byte. */
export function latin1(content: string): Uint8Array {
  return new Uint8Array(Buffer.from(content, 'latin1'));
}
