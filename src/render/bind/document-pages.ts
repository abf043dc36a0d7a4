import type {
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
}

/** The pages of a document, with what they take over from it. */
export function pagesOf(document: TemplateDocument): DocumentPage[] {
  const { viewport, background, layout, elements = [], pages } = document;
  if (pages === undefined) return [{ pointer: '', page: null, viewport, background, layout, elements }];
  return pages.map((page, index) => ({
    pointer: `/pages/${index}`,
    page,
    viewport: page.viewport ?? viewport,
    background: page.background === undefined ? background : page.background,
    layout: page.layout,
    elements: page.elements,
  }));
}

/** The elements of all pages, without what is in groups. */
export function elementsOf(document: TemplateDocument): TemplateElement[] {
  return pagesOf(document).flatMap(({ elements }) => elements);
}
