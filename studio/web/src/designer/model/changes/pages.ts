/** Commands of pages: add, copy, remove and name them, and move elements between them. */
import type { Draft } from 'immer';
import { edit, goToPage, type Content, type Design, type EditOptions } from '../design.ts';
import { copyElement, findElement, findElements, listIds, listsOfPages, takeId } from '../elements.ts';
import { pageInWork, showPage } from '../pages.ts';
import { closeRunning, isOwn } from '../running.ts';
import type { PageEntry, TemplateDocument, TemplateElement } from '../template.ts';
import { freeOnPage } from './free-on-page.ts';
import { setKey, shift } from './content.ts';
import { dropEmptyGroups } from './page-groups.ts';

/** How many pages a document has. */
export function countPages({ pages }: Pick<TemplateDocument, 'pages'>): number {
  return pages?.length ?? 1;
}

/** A document of elements becomes one of pages: its elements are those of the first, which is in work. */
function withPages(document: Draft<TemplateDocument>, name: string): Draft<PageEntry>[] {
  document.pages ??= [{ id: takeId(listIds(document), name) }];
  return document.pages;
}

/**
 * Adds an empty page behind the one in work, as large as that and in the same group, which is in work then.
 *
 * @param name what the first page is called, such as `Page 1`
 */
export function addPage(design: Design, name: string): Design {
  const at = pageInWork(design.document);
  const added = edit(design, ({ document }) => {
    const pages = withPages(document, name);
    const own = pages[at]!.viewport === undefined ? {} : { viewport: { ...document.viewport } };
    const { group } = pages[at]!;
    const inGroup = group === undefined ? {} : { group };
    pages.splice(at + 1, 0, { id: takeId(listIds(document), name), ...own, elements: [], ...inGroup });
  });
  return goToPage(added, at + 1);
}

/** Copies a page with all that is on it, behind it. The copy is in work then. */
export function duplicatePage(design: Design, index: number, name: string): Design {
  const shown = { ...design, document: showPage(design.document, index) };
  const added = edit(shown, ({ document }) => {
    const taken = listIds(document);
    const pages = withPages(document, name);
    pages.forEach(({ id }) => taken.add(id));
    const { id, ...own } = JSON.parse(JSON.stringify(pages[index])) as PageEntry;
    // What the document has while the page is in work.
    const { viewport, background, layout } = document;
    const copy = {
      ...own,
      id: takeId(taken, id),
      ...(own.viewport === undefined ? {} : { viewport }),
      ...('background' in pages[index]! ? { background: background ?? null } : {}),
      ...(layout === undefined ? {} : { layout }),
    };
    const elements = document.elements.map((element) => copyElement(plain(element), taken));
    pages.splice(index + 1, 0, plain(closeRunning(copy, elements)) as unknown as Draft<PageEntry>);
  });
  return goToPage({ ...added, selection: [] }, index + 1);
}

function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** Removes a page with all that is on it. The last one stays. */
export function removePage(design: Design, index: number): Design {
  const count = countPages(design.document);
  if (count < 2 || index >= count) return design;
  const at = pageInWork(design.document);
  const next = index === at ? (index + 1 < count ? index + 1 : index - 1) : at;
  return edit(goToPage(design, next), ({ document }) => {
    document.pages!.splice(index, 1);
    dropEmptyGroups(document);
  });
}

/** Names a page in lists; without a name it is called by its id. */
export function renamePage(design: Design, index: number, name: string): Design {
  return changePage(design, index, (page) =>
    setKey(page, 'name', name === '' || name === page.id ? undefined : name),
  );
}

/** Changes what a page has beside its elements, such as its repeat. */
export function changePage(
  design: Design,
  index: number,
  recipe: (page: Draft<PageEntry>) => void,
  options: EditOptions = {},
): Design {
  return edit(
    design,
    ({ document }) => {
      const page = document.pages?.[index];
      if (page !== undefined) recipe(page);
    },
    options,
  );
}

/** Gives the page in work a size or background of its own, the same at first; or that of the document. */
export function setOwn(design: Design, key: 'viewport' | 'background', isOwn: boolean): Design {
  return edit(design, ({ document }) => {
    const page = document.pages?.[pageInWork(document)] as Record<string, unknown> | undefined;
    const all = document as unknown as Record<string, unknown>;
    if (page === undefined || key in page === isOwn) return;
    if (isOwn) page[key] = all[key] === undefined ? undefined : plain(all[key]);
    else {
      all[key] = page[key];
      delete page[key];
    }
  });
}

/** Whether the page in work has a size or background of its own. */
export function hasOwn(document: TemplateDocument, key: 'viewport' | 'background'): boolean {
  return key in (document.pages?.[pageInWork(document)] ?? {});
}

/**
 * Moves what is selected to another page, in front of all there: to the same place, or by a distance.
 * Groups and layouts around it stay behind. A page with a layout places it last.
 */
export function moveToPage(design: Design, index: number, distance = { x: 0, y: 0 }): Design {
  const { document, selection } = design;
  const list = listsOfPages(document)[index];
  if (list === undefined || index === pageInWork(document)) return design;
  // A page keeps its header and footer.
  const placed = findElements(document, selection).filter(({ element }) => isOwn(element));
  const hasLayout = document.pages?.[index]?.layout !== undefined;
  const moved = placed.map((each): TemplateElement => {
    const copy = plain(hasLayout ? each.element : freeOnPage(each, design));
    if (!hasLayout) shift(copy, distance);
    return copy;
  });
  const ids = moved.map(({ id }) => id);
  if (ids.length === 0) return design;
  return edit(design, (content: Draft<Content>) => {
    for (const id of ids) {
      const from = findElement(content.document, id)!;
      from.siblings.splice(from.index, 1);
    }
    content.document.pages![index]!.elements!.push(...moved);
    content.selection = ids;
  });
}
