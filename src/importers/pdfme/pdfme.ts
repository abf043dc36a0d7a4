/** Templates of pdfme. https://pdfme.com/docs/getting-started#template */
import type { TemplateElement } from '../../../generated/template.ts';
import type { PdfmeField, PdfmeTemplate } from '../../../generated/designs/pdfme.ts';
import { pictureOfPage } from '../../render/images/picture-of-page.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { UnreadableDesign, type DesignSource } from '../design.ts';
import { namesApart } from '../element-names.ts';
import type { ConvertedPage, Importer } from '../importer.ts';
import { TextMeasure } from '../measure-text.ts';
import { requirePage } from '../pages.ts';
import { designSchema } from '../read-by-schema.ts';
import { mmPerPoint, readName, type PdfmeContext } from './context.ts';
import { convertField } from './fields.ts';
import { listHeights } from './lists.ts';
import { flowFields, type FlowedField } from './page-flow.ts';
import schema from './schema.json' with { type: 'json' };
import { tableHeights } from './tables.ts';
import { expandedHeight } from './texts.ts';

const design = designSchema<PdfmeTemplate>(schema, ['type', 'name']);

/** Pixels of a background for each point: 200 in an inch. */
const backgroundDensity = 200 / 72;

/** The font that pdfme has without others. */
const defaultFont = 'Roboto';

/** The importer of pdfme's templates. */
export const pdfme: Importer = {
  format: 'pdfme',
  pagesKey: 'schemas',
  recognizes: (_source, json) => {
    const { schemas, basePdf } = (json ?? {}) as { schemas?: unknown; basePdf?: unknown };
    return Array.isArray(schemas) && (typeof basePdf === 'string' || typeof basePdf === 'object');
  },
  convert: async (source, json, builder, place) =>
    await convertTemplate(source, design.read(withArrays(json), builder), place, builder),
};

/** Before version 5, the fields of a page were an object by their names. */
function withArrays(json: unknown): unknown {
  const { schemas, ...rest } = (json ?? {}) as Record<string, unknown>;
  if (!Array.isArray(schemas)) return json;
  const pages = schemas.map((page: unknown) => {
    if (Array.isArray(page) || typeof page !== 'object' || page === null) return page;
    return Object.entries(page).map(([name, field]: [string, unknown]) =>
      typeof field === 'object' && field !== null ? { ...field, name } : field,
    );
  });
  return { ...rest, schemas: pages };
}

async function convertTemplate(
  source: DesignSource,
  read: PdfmeTemplate,
  place: number,
  builder: TemplateBuilder,
): Promise<ConvertedPage> {
  const { schemas, basePdf, sampledata = [] } = read;
  const fields = schemas[place] ?? [];
  const { width, height, background, pages } = await readPage(basePdf, place, builder);
  const names = Array.from({ length: Math.max(pages, schemas.length, 1) }, (_, at) => `Page ${at + 1}`);
  requirePage(names, place);
  const fixed = typeof basePdf === 'object' ? (basePdf.staticSchema ?? []) : [];
  const getContent = ({ name = '', content }: PdfmeField): string =>
    content ?? String(sampledata[0]?.[name] ?? '');
  const context: PdfmeContext = {
    builder,
    measure: new TextMeasure(builder, 'mm'),
    fontName: read.fontName ?? defaultFont,
    pages: names.length,
    page: place + 1,
    named: new Map(fields.map((field) => [field.name ?? '', { field, content: getContent(field) }])),
  };
  const nameless = [...fixed, ...fields].filter(({ name = '' }) => name.trim() === '');
  for (const [field, name] of namesApart(nameless, readName)) field.name = name;
  const always = fixed.map((field) => ({ ...field, readOnly: true }));
  const placed = flowPage(fields, read, getContent, context);
  const elements: TemplateElement[] = [...background];
  for (const { field, parts } of [...always.map((field) => ({ field, parts: null })), ...placed]) {
    if (!builder.hasRoom(field.name ?? field.type)) break;
    elements.push(...(await convertField(field, getContent(field), context, parts)));
  }
  return {
    page: {
      name: read.name ?? (source.name.replace(/\.[a-z]+$/iu, '') || 'Template'),
      viewport: { width, height },
      viewportUnit: 'mm',
      viewportExportDpi: 200,
      background: '#ffffff',
    },
    elements,
    pages: names,
  };
}

/** The heights of the parts of a field, where they follow its content. */
function getHeights(field: PdfmeField, content: string, context: PdfmeContext): readonly number[] {
  const { height = 0 } = field;
  if (field.type === 'table') return tableHeights(field, content, context);
  if (field.type === 'list') return listHeights(field, content, context);
  if (field.overflow !== 'expand' || !/^(?:text|multiVariableText)$/u.test(field.type)) return [height];
  return [Math.max(height, expandedHeight(field, content, context))];
}

/** What stands on the first page, and where. */
function flowPage(
  fields: readonly PdfmeField[],
  read: PdfmeTemplate,
  contentOf: (field: PdfmeField) => string,
  context: PdfmeContext,
): FlowedField[] {
  const { basePdf } = read;
  if (typeof basePdf !== 'object') return fields.map((field) => ({ field, parts: null }));
  const [top = 0, , bottom = 0] = (basePdf.padding ?? []).map((side) =>
    typeof side === 'number' ? side : 0,
  );
  const room = { height: pageSide(basePdf.height), top, bottom };
  const placed = flowFields(fields, (field) => getHeights(field, contentOf(field), context), room);
  const names = new Set(placed.map(({ field }) => field.name));
  for (const field of fields)
    if (!names.has(field.name))
      context.builder.lose(readName(field), 'position', 'It has no room on the page.');
  return placed;
}

interface ReadPage {
  readonly width: number;
  readonly height: number;
  readonly pages: number;
  readonly background: readonly TemplateElement[];
}

/** The size of the page, and the PDF behind its fields as a picture. */
async function readPage(
  basePdf: PdfmeTemplate['basePdf'],
  place: number,
  builder: TemplateBuilder,
): Promise<ReadPage> {
  if (typeof basePdf === 'object') {
    const [width, height] = [basePdf.width, basePdf.height].map(pageSide) as [number, number];
    return { width, height, pages: 1, background: [] };
  }
  const a4 = { width: 210, height: 297, pages: 1, background: [] };
  if (basePdf === undefined) return a4;
  const isAddress = /^(?:data:|https?:)/iu.test(basePdf);
  const bytes = isAddress ? await builder.readPicture(basePdf) : Buffer.from(basePdf, 'base64');
  if ('reason' in bytes) {
    builder.lose('', 'basePdf', bytes.reason);
    return a4;
  }
  const picture = await pictureOfPage(bytes, backgroundDensity, place);
  if (picture === null) throw new UnreadableDesign('Its PDF cannot be read.');
  const [width, height] = [picture.width, picture.height].map((side) => pageSide(side * mmPerPoint)) as [
    number,
    number,
  ];
  const src = builder.pictureOf(picture.png, 'basePdf', 'basePdf', 'background');
  if (src === null) return { ...a4, width, height };
  builder.lose('', 'basePdf', 'The PDF behind the fields becomes a picture of 200 dots per inch.');
  const id = builder.names.idFor('basePdf', 'image');
  const image: TemplateElement = { type: 'image', id, x: 0, y: 0, width, height, src, fit: 'fill' };
  return { width, height, pages: picture.pages, background: [image] };
}

function pageSide(side: number): number {
  return Math.min(2_000, Math.max(1, rounded(side)));
}
