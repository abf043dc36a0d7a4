import { PDFDict, PDFName, PDFRef, PDFStream, PDFString } from 'pdf-lib';
import type { PDFDocument, PDFPage } from 'pdf-lib';

import type { PageLink } from '../links.ts';
import type { OutlineElements } from '../../outline/write-outline.ts';
import { textString } from '../../text-string.ts';
import { nameOfLink, type PageStructure, type StructureNode } from './structure.ts';
import type { PageTags } from '../content/page-tags.ts';
import type { FileWriter } from '../write-file.ts';
import { writeArray, writeDict } from './written-object.ts';

/** A page whose content is tagged, with its links. */
export interface TaggedPage {
  readonly page: PDFPage;
  readonly structure: Pick<PageStructure, 'kids' | 'links'>;
  readonly content: PageTags;
  readonly links: ReadonlyMap<PageLink, PDFRef>;
}

/** What was written. */
export interface WrittenTree extends OutlineElements {
  /** Whether its headings begin with the first level and skip none (ISO 14289-1, 7.4.2). */
  readonly hasOrderedHeadings: boolean;
}

/** The namespace of PDF 2.0 (ISO 32000-2, 14.8.6.2). Elements without one are in that of PDF 1.7. */
const PDF2_NAMESPACE = 'http://iso.org/pdf2/ssn';

const name = (text: string): PDFName => PDFName.of(text);

/**
 * Writes the structure of a document page by page, into the file: a long table has tens of thousands of
 * elements. It has the elements, and which part of the content and which annotation belongs to which.
 * Elements without content are left out, but for cells: columns are counted.
 */
export class StructureWriter {
  readonly #document: PDFDocument;
  readonly #writer: FileWriter;
  readonly #hasSections: boolean;
  readonly #root: number;
  /** The element of the whole document, and its kids. */
  readonly #whole: number;
  readonly #kids: string[] = [];
  /** The levels of the headings in reading order. */
  readonly #levels: number[] = [];
  readonly #headings = new Map<PDFPage, PDFRef[]>();
  /** What the numbers of the parent tree stand for. */
  readonly #parents: number[] = [];
  /** Those that may go on on the next page, by their ids: they are written last. */
  readonly #continuations = new Map<string, Continuation>();

  /** @param hasSections whether each page is a section, as in documents of several pages */
  constructor(document: PDFDocument, writer: FileWriter, hasSections: boolean) {
    this.#document = document;
    this.#writer = writer;
    this.#hasSections = hasSections;
    this.#root = writer.reserve();
    this.#whole = writer.reserve();
  }

  /** Writes what is on a page. */
  addPage(page: TaggedPage): void {
    const section = this.#hasSections ? this.#writer.reserve() : this.#whole;
    const kids = this.#writePage(page, section);
    if (!this.#hasSections) for (const kid of kids) this.#kids.push(kid);
    else if (kids.length > 0) {
      this.#write(section, { S: '/Sect', P: refTo(this.#whole), K: writeArray(kids) });
      this.#kids.push(refTo(section));
    }
  }

  /**
   * Writes what goes on over pages, and the whole.
   *
   * @param isPdf2 whether the file is PDF 2.0, whose structure elements have a namespace
   */
  end(isPdf2: boolean): WrittenTree {
    const { context, catalog } = this.#document;
    for (const { number, kids, element } of this.#continuations.values())
      this.#write(number, { ...element, K: writeArray(kids) });
    const namespace = isPdf2
      ? context.register(context.obj({ Type: 'Namespace', NS: PDFString.of(PDF2_NAMESPACE) }))
      : null;
    const [root, whole] = [PDFRef.of(this.#root), PDFRef.of(this.#whole)];
    this.#write(this.#whole, {
      S: '/Document',
      P: root.tag,
      NS: namespace?.tag,
      K: writeArray(this.#kids),
    });
    const numbers = this.#parents.map((parent, number) => `${number} ${refTo(parent)}`);
    const tree = this.#writer.object(writeDict({ Nums: writeArray(numbers) }));
    context.assign(
      root,
      context.obj({
        Type: 'StructTreeRoot',
        K: whole,
        ParentTree: PDFRef.of(tree),
        ParentTreeNextKey: this.#parents.length,
        ...(namespace === null ? {} : { Namespaces: [namespace] }),
      }),
    );
    catalog.set(name('StructTreeRoot'), root);
    catalog.set(name('MarkInfo'), context.obj({ Marked: true }));
    const hasOrderedHeadings = this.#levels.every(
      (level, index) => level <= (this.#levels[index - 1] ?? 0) + 1,
    );
    return { hasOrderedHeadings, whole, headings: this.#headings };
  }

  #write(number: number, entries: Parameters<typeof writeDict>[0]): void {
    this.#writer.object(writeDict(entries), number);
  }

  #writePage({ page, structure, content, links }: TaggedPage, parent: number): string[] {
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
    const owners = new Map<number, number>();
    const kids: string[] = [];
    for (const node of [...structure.kids, ...loose]) {
      const number = this.#writeNode(node, parent, { page, content, annotations, owners });
      if (number !== null) kids.push(refTo(number));
    }
    if (content.parts.length > 0) {
      const parts = content.parts.map((part) => {
        const owner = owners.get(part);
        return owner === undefined ? 'null' : refTo(owner);
      });
      const elements = this.#writer.object(writeArray(parts));
      for (const dict of [
        page.node,
        ...[...content.forms].map((form) => context.lookup(form, PDFStream).dict),
      ])
        dict.set(name('StructParents'), context.obj(this.#parents.push(elements) - 1));
    }
    page.node.set(name('Tabs'), name('S'));
    return kids;
  }

  /** Null for an element without content, or for one that goes on from the page before. */
  #writeNode(node: StructureNode, parent: number, surroundings: Surroundings): number | null {
    const { context } = this.#document;
    const { page, content, annotations, owners } = surroundings;
    const known =
      node.continuationId === undefined ? undefined : this.#continuations.get(node.continuationId);
    const number = known?.number ?? this.#writer.reserve();
    const kids = known?.kids ?? [];
    const before = kids.length;
    const level = levelOf(node);
    if (level !== null) this.#levels.push(level);
    let isOnPage = false;
    for (const kid of node.kids) {
      if (typeof kid !== 'number') {
        const inner = this.#writeNode(kid, number, surroundings);
        if (inner !== null) kids.push(refTo(inner));
        continue;
      }
      for (const { form, mcid } of content.places.get(kid) ?? []) {
        owners.set(kid, number);
        isOnPage ||= form === null;
        // The element of a part that goes on names the page of its first part.
        if (form === null && known === undefined) kids.push(`${mcid}`);
        else kids.push(writeDict({ Type: '/MCR', Pg: page.ref.tag, Stm: form?.tag, MCID: `${mcid}` }));
      }
    }
    for (const annotation of annotations.get(node) ?? []) {
      kids.push(writeDict({ Type: '/OBJR', Obj: annotation.tag, Pg: page.ref.tag }));
      const key = this.#parents.push(number) - 1;
      context.lookup(annotation, PDFDict).set(name('StructParent'), context.obj(key));
    }
    if (known !== undefined) return null;
    if (kids.length === before && !isCell(node)) {
      if (level !== null) this.#levels.pop();
      return null;
    }
    const element = describe(node, parent, isOnPage ? page.ref : null);
    if (level !== null) this.#headings.set(page, [...(this.#headings.get(page) ?? []), PDFRef.of(number)]);
    if (node.continuationId !== undefined)
      this.#continuations.set(node.continuationId, { number, kids, element });
    else this.#write(number, { ...element, K: kids.length === 1 ? kids[0] : writeArray(kids) });
    return number;
  }
}

/** The entries of a structure element. Its kids follow. */
function describe(
  { type, alt, language, numbering, columnSpan, isRowHeader }: StructureNode,
  parent: number,
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
    P: refTo(parent),
    K: '',
    Pg: page?.tag,
    Alt: alt === undefined ? undefined : textString(alt).toString(),
    Lang: language === undefined ? undefined : PDFString.of(language).toString(),
    A: hasCell ? writeDict(ofCell) : ofList,
  };
}

/** A structure element that may go on on the next page. */
interface Continuation {
  readonly number: number;
  readonly kids: string[];
  readonly element: ReturnType<typeof describe>;
}

function refTo(number: number): string {
  return `${number} 0 R`;
}

/** Of a heading; null: it is none. */
function levelOf({ type }: StructureNode): number | null {
  return /^H[1-6]$/u.test(type) ? Number(type.slice(1)) : null;
}

function isCell({ type }: StructureNode): boolean {
  return type === 'TH' || type === 'TD';
}

interface Surroundings extends Pick<TaggedPage, 'page' | 'content'> {
  /** The annotations of links. */
  readonly annotations: ReadonlyMap<StructureNode, readonly PDFRef[]>;
  /** The element of each part. Writing adds to it. */
  readonly owners: Map<number, number>;
}
