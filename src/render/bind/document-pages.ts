import type {
  GroupElement,
  Layout,
  Page,
  PageGroup,
  TemplateDocument,
  TemplateElement,
  Viewport,
} from '../../../generated/template.ts';
import { isPageGroup } from '../../common/pages/page-groups.ts';

/** A page of a document: one of its `pages`, or the document itself. */
export interface DocumentPage {
  /** Where it stands in the document: '', `/pages/0`, or in a group `/pages/0/pages/1`. */
  readonly pointer: string;
  /** Null if the document has elements in place of pages. */
  readonly page: Page | null;
  /** The group of pages that it is in. */
  readonly group: PageGroup | null;
  readonly viewport: Viewport;
  readonly background: TemplateDocument['background'];
  readonly layout: Layout | undefined;
  readonly elements: readonly TemplateElement[];
  /** Those that the page has. */
  readonly running: readonly RunningGroup[];
}

/** What stands at the top or at the bottom of each page. */
export type RunningKey = 'header' | 'footer';

/** A header or footer with its place in the document. */
export interface RunningGroup {
  readonly key: RunningKey;
  readonly pointer: string;
  readonly group: GroupElement;
}

/** A group of pages with its place in the document. */
export interface PlacedGroup {
  readonly pointer: string;
  readonly group: PageGroup;
}

/** The pages of a document, also those of groups, with what they take over from it. */
export function listPages(document: TemplateDocument): DocumentPage[] {
  const { viewport, background, layout, elements = [], pages } = document;
  if (pages === undefined)
    return [{ pointer: '', page: null, group: null, viewport, background, layout, elements, running: [] }];
  return pages.flatMap((entry, index) => {
    const pointer = `/pages/${index}`;
    if (!isPageGroup(entry)) return fromPage(document, entry, null, pointer);
    return entry.pages.map((page, at) => fromPage(document, page, entry, `${pointer}/pages/${at}`));
  });
}

function fromPage(
  { viewport, background }: TemplateDocument,
  page: Page,
  group: PageGroup | null,
  pointer: string,
): DocumentPage {
  return {
    pointer,
    page,
    group,
    viewport: page.viewport ?? viewport,
    background: page.background === undefined ? background : page.background,
    layout: page.layout,
    elements: page.elements,
    running: (['header', 'footer'] as const).flatMap((key) => {
      const own = page[key];
      return own === undefined ? [] : [{ key, pointer: `${pointer}/${key}`, group: own }];
    }),
  };
}

/** The groups of pages of a document. */
export function listPageGroups({ pages = [] }: Pick<TemplateDocument, 'pages'>): PlacedGroup[] {
  return pages.flatMap((entry, index) =>
    isPageGroup(entry) ? [{ pointer: `/pages/${index}`, group: entry }] : [],
  );
}

/** The pages of a document, or of a part of it, in turns: those of a group are together. */
export function listTurns<Each extends Pick<DocumentPage, 'group'>>(
  pages: readonly Each[],
): readonly (readonly [first: Each, ...others: Each[]])[] {
  const turns: [Each, ...Each[]][] = [];
  for (const page of pages) {
    const last = turns.at(-1);
    if (last === undefined || page.group === null || last[0].group !== page.group) turns.push([page]);
    else last.push(page);
  }
  return turns;
}

/** The elements of all pages, their headers and footers included, without what is in groups. */
export function listElements(document: TemplateDocument): TemplateElement[] {
  return listPages(document).flatMap(({ elements, running }) => [
    ...elements,
    ...running.map(({ group }) => group),
  ]);
}
