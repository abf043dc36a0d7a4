import { deflateSync, inflateSync } from 'node:zlib';

import { PDFArray, PDFName, PDFRawStream, PDFStream, decodePDFRawStream } from 'pdf-lib';
import type { PDFDict, PDFDocument, PDFPage, PDFRef } from 'pdf-lib';

/**
 * A stream of content as text, one character a byte. It is compressed once, when the file is written, however often it was
 * replaced before.
 */
class ContentStream extends PDFStream {
  readonly content: string;
  #deflated: Uint8Array | null = null;

  constructor(dict: PDFDict, content: string) {
    super(dict);
    dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
    this.content = content;
  }

  override getContents(): Uint8Array {
    this.#deflated ??= deflateSync(latin1(this.content));
    return this.#deflated;
  }

  override getContentsSize(): number {
    return this.getContents().length;
  }

  override getContentsString(): string {
    return Buffer.from(this.getContents()).toString('latin1');
  }
}

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
  if (stream instanceof ContentStream) return stream.content;
  return Buffer.from(unpack(stream)).toString('latin1');
}

function unpack(stream: PDFStream): Uint8Array {
  if (!(stream instanceof PDFRawStream)) return stream.getContents();
  const isPlainFlate =
    stream.dict.get(PDFName.of('Filter')) === PDFName.of('FlateDecode') &&
    !stream.dict.has(PDFName.of('DecodeParms'));
  return isPlainFlate ? inflateSync(stream.contents) : decodePDFRawStream(stream).decode();
}

/** A new stream for a document, compressed, of content given one character a byte. */
export function createStream({ context }: PDFDocument, content: string): ContentStream {
  return new ContentStream(context.obj({}), content);
}

/** Puts new content, one character a byte, into the place of a stream; the rest of its dictionary stays. */
export function replaceStream(document: PDFDocument, ref: PDFRef, old: PDFStream, content: string): void {
  const stream = createStream(document, content);
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
