/** Renders of a document with one table, and what its report says. */
import type { TemplateDocument } from '../../generated/template.ts';
import type { LayoutReport } from '../../src/render/layout-report.ts';
import { renderDocument } from './pages.ts';

const variables = [
  {
    name: 'items',
    type: 'list' as const,
    fields: [
      { name: 'name', type: 'text' as const },
      { name: 'price', type: 'number' as const },
      { name: 'day', type: 'date' as const },
    ],
  },
];

/** A name, and a price 60 wide at the right. */
export const tableColumns = [
  { header: 'Name', value: '{{ item.name }}' },
  { header: 'Price', value: '{{ item.price }}', width: 60, align: 'right' },
];

/** A line of 10 px is 12 px high. */
export const tableBody = { fontSize: 10, padding: [4, 6] };

/** A document with one table, `lines`, at 10, 20 and 200 wide, for the list `items`. */
export const getTableDocument = (table: object, more: object = {}) =>
  ({
    schemaVersion: 1,
    name: 'Table',
    viewport: { width: 300, height: 200 },
    variables,
    language: 'en',
    elements: [
      {
        type: 'table',
        id: 'lines',
        x: 10,
        y: 20,
        width: 200,
        rows: '{{ items }}',
        columns: tableColumns,
        body: tableBody,
        ...table,
      },
    ],
    ...more,
  }) as unknown as TemplateDocument;

/** The entries of the list. */
export type Entries = readonly Readonly<Record<string, string>>[];

/** Entries with names and prices: `Part 0` for 0.5. */
export const makeEntries = (count: number): Entries =>
  Array.from({ length: count }, (_, index) => ({ name: `Part ${index}`, price: String(index + 0.5) }));

/** Renders the document of a table. */
export const renderTable = (table: object, items: Entries = makeEntries(2), more: object = {}) =>
  renderDocument(getTableDocument(table, more), { values: new Map([['items', items]]) });

/** The boxes on the page by id: x, y, width, height. */
export function getBoxes(report: LayoutReport | undefined): Record<string, number[]> {
  return Object.fromEntries(
    (report?.elements ?? []).map(({ id, onPage: { x, y, width, height } }) => [id, [x, y, width, height]]),
  );
}

/** The texts by id, with a bar between lines. */
export function getTexts(report: LayoutReport | undefined): Record<string, string> {
  return Object.fromEntries(
    (report?.elements ?? []).flatMap(({ id, text }) =>
      text === undefined ? [] : [[id, text.lines.map((line) => line.text.trim()).join('|')]],
    ),
  );
}
