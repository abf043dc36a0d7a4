import { PDFArray, PDFDict, PDFName, PDFNull, PDFStream, PDFString } from 'pdf-lib';
import type { PDFDocument, PDFObject, PDFPage, PDFRef } from 'pdf-lib';

import type { PageLink } from '../links.ts';
import { textString } from '../text-string.ts';
import { nameOfLink, type PageStructure, type StructureNode } from './structure.ts';
import type { PageTags } from '../content/page-tags.ts';

/** A page whose content is tagged, with its links. */
export interface TaggedPage {
  readonly page: PDFPage;
  readonly structure: PageStructure;
  readonly content: PageTags;
  readonly links: ReadonlyMap<PageLink, PDFRef>;
}

/**
 * Writes the structure of a document: its elements, and which part of the content and which annotation
 * belongs to which. Elements without content are left out, but for cells: columns are counted. Returns their
 * types in reading order.
 */
export function writeStructure(document: PDFDocument, pages: readonly TaggedPage[]): readonly string[] {
  return new StructureWriter(document).write(pages);
}

const name = (text: string): PDFName => PDFName.of(text);

class StructureWriter {
  readonly #document: PDFDocument;
  readonly #types: string[] = [];
  /** What the numbers of the parent tree stand for. */
  readonly #parents: PDFObject[] = [];
  /** Those that may go on on the next page, by their ids. */
  readonly #continuations = new Map<string, { readonly ref: PDFRef; readonly kids: PDFArray }>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  write(pages: readonly TaggedPage[]): readonly string[] {
    const { context, catalog } = this.#document;
    const root = context.nextRef();
    const whole = context.nextRef();
    const kids = PDFArray.withContext(context);
    for (const page of pages) {
      const section = pages.length > 1 ? context.nextRef() : whole;
      const own = this.#writePage(page, section);
      if (section === whole) for (const kid of own) kids.push(kid);
      else if (own.length > 0) {
        context.assign(section, context.obj({ S: 'Sect', P: whole, K: own }));
        kids.push(section);
      }
    }
    context.assign(whole, context.obj({ S: 'Document', P: root, K: kids }));
    const numbers = this.#parents.flatMap((parent, number): PDFObject[] => [context.obj(number), parent]);
    const tree = context.register(context.obj({ Nums: numbers }));
    const next = this.#parents.length;
    context.assign(
      root,
      context.obj({ Type: 'StructTreeRoot', K: whole, ParentTree: tree, ParentTreeNextKey: next }),
    );
    catalog.set(name('StructTreeRoot'), root);
    catalog.set(name('MarkInfo'), context.obj({ Marked: true }));
    return this.#types;
  }

  #writePage({ page, structure, content, links }: TaggedPage, parent: PDFRef): PDFRef[] {
    const { context } = this.#document;
    const annotations = new Map<StructureNode, PDFRef[]>();
    const loose: StructureNode[] = [];
    for (const [{ element, run, href }, ref] of links) {
      let link = structure.linkOf(element, run);
      if (link === undefined) {
        link = { type: 'Link', kids: [], alt: nameOfLink(element, run, href) };
        loose.push(link);
      }
      annotations.set(link, [...(annotations.get(link) ?? []), ref]);
    }
    const owners = new Map<number, PDFRef>();
    const refs = [...structure.kids, ...loose].flatMap(
      (node) => this.#writeNode(node, parent, { page, content, annotations, owners }) ?? [],
    );
    if (content.parts.length > 0) {
      const elements = context.register(
        context.obj(content.parts.map((part) => owners.get(part) ?? PDFNull)),
      );
      for (const dict of [
        page.node,
        ...[...content.forms].map((form) => context.lookup(form, PDFStream).dict),
      ])
        dict.set(name('StructParents'), context.obj(this.#parents.push(elements) - 1));
    }
    page.node.set(name('Tabs'), name('S'));
    return refs;
  }

  /** Null for an element without content, or for one that goes on from the page before. */
  #writeNode(node: StructureNode, parent: PDFRef, surroundings: Surroundings): PDFRef | null {
    const { context } = this.#document;
    const { page, content, annotations, owners } = surroundings;
    const known =
      node.continuationId === undefined ? undefined : this.#continuations.get(node.continuationId);
    const ref = known?.ref ?? context.nextRef();
    const kids = known?.kids ?? PDFArray.withContext(context);
    const before = kids.size();
    const at = this.#types.push(node.type);
    let isOnPage = false;
    for (const kid of node.kids) {
      if (typeof kid !== 'number') {
        const inner = this.#writeNode(kid, ref, surroundings);
        if (inner !== null) kids.push(inner);
        continue;
      }
      for (const { form, mcid } of content.places.get(kid) ?? []) {
        owners.set(kid, ref);
        isOnPage ||= form === null;
        // The element of a part that goes on names the page of its first part.
        if (form === null && known === undefined) kids.push(context.obj(mcid));
        else {
          const stream = form === null ? {} : { Stm: form };
          kids.push(context.obj({ Type: 'MCR', Pg: page.ref, ...stream, MCID: mcid }));
        }
      }
    }
    for (const annotation of annotations.get(node) ?? []) {
      kids.push(context.obj({ Type: 'OBJR', Obj: annotation, Pg: page.ref }));
      const number = this.#parents.push(ref) - 1;
      context.lookup(annotation, PDFDict).set(name('StructParent'), context.obj(number));
    }
    if (known !== undefined) return null;
    if (kids.size() === before && !isCell(node)) {
      this.#types.length = at - 1;
      return null;
    }
    if (node.continuationId !== undefined) this.#continuations.set(node.continuationId, { ref, kids });
    context.assign(ref, this.#describe(node, parent, isOnPage ? page.ref : null, kids));
    return ref;
  }

  #describe(
    { type, alt, language, numbering, continuationId, columnSpan, isRowHeader }: StructureNode,
    parent: PDFRef,
    page: PDFRef | null,
    kids: PDFArray,
  ) {
    const { context } = this.#document;
    // The array of what goes on grows.
    const only = continuationId !== undefined || kids.size() > 1 ? undefined : kids.asArray()[0];
    const dict = context.obj({ S: type, P: parent, K: only ?? kids });
    if (page !== null) dict.set(name('Pg'), page);
    if (alt !== undefined) dict.set(name('Alt'), textString(alt));
    if (language !== undefined) dict.set(name('Lang'), PDFString.of(language));
    const scope = type === 'TH' ? { Scope: isRowHeader === true ? 'Row' : 'Column' } : {};
    const span = columnSpan === undefined ? {} : { ColSpan: columnSpan };
    if (type === 'TH' || columnSpan !== undefined)
      dict.set(name('A'), context.obj({ O: 'Table', ...scope, ...span }));
    if (numbering !== undefined) dict.set(name('A'), context.obj({ O: 'List', ListNumbering: numbering }));
    return dict;
  }
}

function isCell({ type }: StructureNode): boolean {
  return type === 'TH' || type === 'TD';
}

interface Surroundings extends Pick<TaggedPage, 'page' | 'content'> {
  /** The annotations of links. */
  readonly annotations: ReadonlyMap<StructureNode, readonly PDFRef[]>;
  /** The element of each part. Writing adds to it. */
  readonly owners: Map<number, PDFRef>;
}
