/** The request for the picture of a page, and whether it differs from the picture that is shown. */
import type { Schema } from '../../../api/client.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import { flattenGroups } from '../../model/page-groups.ts';
import { closePages, pageInWork } from '../../model/pages.ts';
import type { TemplateDocument } from '../../model/template.ts';
import { numbersShown, type PageCounts } from '../../model/result-pages.ts';
import type { DesignerState } from '../../state/designer.ts';
import { shownValues } from '../../state/shown-values.ts';
import { chooseDensity } from './choose-density.ts';
import { showTyped } from './show-typed.ts';

type Options = Pick<Schema<'RenderOptions'>, 'scale' | 'outputDpi' | 'page'>;

/** A request to the service. */
export interface PageRequest {
  readonly document: TemplateDocument;
  readonly values: Readonly<Record<string, string>>;
  readonly options: Options;
  readonly pageOf?: string;
}

/** A request for a page of the document. */
export interface PageRequestState {
  /** Null in a document without `pages`. */
  readonly id: string | null;
  readonly request: PageRequest;
  /** Pixels of the picture for one CSS pixel of the page. */
  readonly perPixel: number;
  /** What the picture depends on. */
  readonly depends: readonly unknown[];
  /** All pages and their groups: a render of any of them reports how many pages these become. */
  readonly pageIds: string;
  /** What the picture shows of the numbers of pages: as they were known, until it is there. */
  numbers: string;
  /** The same with other counts of pages. */
  readonly numbersWith: (counts: PageCounts) => string;
}

/** The request for the page at a place of the document. */
export function createPageRequest(state: DesignerState, index: number): PageRequestState {
  const { design, view, shownNumbers } = state;
  const document = showTyped(design.document, state.textEdit);
  const { pages: entries = [], ...shared } = closePages(document) as Pick<TemplateDocument, 'pages'>;
  const { pages, groups } = flattenGroups(entries);
  const page = pages[index];
  const id = page?.id ?? null;
  const isInWork = index === pageInWork(design.document);
  const seen = seenDocument(design);
  const size = isInWork
    ? seen
    : { ...seen, viewport: sizeFor(page?.viewport ?? (shared as TemplateDocument).viewport) };
  const { options, perPixel } = chooseDensity(size, view.zoom * window.devicePixelRatio);
  const number = shownNumbers[id ?? ''] ?? 1;
  const values = shownValues(state);
  const request = {
    document,
    values,
    options: number === 1 ? options : { ...options, page: number },
    ...(id === null ? {} : { pageOf: id }),
  };
  const group = groups.find((each) => each.id === page?.group);
  const depends = [
    id,
    number,
    values,
    options.scale,
    options.outputDpi,
    page,
    group,
    ...Object.values(shared),
  ];
  const pageIds = JSON.stringify(pages.map((each) => [each.id, each.group]));
  const numbersWith = (counts: PageCounts) => numbersShown(pages, index, number, counts);
  return { id, request, perPixel, depends, pageIds, numbersWith, numbers: numbersWith(state.pageCounts) };
}

/** The least size of a page that is as tall as its content. */
function sizeFor(viewport: TemplateDocument['viewport']): TemplateDocument['viewport'] {
  const height: unknown = viewport.height;
  return typeof height === 'number' ? viewport : { ...viewport, height: (height as { min: number }).min };
}

/** Whether two requests have the same picture. */
export function hasSamePicture(a: PageRequestState | undefined, b: PageRequestState): boolean {
  const isSame = a?.numbers === b.numbers && a.depends.length === b.depends.length;
  return isSame && a.depends.every((part, at) => part === b.depends[at]);
}
