/** Finding and naming the elements of a document. Groups hold elements of their own. */
import { runningOfPage } from './running.ts';
import type { GroupElement, PageEntry, TemplateDocument, TemplateElement } from './template.ts';

/** An element with its place in the document. */
export interface PlacedElement {
  readonly element: TemplateElement;
  /** The groups that it is in, the outermost first. */
  readonly groups: readonly GroupElement[];
  /** The list that it stands in: that of the page, or of its group. */
  readonly siblings: TemplateElement[];
  readonly index: number;
}

/** All elements, back to front; a group comes before its elements. */
export function* walkElements(
  siblings: TemplateElement[],
  groups: readonly GroupElement[] = [],
): Generator<PlacedElement> {
  for (const [index, element] of siblings.entries()) {
    yield { element, groups, siblings, index };
    if (element.type === 'group') yield* walkElements(element.elements, [...groups, element]);
  }
}

/** The lists of elements of all pages, in their order. */
export function listsOfPages({ elements, pages = [] }: TemplateDocument): TemplateElement[][] {
  return pages.length === 0 ? [elements] : pages.map((page) => page.elements ?? elements);
}

/** All elements of all pages, their headers and footers; each with its page, if the document has pages. */
export function* walkPages(
  document: TemplateDocument,
): Generator<PlacedElement & { readonly page: PageEntry | undefined }> {
  for (const index of listsOfPages(document).keys())
    for (const placed of walkPage(document, index)) yield { ...placed, page: document.pages?.[index] };
}

/** All elements of a page, its header and footer included. */
function* walkPage(document: TemplateDocument, index: number): Generator<PlacedElement> {
  yield* walkElements(listsOfPages(document)[index] ?? []);
  const page = document.pages?.[index];
  // Those of the page in work are among its elements.
  if (page?.elements !== undefined) yield* walkElements(runningOfPage(page));
}

/** The place of the page that has an element, also in a group; -1: none has it. */
export function pageOfElement(document: TemplateDocument, id: string): number {
  return listsOfPages(document).findIndex((_list, index) =>
    [...walkPage(document, index)].some(({ element }) => element.id === id),
  );
}

/** The element of the page in work of an id; null if there is none. */
export function findElement({ elements }: TemplateDocument, id: string): PlacedElement | null {
  for (const placed of walkElements(elements)) if (placed.element.id === id) return placed;
  return null;
}

/** The elements of these ids on the page in work, back to front; not those of a group that is listed, too. */
export function findElements({ elements }: TemplateDocument, ids: readonly string[]): PlacedElement[] {
  const listed = new Set(ids);
  return [...walkElements(elements)].filter(
    ({ element, groups }) => listed.has(element.id) && !groups.some(({ id }) => listed.has(id)),
  );
}

/** The group that elements are in, if they are in the same one; null: the page; undefined: different ones. */
export function commonGroup(placed: readonly PlacedElement[]): GroupElement | null | undefined {
  const [first, ...others] = placed.map(({ groups }) => groups.at(-1) ?? null);
  return others.every((group) => group === first) ? (first ?? null) : undefined;
}

/** The ids of all elements, pages and groups of pages: each is there once. */
export function listIds(document: TemplateDocument): Set<string> {
  const ids = Array.from(walkPages(document), ({ element }) => element.id);
  const { pages = [], pageGroups = [] } = document;
  return new Set([...ids, ...[...pages, ...pageGroups].map(({ id }) => id)]);
}

/** An id that is not taken: the given one, or with the first free number from 2 on. Takes it. */
export function takeId(taken: Set<string>, preferred: string): string {
  const stem = preferred.replace(/ \d+$/u, '');
  let id = preferred;
  for (let number = 2; taken.has(id); number += 1) id = `${stem} ${number}`;
  taken.add(id);
  return id;
}

/** A copy of an element. It and its elements get ids that are not taken. */
export function copyElement(element: TemplateElement, taken: Set<string>): TemplateElement {
  const copy = structuredClone(element);
  for (const { element: each } of walkElements([copy])) each.id = takeId(taken, each.id);
  return copy;
}
