/** The tables of 500 and 5,000 rows: their values and their templates. */
import type { TemplateDocument } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';

const formats = ['text', 'text', 'text', 'currency', 'currency'] as const;

/** How many columns the tables have. */
export const COLUMNS = formats.length;

export type Entries = readonly Readonly<Record<'name' | 'quantity' | 'price', string>>[];

/** Entries of the list, counted from `first`. */
export function getEntries(count: number, first = 0): Entries {
  return Array.from({ length: count }, (_, at) => {
    const index = first + at;
    return {
      name: `Part ${index} in steel`,
      quantity: `${1 + (index % 9)}`,
      price: `${(index % 400) + 0.9}`,
    };
  });
}

/** The job of a PDF, from the values. */
export function getJob(document: TemplateDocument, items: Entries) {
  const { scene } = bindTemplate(document, new Map([['items', items]]));
  const output = { format: 'pdf', dpi: 150, scale: 1, quality: 90 } as const;
  return { scene, assets: {}, output, imageMaxPixels: 1_000_000 };
}

/** An A4 page that flows, with a header and a footer, and the rows as the element `table`. */
export function getTableDocument(): TemplateDocument {
  return getDocument(table);
}

/** The same with the rows as a repeated layout. */
export function getRepeatDocument(): TemplateDocument {
  return getDocument(repeated);
}

function getDocument(elements: readonly object[]): TemplateDocument {
  const edge = (id: string, text: string) => ({
    type: 'group',
    id,
    height: 60,
    elements: [{ type: 'text', id: `${id} text`, x: 40, y: 20, width: 500, height: 20, text, fontSize: 11 }],
  });
  return {
    schemaVersion: 1,
    name: 'Rows',
    viewport: { width: 794, height: 1123 },
    language: 'en',
    background: '#fff',
    variables: [
      {
        name: 'items',
        type: 'list',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'quantity', type: 'number' },
          { name: 'price', type: 'number' },
        ],
      },
    ],
    pages: [
      {
        id: 'sheet',
        flow: true,
        layout: { direction: 'column', padding: [0, 40] },
        elements,
        header: edge('head', 'Parts'),
        footer: edge('foot', 'Page {{ page }} of {{ pages }}'),
      },
    ],
  } as unknown as TemplateDocument;
}

const columns = [
  { header: 'No.', value: '{{ i + 1 }}', width: 60, align: 'right' },
  { header: 'Article', value: '{{ item.name }}', width: 'fill', align: 'left' },
  { header: 'Qty', value: '{{ item.quantity }}', width: 70, align: 'right' },
  { header: 'Price', value: '{{ item.price }}', width: 110, align: 'right' },
  { header: 'Amount', value: '{{ item.quantity * item.price }}', width: 110, align: 'right' },
];

const table = [
  {
    type: 'table',
    id: 'lines',
    width: 'fill',
    rows: '{{ items }}',
    index: 'i',
    columns: columns.map((column, index) => ({
      ...column,
      ...(formats[index] === 'currency' ? { format: { style: 'currency', currency: 'EUR' } } : {}),
    })),
    body: { fontSize: 11, padding: [3, 8] },
  },
];

/** The same rows and texts, each in a row layout. */
const repeated = [getRow('header', 600), getRow('value', 400)];

function getRow(key: 'header' | 'value', fontWeight: number): object {
  const text = (index: number) => {
    const given = columns[index]![key];
    if (key === 'header' || formats[index] !== 'currency') return given;
    return `{{ currency(${given.slice(2, -2).trim()}, "EUR") }}`;
  };
  return {
    type: 'group',
    id: key,
    width: 'fill',
    height: 'hug',
    layout: { direction: 'row' },
    ...(key === 'value' ? { repeat: { each: '{{ items }}', index: 'i' } } : {}),
    elements: columns.map(({ width, align }, index) => ({
      type: 'group',
      id: `${key} ${index}`,
      width,
      height: 'hug',
      layout: { direction: 'column', padding: [3, 8] },
      elements: [
        {
          type: 'text',
          id: `${key} text ${index}`,
          width: 'fill',
          height: 'hug',
          fontSize: 11,
          align,
          fontWeight,
          text: text(index),
        },
      ],
    })),
  };
}
