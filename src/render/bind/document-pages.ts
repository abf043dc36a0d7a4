import type {
  GroupElement,
  Layout,
  Page,
  TemplateDocument,
  TemplateElement,
  Viewport,
} from '../../../generated/template.ts';

/** A page of a document: one of its `pages`, or the document itself. */
export interface DocumentPage {
  /** Where it stands in the document: '' or `/pages/0`. */
  readonly pointer: string;
  /** Null if the document has elements in place of pages. */
  readonly page: Page | null;
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

/** The pages of a document, with what they take over from it. */
export function listPages(document: TemplateDocument): DocumentPage[] {
  const { viewport, background, layout, elements = [], pages } = document;
  if (pages === undefined)
    return [{ pointer: '', page: null, viewport, background, layout, elements, running: [] }];
  return pages.map((page, index) => ({
    pointer: `/pages/${index}`,
    page,
    viewport: page.viewport ?? viewport,
    background: page.background === undefined ? background : page.background,
    layout: page.layout,
    elements: page.elements,
    running: (['header', 'footer'] as const).flatMap((key) => {
      const group = page[key];
      return group === undefined ? [] : [{ key, pointer: `/pages/${index}/${key}`, group }];
    }),
  }));
}

/** The elements of all pages, their headers and footers included, without what is in groups. */
export function listElements(document: TemplateDocument): TemplateElement[] {
  return listPages(document).flatMap(({ elements, running }) => [
    ...elements,
    ...running.map(({ group }) => group),
  ]);
}
