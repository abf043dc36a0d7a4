import { createHash } from 'node:crypto';

import { PDFArray, PDFDict, PDFRawStream, PDFRef, PDFStream, type PDFContext, type PDFObject } from 'pdf-lib';

import type { FileWriter } from '../pdf/write-file.ts';
import type { SharedFonts } from './shared-fonts.ts';

/** They point back to the page that an object comes from. */
const leftOut: ReadonlySet<string> = new Set(['/Parent', '/StructParent', '/StructParents']);

/**
 * Copies objects of many documents into one. Equal objects are written once, with everything that they refer
 * to (hash consing), and fonts are merged.
 */
export class ObjectCopier {
  readonly #writer: FileWriter;
  readonly #fonts: SharedFonts;
  /** Numbers of the written objects, by the hash of their content. */
  readonly #written = new Map<string, number>();

  constructor(writer: FileWriter, fonts: SharedFonts) {
    this.#writer = writer;
    this.#fonts = fonts;
  }

  /** Starts with a document. The function returns an object as text, its references those of the copies. */
  open(context: PDFContext): (object: PDFObject | undefined) => string {
    const numbers = new Map<PDFRef, number>();
    const getText = (object: PDFObject | undefined): string => {
      if (object === undefined) return 'null';
      if (object instanceof PDFRef) return `${getNumber(object)} 0 R`;
      if (object instanceof PDFArray) return `[${object.asArray().map(getText).join(' ')}]`;
      if (object instanceof PDFDict) return `<<${this.#entries(object, getText)}>>`;
      return object.toString();
    };
    const getNumber = (ref: PDFRef): number => {
      const known = numbers.get(ref);
      if (known === 0) throw new Error('an object of a page refers to itself');
      if (known !== undefined) return known;
      numbers.set(ref, 0);
      const number = this.#copy(context.lookup(ref), getText);
      numbers.set(ref, number);
      return number;
    };
    return getText;
  }

  /** Writes a stream, unless an equal one was written. */
  stream(entries: string, content: Uint8Array): number {
    const hash = createHash('sha256').update(entries).update('\0').update(content).digest('base64');
    return this.#once(hash, () => this.#writer.stream(entries, content));
  }

  #copy(object: PDFObject | undefined, getText: (object: PDFObject | undefined) => string): number {
    if (object instanceof PDFDict) {
      const font = this.#fonts.share(object);
      if (font !== null) return font;
    }
    if (object instanceof PDFStream) {
      const content = object instanceof PDFRawStream ? object.contents : object.getContents();
      return this.stream(this.#entries(object.dict, getText), content);
    }
    const body = getText(object);
    return this.#once(`=${body}`, () => this.#writer.object(body));
  }

  #entries(dict: PDFDict, getText: (object: PDFObject | undefined) => string): string {
    return dict
      .entries()
      .filter(([key]) => !leftOut.has(key.asString()) && key.asString() !== '/Length')
      .map(([key, value]) => `${key.toString()} ${getText(value)}`)
      .join('');
  }

  #once(key: string, write: () => number): number {
    const number = this.#written.get(key) ?? write();
    this.#written.set(key, number);
    return number;
  }
}
