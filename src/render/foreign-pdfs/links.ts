import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFRef,
  PDFString,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib';

import { linkProblem } from '../bind/links.ts';
import { getArray, getDict, getName, getNumbers, getObject, listDicts } from './objects.ts';

/** A link of a foreign page. */
export interface ForeignLink {
  /** In the page's own coordinates. */
  readonly area: readonly number[];
  readonly target: LinkTarget;
}

/** An address, or a page of the same file and where on it. */
export type LinkTarget =
  | { readonly href: string }
  | { readonly page: number; readonly view: readonly PDFObject[] };

/** How many nodes of a tree of names are read. */
const MAX_NODES = 10_000;

/** The links of a file's pages. */
export class LinkReader {
  readonly #context: PDFContext;
  readonly #catalog: PDFDict;
  readonly #pages: ReadonlyMap<PDFObject, number>;
  /** Named destinations, once a link needs them. */
  #named: ReadonlyMap<string, PDFObject> | undefined;

  constructor(context: PDFContext, catalog: PDFDict, pages: ReadonlyMap<PDFRef, PDFDict>) {
    this.#context = context;
    this.#catalog = catalog;
    this.#pages = new Map([...pages.keys()].map((ref, index) => [ref, index]));
  }

  /** The links of a page that can be kept, and whether there are others. */
  read(page: PDFDict): { readonly links: readonly ForeignLink[]; readonly hasLeftOut: boolean } {
    const annotations = listDicts(getArray(page, 'Annots'));
    const links = annotations
      .filter((annotation) => getName(annotation, 'Subtype') === 'Link')
      .map((annotation) => {
        const area = getNumbers(this.#context, getObject(annotation, 'Rect'), 4);
        const target = this.#readTarget(annotation);
        return area === null || target === null ? null : { area, target };
      });
    const kept = links.filter((link) => link !== null);
    return { links: kept, hasLeftOut: kept.length < links.length };
  }

  #readTarget(annotation: PDFDict): LinkTarget | null {
    const destination = getObject(annotation, 'Dest');
    if (destination !== null) return this.#findPage(destination);
    const action = getDict(annotation, 'A');
    if (action === null || getObject(action, 'Next') !== null) return null;
    const kind = getName(action, 'S');
    if (kind === 'GoTo') return this.#findPage(getObject(action, 'D'));
    const href = kind === 'URI' ? readText(getObject(action, 'URI')) : null;
    return href === null || linkProblem(href) !== null ? null : { href };
  }

  #findPage(destination: PDFObject | null): LinkTarget | null {
    const name = destination instanceof PDFName ? destination.decodeText() : readText(destination);
    const found = name === null ? destination : this.#context.lookup(this.#findNamed().get(name));
    const array = found instanceof PDFDict ? getArray(found, 'D') : found;
    if (!(array instanceof PDFArray)) return null;
    const [page, ...view] = array.asArray();
    const number = page === undefined ? undefined : this.#pages.get(page);
    // A view has a name and numbers (ISO 32000-1, 12.3.2.2).
    const isPlain = view.every((each) => /^(?:\/\w+|null|-?[\d.]+)$/u.test(each.toString()));
    return number === undefined || !isPlain ? null : { page: number, view };
  }

  #findNamed(): ReadonlyMap<string, PDFObject> {
    this.#named ??= this.#readNames();
    return this.#named;
  }

  #readNames(): ReadonlyMap<string, PDFObject> {
    const named = new Map<string, PDFObject>();
    for (const [key, value] of getDict(this.#catalog, 'Dests')?.entries() ?? [])
      named.set(key.decodeText(), value);
    const names = getDict(this.#catalog, 'Names');
    const root = names === null ? null : getDict(names, 'Dests');
    const waiting = root === null ? [] : [root];
    for (let left = MAX_NODES; left > 0; left -= 1) {
      const node = waiting.pop();
      if (node === undefined) break;
      const pairs = getArray(node, 'Names')?.asArray() ?? [];
      for (let at = 0; at + 1 < pairs.length; at += 2) {
        const name = readText(this.#context.lookup(pairs[at]) ?? null);
        const value = pairs[at + 1];
        if (name !== null && value !== undefined) named.set(name, value);
      }
      waiting.push(...listDicts(getArray(node, 'Kids')));
    }
    return named;
  }
}

function readText(object: PDFObject | null): string | null {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null;
}
