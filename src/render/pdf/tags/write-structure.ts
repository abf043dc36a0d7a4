import { PDFDict, PDFName, PDFStream, PDFString } from 'pdf-lib';
import type { PDFDocument, PDFPage, PDFRef } from 'pdf-lib';

import type { PageLink } from '../links.ts';
import { textString } from '../text-string.ts';
import { nameOfLink, type StructureNode, type WrittenStructure } from './structure.ts';
import type { PageTags } from '../content/page-tags.ts';
import { writeArray, writeDict, WrittenObject } from './written-object.ts';

/** A page whose content is tagged, with its links. */
export interface TaggedPage {
  readonly page: PDFPage;
  readonly structure: WrittenStructure;
  readonly content: PageTags;
  readonly links: ReadonlyMap<PageLink, PDFRef>;
}

/**
 * Writes the structure of a document: its elements, and which part of the content and which annotation
 * belongs to which. Elements without content are left out, but for cells: columns are counted.
 *
 * @param isPdf2 whether the file is PDF 2.0, whose structure elements have a namespace
 */
export function writeStructure(
  document: PDFDocument,
  pages: readonly TaggedPage[],
  isPdf2: boolean,
): WrittenTree {
  return new StructureWriter(document).write(pages, isPdf2);
}

/** What was written. */
export interface WrittenTree {
  /** The types of the elements in reading order. */
  readonly types: readonly string[];
  /** The element of the whole document. */
  readonly whole: PDFRef;
  /** The headings that begin on a page. */
  readonly headings: ReadonlyMap<PDFPage, readonly PDFRef[]>;
}

/** The namespace of PDF 2.0 (ISO 32000-2, 14.8.6.2). Elements without one are in that of PDF 1.7. */
const PDF2_NAMESPACE = 'http://iso.org/pdf2/ssn';

const name = (text: string): PDFName => PDFName.of(text);

class StructureWriter {
  readonly #document: PDFDocument;
  readonly #types: string[] = [];
  readonly #headings = new Map<PDFPage, PDFRef[]>();
  /** What the numbers of the parent tree stand for. */
  readonly #parents: PDFRef[] = [];
  /** Those that may go on on the next page, by their ids: they are written last. */
  readonly #continuations = new Map<string, Continuation>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  write(pages: readonly TaggedPage[], isPdf2: boolean): WrittenTree {
    const { context, catalog } = this.#document;
    const root = context.nextRef();
    const whole = context.nextRef();
    const kids: string[] = [];
    for (const page of pages) {
      const section = pages.length > 1 ? context.nextRef() : whole;
      const own = this.#writePage(page, section);
      if (section === whole) for (const kid of own) kids.push(kid);
      else if (own.length > 0) {
        this.#assign(section, { S: '/Sect', P: whole.tag, K: writeArray(own) });
        kids.push(section.tag);
      }
    }
    for (const { ref, kids: own, element } of this.#continuations.values())
      this.#assign(ref, { ...element, K: writeArray(own) });
    const namespace = isPdf2
      ? context.register(context.obj({ Type: 'Namespace', NS: PDFString.of(PDF2_NAMESPACE) }))
      : null;
    this.#assign(whole, { S: '/Document', P: root.tag, NS: namespace?.tag, K: writeArray(kids) });
    const tree = context.nextRef();
    const numbers = this.#parents.map((parent, number) => `${number} ${parent.tag}`);
    this.#assign(tree, { Nums: writeArray(numbers) });
    const next = this.#parents.length;
    context.assign(
      root,
      context.obj({
        Type: 'StructTreeRoot',
        K: whole,
        ParentTree: tree,
        ParentTreeNextKey: next,
        ...(namespace === null ? {} : { Namespaces: [namespace] }),
      }),
    );
    catalog.set(name('StructTreeRoot'), root);
    catalog.set(name('MarkInfo'), context.obj({ Marked: true }));
    return { types: this.#types, whole, headings: this.#headings };
  }

  #assign(ref: PDFRef, entries: Parameters<typeof writeDict>[0]): void {
    this.#document.context.assign(ref, new WrittenObject(writeDict(entries)));
  }

  #writePage({ page, structure, content, links }: TaggedPage, parent: PDFRef): string[] {
    const { context } = this.#document;
    const annotations = new Map<StructureNode, PDFRef[]>();
    const loose: StructureNode[] = [];
    for (const [{ element, run, href }, ref] of links) {
      let link = structure.links.get(element)?.get(run);
      if (link === undefined) {
        link = { type: 'Link', kids: [], alt: nameOfLink(element, run, href) };
        loose.push(link);
      }
      annotations.set(link, [...(annotations.get(link) ?? []), ref]);
    }
    const owners = new Map<number, PDFRef>();
    const refs = [...structure.kids, ...loose].flatMap(
      (node) => this.#writeNode(node, parent, { page, content, annotations, owners })?.tag ?? [],
    );
    if (content.parts.length > 0) {
      const elements = context.register(
        new WrittenObject(writeArray(content.parts.map((part) => owners.get(part)?.tag ?? 'null'))),
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
    const kids = known?.kids ?? [];
    const before = kids.length;
    const at = this.#types.push(node.type);
    let isOnPage = false;
    for (const kid of node.kids) {
      if (typeof kid !== 'number') {
        const inner = this.#writeNode(kid, ref, surroundings);
        if (inner !== null) kids.push(inner.tag);
        continue;
      }
      for (const { form, mcid } of content.places.get(kid) ?? []) {
        owners.set(kid, ref);
        isOnPage ||= form === null;
        // The element of a part that goes on names the page of its first part.
        if (form === null && known === undefined) kids.push(`${mcid}`);
        else kids.push(writeDict({ Type: '/MCR', Pg: page.ref.tag, Stm: form?.tag, MCID: `${mcid}` }));
      }
    }
    for (const annotation of annotations.get(node) ?? []) {
      kids.push(writeDict({ Type: '/OBJR', Obj: annotation.tag, Pg: page.ref.tag }));
      const number = this.#parents.push(ref) - 1;
      context.lookup(annotation, PDFDict).set(name('StructParent'), context.obj(number));
    }
    if (known !== undefined) return null;
    if (kids.length === before && !isCell(node)) {
      this.#types.length = at - 1;
      return null;
    }
    const element = describe(node, parent, isOnPage ? page.ref : null);
    if (/^H[1-6]$/u.test(node.type)) this.#headings.set(page, [...(this.#headings.get(page) ?? []), ref]);
    if (node.continuationId !== undefined)
      this.#continuations.set(node.continuationId, { ref, kids, element });
    else this.#assign(ref, { ...element, K: kids.length === 1 ? kids[0] : writeArray(kids) });
    return ref;
  }
}

/** The entries of a structure element. Its kids follow. */
function describe(
  { type, alt, language, numbering, columnSpan, isRowHeader }: StructureNode,
  parent: PDFRef,
  page: PDFRef | null,
) {
  const scope = type === 'TH' ? (isRowHeader === true ? '/Row' : '/Column') : undefined;
  const ofCell = {
    O: '/Table',
    Scope: scope,
    ColSpan: columnSpan === undefined ? undefined : `${columnSpan}`,
  };
  const hasCell = scope !== undefined || columnSpan !== undefined;
  const ofList =
    numbering === undefined ? undefined : writeDict({ O: '/List', ListNumbering: `/${numbering}` });
  return {
    S: `/${type}`,
    P: parent.tag,
    K: '',
    Pg: page?.tag,
    Alt: alt === undefined ? undefined : textString(alt).toString(),
    Lang: language === undefined ? undefined : PDFString.of(language).toString(),
    A: hasCell ? writeDict(ofCell) : ofList,
  };
}

/** A structure element that may go on on the next page. */
interface Continuation {
  readonly ref: PDFRef;
  readonly kids: string[];
  readonly element: ReturnType<typeof describe>;
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
