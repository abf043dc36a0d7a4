import { PDFName } from 'pdf-lib';
import type { PDFPage } from 'pdf-lib';

import { createStream, readContents } from '../text/pdf-streams.ts';

/** Puts new content, one character a byte, in place of a page's own. */
export function changeContents(page: PDFPage, change: (content: string) => string): void {
  const stream = createStream(page.doc, change(readContents(page)));
  page.node.set(PDFName.of('Contents'), page.doc.context.register(stream));
}
