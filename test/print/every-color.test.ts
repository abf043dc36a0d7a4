/** Inks in every place where a template may have a colour: in a PDF for print, or listed with the element. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { PDFDocument } from 'pdf-lib';

import type { TemplateDocument } from '../../generated/template.ts';
import { documentOfSize } from '../../src/common/sizes/size-document.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { separate } from '../helpers/plates.ts';
import { render } from '../helpers/scenes.ts';

type Keys = Readonly<Record<string, unknown>>;
/** What has a colour at a place, and settings of the document. */
interface Case {
  readonly element?: Keys;
  readonly settings?: Keys;
  /** SVGs are drawn in sRGB. */
  readonly isLost?: true;
}

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z" fill="#ff0000"/></svg>',
);
const shadow = (color: string) => ({ x: 0.05, y: 0.05, color });
const stroke = (color: string) => ({ color, width: 0.05 });
const rect = (keys: Keys): Case => ({ element: { type: 'rect', ...keys } });
const shape = { d: 'M0 0H9V9H0Z', viewBox: [0, 0, 9, 9] };
const text = (keys: Keys): Case => ({ element: { type: 'text', text: 'MM', fontSize: 0.2, ...keys } });
const run = (keys: Keys): Case => ({
  element: { type: 'text', fontSize: 0.2, runs: [{ text: 'MM', ...keys }] },
});
const group = (keys: Keys): Case => ({
  element: { type: 'group', elements: [{ ...inner, fill: '#000' }], ...keys },
});
const size = { id: 'other', name: 'Other', viewport: { width: 4, height: 3 } };
const inner = { type: 'rect', id: 'inner', x: 0, y: 0, width: 0.4, height: 0.4 };
const qrcode = (keys: Keys): Case => ({ element: { type: 'qrcode', value: 'A', ...keys } });
const barcode = (keys: Keys): Case => ({
  element: { type: 'barcode', symbology: 'datamatrix', value: 'A', ...keys },
});
const bars = {
  data: { values: [{ kind: 'a', sold: 1 }] },
  mark: 'bar',
  encoding: { y: { field: 'sold', type: 'quantitative' }, color: { field: 'kind' } },
};
const chart = (keys: Keys): Case => ({ element: { type: 'chart', spec: bars, ...keys } });
const table = (keys: Keys, column: Keys = { value: 'MM', header: 'MM' }): Case => ({
  element: {
    type: 'table',
    height: undefined,
    rows: '{{items}}',
    columns: [column],
    ...keys,
    body: { fontSize: 0.15, ...(keys['body'] as object | undefined) },
  },
});
const cell = (type: string, keys: Keys): Case =>
  table({}, { header: 'M', cell: { type, value: 'A', height: 0.5, ...keys } });
const carried = (keys: Keys): Case => {
  const columns = [{ value: 'MM' }, { value: '{{ item.sold }}' }];
  const carry = { label: 'MM', value: '{{ item.sold }}', ...keys };
  const long = { ...table({ columns, carry }).element, body: { fontSize: 0.3 }, id: 'own', width: 'fill' };
  const page = { id: 'page', flow: true, layout: { direction: 'column' }, elements: [long] };
  return { settings: { pages: [page] } };
};

/** By the place in the schema. */
const cases: Readonly<Record<string, (ink: string) => Case>> = {
  background: (ink) => ({ settings: { background: ink } }),
  'TemplateSize/background': (ink) => ({ settings: { sizes: [{ ...size, background: ink }] } }),
  'SizeOfPage/background': (ink) => ({
    settings: {
      pages: [{ id: 'page', elements: [] }],
      sizes: [{ ...size, pages: { page: { background: ink } } }],
    },
  }),
  'Page/background': (ink) => ({
    settings: { pages: [{ id: 'page', background: ink, elements: [] }] },
  }),
  'GradientStop/color': (ink) =>
    rect({
      fill: {
        type: 'linear',
        stops: [
          { offset: 0, color: ink },
          { offset: 1, color: '#fff' },
        ],
      },
    }),
  'Stroke/color': (ink) => rect({ stroke: { ...stroke(ink), dash: [0.1, 0.1] } }),
  'TextStroke/color': (ink) => text({ stroke: { ...stroke(ink), join: 'round' } }),
  'Highlight/color': (ink) => text({ highlight: { color: ink } }),
  'Shadow/color': (ink) => rect({ fill: '#fff', shadow: { ...shadow(ink), blur: 0.02 } }),
  'Shadows/items': (ink) => rect({ fill: '#fff', shadow: [shadow(ink), shadow('#000')] }),
  Shadows: (ink) => rect({ fill: '#fff', shadow: { ...shadow(ink), inset: true } }),
  'GroupBackground/fill': (ink) => group({ background: { fill: ink } }),
  'GroupBackground/stroke': (ink) => group({ background: { stroke: stroke(ink) } }),
  'GroupBackground/shadow': (ink) => group({ background: { fill: '#fff', shadow: shadow(ink) } }),
  'TextRun/color': (ink) => run({ color: ink }),
  'TextRun/decorationColor': (ink) => run({ decoration: 'underline', decorationColor: ink }),
  'TextRun/stroke': (ink) => run({ stroke: stroke(ink) }),
  'TextElement/shadow': (ink) => text({ shadow: shadow(ink) }),
  'TextElement/color': (ink) => text({ color: ink }),
  'TextElement/decorationColor': (ink) => text({ decoration: 'underline', decorationColor: ink }),
  'TextElement/stroke': (ink) => text({ stroke: stroke(ink) }),
  'ImageElement/shadow': (ink) => ({ element: { type: 'image', src: 'a.svg', shadow: shadow(ink) } }),
  'ImageElement/colors': (ink) => ({
    element: { type: 'image', src: 'a.svg', colors: { '#ff0000': ink } },
    isLost: true,
  }),
  'RectElement/shadow': (ink) => rect({ fill: '#000', opacity: 0.5, shadow: shadow(ink) }),
  'RectElement/fill': (ink) => rect({ fill: ink, rotation: 30 }),
  'RectElement/stroke': (ink) => rect({ stroke: { ...stroke(ink), align: 'inside' } }),
  'EllipseElement/shadow': (ink) => ({ element: { type: 'ellipse', fill: '#000', shadow: shadow(ink) } }),
  'EllipseElement/fill': (ink) => ({ element: { type: 'ellipse', fill: ink } }),
  'EllipseElement/stroke': (ink) => ({ element: { type: 'ellipse', stroke: stroke(ink) } }),
  'LineElement/shadow': (ink) => ({
    element: { type: 'line', stroke: stroke('#000'), shadow: { ...shadow(ink), x: 0.2 } },
  }),
  'LineElement/stroke': (ink) => ({ element: { type: 'line', stroke: stroke(ink) } }),
  'PathElement/shadow': (ink) => ({ element: { type: 'path', ...shape, fill: '#000', shadow: shadow(ink) } }),
  'PathElement/fill': (ink) => ({ element: { type: 'path', ...shape, fill: ink } }),
  'PathElement/stroke': (ink) => ({ element: { type: 'path', ...shape, stroke: stroke(ink) } }),
  'QrCodeElement/shadow': (ink) => qrcode({ shadow: shadow(ink) }),
  'QrCodeElement/color': (ink) => qrcode({ color: ink, moduleShape: 'dots' }),
  'QrCodeElement/background': (ink) => qrcode({ background: ink }),
  'BarcodeElement/shadow': (ink) => barcode({ shadow: shadow(ink) }),
  'BarcodeElement/color': (ink) => barcode({ color: ink }),
  'BarcodeElement/background': (ink) => barcode({ background: ink }),
  'ChartElement/shadow': (ink) => chart({ shadow: shadow(ink) }),
  'ChartElement/color': (ink) => chart({ color: ink }),
  'ChartElement/palette/items': (ink) => chart({ palette: [ink] }),
  'TableColumnStyle/color': (ink) => table({}, { value: 'MM', header: 'M', style: { color: ink } }),
  'TableColumnStyle/fill': (ink) => table({}, { value: 'MM', header: 'M', style: { fill: ink } }),
  'TableImageCell/colors': (ink) => ({
    ...cell('image', { value: undefined, src: 'a.svg', colors: { '#ff0000': ink } }),
    isLost: true,
  }),
  'TableQrCodeCell/color': (ink) => cell('qrcode', { color: ink }),
  'TableQrCodeCell/background': (ink) => cell('qrcode', { background: ink }),
  'TableBarcodeCell/color': (ink) => cell('barcode', { symbology: 'datamatrix', color: ink }),
  'TableBarcodeCell/background': (ink) => cell('barcode', { symbology: 'datamatrix', background: ink }),
  'TableHeader/color': (ink) => table({ header: { color: ink } }),
  'TableHeader/fill': (ink) => table({ header: { fill: ink } }),
  'TableBody/color': (ink) => table({ body: { color: ink } }),
  'TableBody/fill': (ink) => table({ body: { fill: ink } }),
  'TableTotal/color': (ink) => table({ total: { cells: ['MM'], color: ink } }),
  'TableTotal/fill': (ink) => table({ total: { cells: ['MM'], fill: ink } }),
  'TableCarry/color': (ink) => carried({ color: ink }),
  'TableCarry/fill': (ink) => carried({ fill: ink }),
  'TableBorders/color': (ink) => table({ borders: { color: ink, width: 0.02 } }),
  'TableElement/shadow': (ink) => table({ body: { fill: '#fff' }, shadow: { ...shadow(ink), x: 0.2 } }),
  'TableElement/stripes': (ink) => table({ stripes: ink }),
  'GroupElement/background': (ink) => group({ background: { fill: ink }, opacity: 0.5 }),
  'GroupElement/shadow': (ink) => group({ shadow: shadow(ink) }),
};

/** Every place of the schema with a colour or a paint. */
async function listPlaces(): Promise<string[]> {
  const url = new URL('../../template.schema.json', import.meta.url);
  const schema: unknown = JSON.parse(await readFile(url, 'utf8'));
  const places = new Set<string>();
  const walk = (node: unknown, path: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref } = node as { $ref?: unknown };
    const isColor = /^#\/\$defs\/(Color|Paint|Stroke|TextStroke|Shadows?|GroupBackground)$/u;
    if (typeof $ref === 'string' && isColor.test($ref)) places.add(path.join('/'));
    for (const [key, value] of Object.entries(node)) {
      const isStep = ['properties', '$defs', 'if', 'then', 'else', 'additionalProperties'].includes(key);
      walk(value, isStep ? path : [...path, key]);
    }
  };
  walk(schema, []);
  // A paint is a colour or a gradient.
  places.delete('Paint');
  return [...places].toSorted();
}

test('there is a case for each place where a template may have a colour', async () => {
  assert.deepEqual(Object.keys(cases).toSorted(), await listPlaces());
});

const entry = { name: 'a', sold: '1' };
const entries = (count: number) => Array.from({ length: count }, () => entry);
const variables = [
  {
    name: 'items',
    type: 'list',
    label: 'Items',
    fields: [
      { name: 'name', type: 'text', label: 'Name' },
      { name: 'sold', type: 'number', label: 'Sold' },
    ],
  },
];

/** Ghostscript makes plates of about ten spot colours at once. */
const ON_A_PAGE = 6;
const inkOf = (index: number): string => `Spot ${index}`;

async function print(given: readonly Case[]) {
  const elements = given.flatMap(({ element }, index) => {
    const place = { x: (index % 3) * 1.3 + 0.1, y: Math.floor(index / 3) * 1.5 + 0.1, width: 0.9, height: 1 };
    return element === undefined ? [] : [{ ...place, ...element, id: `own ${index}` }];
  });
  const document = {
    schemaVersion: 1,
    name: 'Colours',
    viewport: { width: 4, height: 3 },
    viewportUnit: 'in',
    viewportOutputIntent: 'print',
    inks: given.map((_each, index) => ({ name: inkOf(index), cmyk: [0, 0, 0, 100] })),
    variables,
    ...(elements.length === 0 ? {} : { elements }),
    ...given[0]?.settings,
  } as unknown as TemplateDocument;
  const items = entries(given[0]?.settings === undefined ? 2 : 12);
  const shown = documentOfSize(document, document.sizes?.[0]?.id) ?? document;
  const { scene } = bindTemplate(shown, new Map([['items', items]]));
  const output = { format: 'pdf', dpi: 150 } as const;
  const { data, warnings } = await render(scene, { output, files: { 'a.svg': drawing } });
  const lost = warnings.filter(({ code }) => code === 'INK_LOST').map(({ elementId }) => elementId);
  // A table that goes on has its carry on the first page.
  const first = await PDFDocument.create();
  const [page] = await first.copyPages(await PDFDocument.load(data), [0]);
  if (page !== undefined) first.addPage(page);
  return { plates: await separate(await first.save()), lost };
}

const all = Object.entries(cases).map(([place, make]) => ({ place, make, ...make('#000') }));
const alone = all.filter(({ settings }) => settings !== undefined);
const elements = all.filter(({ settings }) => settings === undefined);
const pages = [
  ...alone.map((each) => [each]),
  ...elements.flatMap((_each, index) =>
    index % ON_A_PAGE === 0 ? [elements.slice(index, index + ON_A_PAGE)] : [],
  ),
];
for (const page of pages)
  test(`inks have their plates, or are listed: ${page.map(({ place }) => place).join(', ')}`, async () => {
    const { plates, lost } = await print(page.map(({ make }, index) => make(`ink("${inkOf(index)}")`)));
    for (const [index, { place, isLost = false }] of page.entries()) {
      const most = plates.get(inkOf(index))?.within({ x: 0.02, y: 0.02, width: 3.9, height: 2.9 }).most ?? 0;
      const isListed = lost.some((id) => id.startsWith(`own ${index}`));
      assert.deepEqual([isListed, most > 0.2], [isLost, !isLost], place);
    }
  });
