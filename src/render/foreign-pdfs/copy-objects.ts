import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib';

import { getName, PdfError } from './objects.ts';

/** How deep objects may lie in one another. References start anew. */
const MAX_DEPTH = 100;

/** Keys of streams that say nothing of what they show, or that point back to the page or out of the file. */
const keysLeftOut: ReadonlySet<string> = new Set(
  ['AF', 'LastModified', 'Length', 'Metadata', 'OC', 'OPI', 'Parent', 'PieceInfo', 'Ref'].concat([
    'StructParent',
    'StructParents',
  ]),
);

/** Kinds of dictionaries that are no part of what a page shows. */
const typesLeftOut: ReadonlySet<string> = new Set(
  ['Action', 'Annot', 'Catalog', 'EmbeddedFile', 'Filespec', 'Page', 'Pages', 'StructElem'].concat([
    'StructTreeRoot',
  ]),
);

/** Kinds of actions that do without a type. */
const actionsLeftOut: ReadonlySet<string> = new Set(
  ['GoToR', 'GoToE', 'ImportData', 'JavaScript', 'Launch', 'Movie', 'Rendition', 'SubmitForm', 'URI'].concat([
    'RichMediaExecute',
  ]),
);

/**
 * Copies objects of a foreign document into another one, with all that they refer to. Each is copied once.
 * What pages do not show stays behind.
 */
export class ForeignCopier {
  readonly #source: PDFContext;
  readonly #target: PDFContext;
  readonly #copies = new Map<PDFRef, PDFRef>();
  readonly #waiting: PDFRef[] = [];

  constructor(source: PDFContext, target: PDFContext) {
    this.#source = source;
    this.#target = target;
  }

  /**
   * Copies one object.
   *
   * @throws PdfError if something that it refers to is missing
   */
  copy(object: PDFObject): PDFObject {
    const copied = this.#copyDirect(object, 0);
    for (let ref = this.#waiting.pop(); ref !== undefined; ref = this.#waiting.pop()) {
      const found = this.#source.lookup(ref);
      if (found === undefined)
        throw new PdfError(
          `is damaged: its object ${ref.objectNumber} is missing. Copy or download it again.`,
        );
      const copy = this.#copies.get(ref);
      if (copy !== undefined) this.#target.assign(copy, this.#copyDirect(found, 0));
    }
    return copied;
  }

  #copyDirect(object: PDFObject, depth: number): PDFObject {
    if (depth > MAX_DEPTH) throw new PdfError('is damaged: its objects lie too deep in one another.');
    if (object instanceof PDFRef) return this.#copyRef(object);
    if (object instanceof PDFArray) {
      const copy = PDFArray.withContext(this.#target);
      for (const value of object.asArray()) copy.push(this.#copyDirect(value, depth + 1));
      return copy;
    }
    if (object instanceof PDFStream) {
      if (object.dict.has(PDFName.of('F')))
        throw new PdfError('has content that is in another file. Print it as a PDF.');
      const dict = this.#copyDict(object.dict, keysLeftOut, depth);
      const content = object instanceof PDFRawStream ? object.contents : object.getContents();
      return PDFRawStream.of(dict, content);
    }
    if (!(object instanceof PDFDict)) return object.clone(this.#target);
    const isLeftOut =
      typesLeftOut.has(getName(object, 'Type') ?? '') || actionsLeftOut.has(getName(object, 'S') ?? '');
    return isLeftOut ? PDFNull : this.#copyDict(object, noKeys, depth);
  }

  #copyDict(dict: PDFDict, leftOut: ReadonlySet<string>, depth: number): PDFDict {
    const copy = PDFDict.withContext(this.#target);
    for (const [key, value] of dict.entries())
      if (!leftOut.has(key.decodeText())) copy.set(key, this.#copyDirect(value, depth + 1));
    return copy;
  }

  #copyRef(ref: PDFRef): PDFRef {
    const known = this.#copies.get(ref);
    if (known !== undefined) return known;
    const copy = this.#target.nextRef();
    this.#copies.set(ref, copy);
    this.#waiting.push(ref);
    return copy;
  }
}

const noKeys: ReadonlySet<string> = new Set();
