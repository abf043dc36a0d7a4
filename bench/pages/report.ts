import type { GroupElement, TemplateDocument, TemplateElement } from '../../generated/template.ts';
import type { BoundValues } from '../../src/common/values/values.ts';

const page = { width: 794, height: 1123 };
const edge = { header: 60, footer: 40, side: 40 };
/** Left edges and widths of the cells of a row, within it. */
const cells = [
  ['name', 0, 340],
  ['quantity', 350, 80],
  ['price', 440, 120],
  ['total', 570, 144],
] as const;

const base = {
  schemaVersion: 1,
  name: 'Report',
  viewport: page,
  background: '#ffffff',
  variables: [
    {
      name: 'rows',
      type: 'list',
      fields: cells.map(([name]) => ({ name, type: 'text' })),
    },
  ],
} as const satisfies Omit<TemplateDocument, 'elements' | 'pages'>;

const room = page.height - edge.header - edge.footer;

/** How high each row is, with that many on a page. */
function rowHeight(rowsOnPage: number): number {
  return Math.floor(room / rowsOnPage);
}

/** The values of a report. */
export function getValues(rows: number): BoundValues {
  return new Map([['rows', Array.from({ length: rows }, (_, index) => getRow(index))]]);
}

function getRow(index: number): Record<(typeof cells)[number][0], string> {
  const price = ((index * 37) % 900) + 99;
  const quantity = (index % 9) + 1;
  return {
    name: `Article ${index + 1} of the catalogue`,
    quantity: String(quantity),
    price: `${price}.00`,
    total: `${price * quantity}.00`,
  };
}

/** A page that flows: its rows are repeated. */
export function flowingReport(rowsOnPage: number): TemplateDocument {
  const height = rowHeight(rowsOnPage);
  const row: TemplateElement = {
    type: 'group',
    id: 'row',
    width: 'fill',
    height,
    layout: { direction: 'row' },
    repeat: { each: '{{ rows }}', as: 'row' },
    elements: cells.map(([name, x, width]) => ({
      type: 'text',
      id: name,
      text: `{{ row.${name} }}`,
      position: 'absolute',
      x,
      y: 0,
      width,
      height,
      fontSize: 11,
    })),
  };
  const below = room - rowsOnPage * height;
  const layout = { direction: 'column' as const, padding: [0, edge.side, below] };
  const { header, footer } = edges('{{ page }} of {{ pages }}', '');
  return { ...base, pages: [{ id: 'report', flow: true, layout, header, footer, elements: [row] }] };
}

/** The same as pages of elements that stand where they are. */
export function fixedReport(rows: number, rowsOnPage: number): TemplateDocument {
  const height = rowHeight(rowsOnPage);
  const count = Math.ceil(rows / rowsOnPage);
  const pages = Array.from({ length: count }, (_, at) => {
    const { header, footer } = edges(`${at + 1} of ${count}`, `-${at}`);
    const own = Array.from({ length: Math.min(rowsOnPage, rows - at * rowsOnPage) }, (_, index) => index);
    const elements = own.map((index): TemplateElement => {
      const row = at * rowsOnPage + index;
      const box = {
        x: edge.side,
        y: edge.header + index * height,
        width: page.width - 2 * edge.side,
        height,
      };
      return {
        type: 'group',
        id: `row[${row}]`,
        ...box,
        elements: cells.map(([name, x, width]) => ({
          type: 'text',
          id: `${name}[${row}]`,
          text: `{{ rows[${row}].${name} }}`,
          x,
          y: 0,
          width,
          height,
          fontSize: 11,
        })),
      };
    });
    const foot = { ...footer, y: page.height - edge.footer };
    return { id: `page-${at}`, elements: [...elements, header, foot] };
  });
  return { ...base, pages };
}

function edges(number: string, suffix: string): { header: GroupElement; footer: GroupElement } {
  const text = (id: string, value: string, size: number): TemplateElement => ({
    type: 'text',
    id: id + suffix,
    x: edge.side,
    y: 12,
    width: 400,
    height: 24,
    text: value,
    fontSize: size,
    role: 'artifact',
  });
  const box = { x: 0, y: 0, width: page.width };
  return {
    header: {
      type: 'group',
      id: `header${suffix}`,
      ...box,
      height: edge.header,
      elements: [text('title', 'Report', 18)],
    },
    footer: {
      type: 'group',
      id: `footer${suffix}`,
      ...box,
      height: edge.footer,
      elements: [text('number', number, 10)],
    },
  };
}
