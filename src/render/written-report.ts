import type { LayoutReport, ReportedBox } from './layout-report.ts';

/**
 * A layout report as JSON, as it leaves a renderer. Reading thousands of elements, and writing them again,
 * would hold the event loop of a process that only hands them on.
 */
export interface WrittenReport {
  readonly page: LayoutReport['page'];
  /** The report without its elements. */
  readonly rest: string;
  /** The ids of its elements, and their rectangles on the page: four numbers each. */
  readonly ids: readonly string[];
  readonly onPage: Float64Array;
  /** The elements, with `separator` between two of them. */
  readonly elements: string;
}

/** No JSON value contains a line feed. */
const separator = ',\n';

export function writeReportAsJson({ elements, ...rest }: LayoutReport): WrittenReport {
  return {
    page: rest.page,
    rest: JSON.stringify(rest),
    ids: elements.map(({ id }) => id),
    onPage: Float64Array.from(
      elements.flatMap(({ onPage: { x, y, width, height } }) => [x, y, width, height]),
    ),
    elements: elements.map((element) => JSON.stringify(element)).join(separator),
  };
}

/** The JSON of each element. */
export function splitElements({ ids, elements }: WrittenReport): readonly string[] {
  return ids.length === 0 ? [] : elements.split(separator);
}

/** Each element's id and its rectangle on the page. */
export function listPlaces({
  ids,
  onPage,
}: WrittenReport): readonly { readonly id: string; readonly onPage: ReportedBox }[] {
  return ids.map((id, index) => {
    const [x = 0, y = 0, width = 0, height = 0] = onPage.subarray(4 * index, 4 * index + 4);
    return { id, onPage: { x, y, width, height } };
  });
}

/** The whole report as JSON, with these elements or its own. */
export function joinReport({ rest, elements }: WrittenReport, given = elements): string {
  return `${rest.slice(0, -1)},"elements":[${given}]}`;
}

export function readReport(report: WrittenReport): LayoutReport {
  return JSON.parse(joinReport(report)) as LayoutReport;
}
