import { deflateSync } from 'node:zlib';

import { PDFArray, PDFName, PDFRef } from 'pdf-lib';
import type { PDFObject, PDFPage } from 'pdf-lib';

import { latin1, readContents } from '../text/pdf-streams.ts';

const CONTENTS = PDFName.of('Contents');

/** Puts new content, one character a byte, in place of a page's own, which leaves the document. */
export function changeContents(page: PDFPage, change: (content: string) => string): void {
  const { context } = page.doc;
  const content = deflateSync(latin1(change(readContents(page))));
  const stream = context.register(context.stream(content, { Filter: 'FlateDecode' }));
  replacingContents(page, () => page.node.set(CONTENTS, stream));
}

/** Runs what may give a page other content, and takes the streams that are no longer its own out of the document. */
export function replacingContents(page: PDFPage, change: () => void): void {
  const before = page.node.get(CONTENTS);
  const old = contentRefs(page);
  change();
  if (page.node.get(CONTENTS) === before) return;
  const { context } = page.doc;
  if (before instanceof PDFRef) context.delete(before);
  for (const ref of old) context.delete(ref);
}

function contentRefs(page: PDFPage): PDFRef[] {
  const contents: PDFObject | undefined = page.node.lookup(CONTENTS);
  if (!(contents instanceof PDFArray)) return [];
  return contents.asArray().filter((each) => each instanceof PDFRef);
}
