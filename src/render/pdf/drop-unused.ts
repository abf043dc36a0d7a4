import { PDFArray, PDFDict, PDFRef, PDFStream } from 'pdf-lib';
import type { PDFDocument, PDFObject } from 'pdf-lib';

/** Takes out of a document what nothing in it refers to any more: pdf-lib would write that too. */
export function dropUnused({ context }: PDFDocument): void {
  const used = new Set<PDFRef>();
  const visit = (object: PDFObject | undefined): void => {
    if (object instanceof PDFRef) {
      if (used.has(object)) return;
      used.add(object);
      visit(context.lookup(object));
    } else if (object instanceof PDFArray) object.asArray().forEach(visit);
    else if (object instanceof PDFDict) object.values().forEach(visit);
    else if (object instanceof PDFStream) visit(object.dict);
  };
  visit(context.trailerInfo.Root);
  visit(context.trailerInfo.Info);
  for (const [ref] of context.enumerateIndirectObjects()) if (!used.has(ref)) context.delete(ref);
}
