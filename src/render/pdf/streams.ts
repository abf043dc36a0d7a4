import { deflateSync, inflateSync } from 'node:zlib';

import { PDFArray, PDFName, PDFRawStream, PDFStream, decodePDFRawStream } from 'pdf-lib';
import type { PDFDict, PDFDocument, PDFPage, PDFRef } from 'pdf-lib';

/** A content stream as text, one character per byte. It is compressed only when the file is written. */
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

/** Changes the content of a page. */
export function changeContents(page: PDFPage, change: (content: string) => string): void {
  const stream = createStream(page.doc, change(readContents(page)));
  page.node.set(PDFName.of('Contents'), page.doc.context.register(stream));
}

/** The decompressed content of a stream, one character per byte. */
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

/** A new compressed stream. `content`: one character per byte. */
export function createStream({ context }: PDFDocument, content: string): ContentStream {
  return new ContentStream(context.obj({}), content);
}

/** Replaces the content of a stream and keeps its dictionary. `content`: one character per byte. */
export function replaceStream(document: PDFDocument, ref: PDFRef, old: PDFStream, content: string): void {
  const stream = createStream(document, content);
  for (const [key, value] of old.dict.entries()) {
    const isEncoding = ['/Length', '/Filter', '/DecodeParms'].includes(key.asString());
    if (!isEncoding) stream.dict.set(key, value);
  }
  document.context.assign(ref, stream);
}

/** The bytes of content with one character per byte. */
export function latin1(content: string): Uint8Array {
  return new Uint8Array(Buffer.from(content, 'latin1'));
}
