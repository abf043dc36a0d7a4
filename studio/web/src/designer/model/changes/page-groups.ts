/** Commands of groups of pages: make and dissolve them, move pages into them and out, order and name them. */
import type { Draft } from 'immer';
import { edit, goToPage, type Design, type EditOptions } from '../design.ts';
import { listIds, takeId } from '../elements.ts';
import { pagesOfGroup } from '../page-groups.ts';
import { pageInWork } from '../pages.ts';
import type { PageEntry, PageGroup, TemplateDocument } from '../template.ts';
import { setKey } from './content.ts';

type Pages = Draft<PageEntry>[];

/** Changes the list of pages. Groups without pages go. */
function editPages(
  design: Design,
  recipe: (pages: Pages, document: Draft<TemplateDocument>) => void,
): Design {
  return edit(design, ({ document }) => {
    if (document.pages === undefined) return;
    recipe(document.pages, document);
    dropEmptyGroups(document);
  });
}

/** Removes the groups that have no page any more. */
export function dropEmptyGroups(document: Draft<TemplateDocument>): void {
  const { pages = [], pageGroups = [] } = document;
  const left = pageGroups.filter(({ id }) => pages.some(({ group }) => group === id));
  if (left.length < pageGroups.length) document.pageGroups = left.length === 0 ? undefined : left;
}

/** Moves a page to the place of another one, into its group, or out of all. */
export function movePage(design: Design, index: number, to: number): Design {
  const target = design.document.pages?.[to];
  if (target === undefined || to === index) return design;
  return editPages(design, (pages) => {
    const [page] = pages.splice(index, 1);
    setKey(page!, 'group', target.group);
    pages.splice(to, 0, page!);
  });
}

/** Moves a page by one step: past its neighbour, or over the border of a group, into it or out of it. */
export function stepPage(design: Design, index: number, by: 1 | -1): Design {
  const { pages = [] } = design.document;
  const { [index]: page, [index + by]: next } = pages;
  if (page === undefined || (next === undefined && page.group === undefined)) return design;
  if (next !== undefined && next.group === page.group) return movePage(design, index, index + by);
  const group = page.group === undefined ? next?.group : undefined;
  return editPages(design, ({ [index]: own }) => setKey(own!, 'group', group));
}

/**
 * Makes a group of a page. It has no repeat yet.
 *
 * @param name what groups are called, such as `Group 1`
 */
export function groupPage(design: Design, index: number, name: string): Design {
  if (design.document.pages?.[index]?.group !== undefined) return design;
  return editPages(design, ({ [index]: page }, document) => {
    if (page === undefined) return;
    const id = takeId(listIds(document), name);
    document.pageGroups = [...(document.pageGroups ?? []), { id }];
    setKey(page, 'group', id);
  });
}

/** Moves a page into a group, behind its pages. */
export function joinGroup(design: Design, index: number, id: string): Design {
  const last = pagesOfGroup(design.document, id).at(-1);
  if (last === undefined || design.document.pages?.[index]?.group === id) return design;
  return editPages(design, (pages) => {
    const [page] = pages.splice(index, 1);
    setKey(page!, 'group', id);
    pages.splice(index < last ? last : last + 1, 0, page!);
  });
}

/** Moves a page out of its group, behind it. */
export function leaveGroup(design: Design, index: number): Design {
  const group = design.document.pages?.[index]?.group;
  const last = group === undefined ? undefined : pagesOfGroup(design.document, group).at(-1);
  if (last === undefined) return design;
  return editPages(design, (pages) => {
    const [page] = pages.splice(index, 1);
    setKey(page!, 'group', undefined);
    pages.splice(last, 0, page!);
  });
}

/** Moves a group with its pages past what is before it or behind it: a page, or another group. */
export function moveGroup(design: Design, id: string, by: 1 | -1): Design {
  const places = pagesOfGroup(design.document, id);
  const { pages = [] } = design.document;
  const [first, last] = [places[0], places.at(-1)];
  const neighbour = by === 1 ? pages[(last ?? pages.length) + 1] : pages[(first ?? 0) - 1];
  if (first === undefined || neighbour === undefined) return design;
  const passed = neighbour.group === undefined ? 1 : pagesOfGroup(design.document, neighbour.group).length;
  return editPages(design, (all) => {
    const moved = all.splice(first, places.length);
    all.splice(by === 1 ? first + passed : first - passed, 0, ...moved);
  });
}

/** Names a group in lists; without a name it is called by its id. */
export function renameGroup(design: Design, id: string, name: string): Design {
  return changeGroup(design, id, (group) =>
    setKey(group, 'name', name === '' || name === id ? undefined : name),
  );
}

/** Changes what a group has beside its pages, such as its repeat. */
export function changeGroup(
  design: Design,
  id: string,
  recipe: (group: Draft<PageGroup>) => void,
  options: EditOptions = {},
): Design {
  return edit(
    design,
    ({ document }) => {
      const group = document.pageGroups?.find((each) => each.id === id);
      if (group !== undefined) recipe(group);
    },
    options,
  );
}

/** Takes a group away; its pages stay where they are. */
export function dissolveGroup(design: Design, id: string): Design {
  return editPages(design, (pages) => {
    for (const page of pages) if (page.group === id) setKey(page, 'group', undefined);
  });
}

/** Whether a document has pages beside those of a group. */
export function hasOtherPages({ pages = [] }: Pick<TemplateDocument, 'pages'>, id: string): boolean {
  return pages.some(({ group }) => group !== id);
}

/** Removes a group with its pages. Those of the only group stay, if there are no others. */
export function removeGroup(design: Design, id: string): Design {
  const { document } = design;
  const places = pagesOfGroup(document, id);
  const first = places[0];
  if (first === undefined || !hasOtherPages(document, id)) return design;
  const { pages = [] } = document;
  const next = first + places.length < pages.length ? first + places.length : first - 1;
  const shown = places.includes(pageInWork(document)) ? goToPage(design, next) : design;
  return editPages(shown, (all) => {
    all.splice(first, places.length);
  });
}
