import { deflateSync } from 'node:zlib';

import { PDFName } from 'pdf-lib';
import type { PDFPage } from 'pdf-lib';

import { latin1, readContents } from '../text/pdf-streams.ts';

/** Puts new content, one character a byte, in place of a page's own. */
export function changeContents(page: PDFPage, change: (content: string) => string): void {
  const { context } = page.doc;
  const content = deflateSync(latin1(change(readContents(page))));
  const stream = context.stream(content, { Filter: 'FlateDecode' });
  page.node.set(PDFName.of('Contents'), context.register(stream));
}
