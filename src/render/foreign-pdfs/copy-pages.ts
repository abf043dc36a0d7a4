import {
  PDFArray,
  type PDFDict,
  PDFName,
  PDFPage,
  PDFPageLeaf,
  PDFString,
  type PDFDocument,
  type PDFObject,
  type PDFRef,
} from 'pdf-lib';

import { encodeLink } from '../pdf/links.ts';
import { ForeignCopier } from './copy-objects.ts';
import type { ForeignLink } from './links.ts';
import type { ForeignPdf } from './read-pdf.ts';

/** Annotations are printed. */
const PRINT_FLAG = 4;

/**
 * Copies the pages of a file into a document, from a place among its pages on: what they show, their boxes,
 * their rotation and their links.
 *
 * @throws PdfError if a part of a page is missing
 */
export function copyPages(document: PDFDocument, { context, pages }: ForeignPdf, place: number): void {
  const copier = new ForeignCopier(context, document.context);
  const leaves = pages.map(({ entries }) => {
    const copied = [...entries].map(([key, value]): [PDFName, PDFObject] => [key, copier.copy(value)]);
    const map = new Map<PDFName, PDFObject>([[PDFName.of('Type'), PDFName.of('Page')], ...copied]);
    const leaf = PDFPageLeaf.fromMapWithContext(map, document.context, false);
    return { leaf, ref: document.context.register(leaf) };
  });
  for (const [index, { links }] of pages.entries()) {
    const own = leaves[index];
    if (own === undefined) continue;
    const { leaf, ref } = own;
    const refs = leaves.map((each) => each.ref);
    if (links.length > 0) leaf.set(PDFName.of('Annots'), writeLinks(document, links, refs));
    document.insertPage(place + index, PDFPage.of(leaf, ref, document));
  }
}

function writeLinks(
  { context }: PDFDocument,
  links: readonly ForeignLink[],
  pages: readonly PDFRef[],
): PDFArray {
  const annotations = PDFArray.withContext(context);
  for (const { area, target } of links) {
    const annotation: PDFDict = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      F: PRINT_FLAG,
      Border: [0, 0, 0],
      Rect: [...area],
    });
    if ('href' in target) {
      const action = { Type: 'Action', S: 'URI', URI: PDFString.of(encodeLink(target.href)) };
      annotation.set(PDFName.of('A'), context.obj(action));
    } else {
      const page = pages[target.page];
      if (page === undefined) continue;
      annotation.set(PDFName.of('Dest'), context.obj([page, ...target.view]));
    }
    annotations.push(context.register(annotation));
  }
  return annotations;
}
