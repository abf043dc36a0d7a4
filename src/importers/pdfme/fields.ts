import type { ImageElement, TemplateElement } from '../../../generated/template.ts';
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { convertBarcode, convertQrCode, hasSymbology } from './codes.ts';
import { readBox, isVariable, readName, type PdfmeContext } from './context.ts';
import { convertDate } from './dates.ts';
import { convertList } from './lists.ts';
import { convertTable } from './tables.ts';
import { convertText } from './texts.ts';

/** The side of the drawings of boxes and circles that are chosen. */
const iconSide = 24;

/**
 * Converts a field with its value.
 *
 * @param parts how many parts of it stand on the page; null for all
 */
export async function convertField(
  field: PdfmeField,
  content: string,
  context: PdfmeContext,
  parts: number | null = null,
): Promise<TemplateElement[]> {
  const { builder } = context;
  switch (field.type) {
    case 'text':
    case 'multiVariableText':
    case 'select':
      return convertText(field, content, context);
    case 'date':
    case 'time':
    case 'dateTime':
      return convertDate(field, content, context);
    case 'image':
    case 'signature':
      return await convertImage(field, content, context);
    case 'svg':
      return convertSvg(field, content, context);
    case 'line':
    case 'rectangle':
    case 'ellipse':
      return convertShape(field, context);
    case 'checkbox':
    case 'radioGroup':
      return convertChoice(field, content, context);
    case 'circleMark':
      return convertMark(field, content, context);
    case 'table':
      return convertTable(field, content, context, parts);
    case 'list':
      return convertList(field, content, context);
    case 'qrcode':
      return convertQrCode(field, content, context);
    default:
      if (hasSymbology(field.type)) return convertBarcode(field, content, context);
      builder.lose(readName(field), field.type, 'There is no field of this type.');
      return [];
  }
}

async function convertImage(
  field: PdfmeField,
  content: string,
  { builder }: PdfmeContext,
): Promise<TemplateElement[]> {
  const name = readName(field);
  const src = content === '' ? null : await builder.picture(content, name, 'content');
  if (content === '') builder.lose(name, 'content', 'It has no picture.');
  if (src === null) return [];
  const id = builder.names.idFor(name, 'image');
  const image: ImageElement = { type: 'image', id, ...readBox(field), src, fit: 'contain' };
  builder.proposePicture(image, { name, from: name, isMarked: isVariable(field) });
  return [image];
}

function convertSvg(field: PdfmeField, content: string, { builder }: PdfmeContext): TemplateElement[] {
  const name = readName(field);
  const src = builder.pictureOf(Buffer.from(content), name, 'content');
  if (src === null) return [];
  if (isVariable(field)) builder.lose(name, 'readOnly', 'An SVG is not a value: it stays as it is.');
  return [{ type: 'image', id: builder.names.idFor(name, 'image'), ...readBox(field), src, fit: 'contain' }];
}

function convertShape(field: PdfmeField, { builder }: PdfmeContext): TemplateElement[] {
  const name = readName(field);
  const box = readBox(field);
  const fill = field.color === undefined || field.color === '' ? null : readCssColor(field.color);
  if (field.type === 'line') {
    if (fill === null) return [];
    // A line is as thick as its box is high.
    return [{ type: 'rect', id: builder.names.idFor(name, 'line'), ...box, fill }];
  }
  const { borderWidth, borderColor = '', radius = 0 } = field;
  const width = typeof borderWidth === 'number' ? rounded(borderWidth) : 0;
  const color = borderColor === '' ? null : readCssColor(borderColor);
  if (field.borderOpacity !== undefined && field.borderOpacity !== (field.opacity ?? 1))
    builder.lose(name, 'borderOpacity', 'A border is as opaque as its shape.');
  const painted = {
    id: builder.names.idFor(name, field.type),
    ...box,
    ...(fill !== null && { fill }),
    ...(color !== null && width > 0 && { stroke: { color, width, align: 'inside' as const } }),
  };
  if (fill === null && (color === null || width <= 0)) return [];
  if (field.type === 'ellipse') return [{ type: 'ellipse', ...painted }];
  return [{ type: 'rect', ...painted, ...(radius > 0 && { cornerRadius: rounded(radius) }) }];
}

/** A box or a circle, and the mark in it, which is visible if the field is chosen. */
function convertChoice(field: PdfmeField, content: string, context: PdfmeContext): TemplateElement[] {
  const { builder } = context;
  const name = readName(field);
  const box = readBox(field);
  const color = readCssColor(field.color ?? '#000000') ?? '#000';
  const width = rounded((2 * Math.min(box.width, box.height)) / iconSide);
  const stroke = { color, width, cap: 'round' as const, join: 'round' as const };
  const viewBox: [number, number, number, number] = [0, 0, iconSide, iconSide];
  const isRound = field.type === 'radioGroup';
  const outline = isRound
    ? 'M2 12A10 10 0 0 1 22 12A10 10 0 0 1 2 12Z'
    : 'M5 3H19A2 2 0 0 1 21 5V19A2 2 0 0 1 19 21H5A2 2 0 0 1 3 19V5A2 2 0 0 1 5 3Z';
  const mark = isRound ? 'M11 12A1 1 0 0 1 13 12A1 1 0 0 1 11 12Z' : 'M9 12L11 14L15 10';
  const id = builder.names.idFor(name, 'path');
  const markId = builder.names.idFor(`${name} mark`, 'path');
  const inside: TemplateElement = { type: 'path', id: markId, ...box, d: mark, viewBox, stroke };
  chooseBy(field, content, inside, context);
  return [{ type: 'path', id, ...box, d: outline, viewBox, stroke }, inside];
}

/** An ellipse around something that is chosen. */
function convertMark(field: PdfmeField, content: string, context: PdfmeContext): TemplateElement[] {
  const { borderWidth, color: text = '' } = field;
  const color = readCssColor(text);
  const width = typeof borderWidth === 'number' ? rounded(borderWidth) : 0;
  if (color === null || width <= 0) return [];
  const id = context.builder.names.idFor(readName(field), 'ellipse');
  const stroke = { color, width, align: 'inside' as const };
  const element: TemplateElement = { type: 'ellipse', id, ...readBox(field), stroke };
  chooseBy(field, content, element, context);
  return [element];
}

/** Makes an element visible where the field is `true`. */
function chooseBy(
  field: PdfmeField,
  content: string,
  element: TemplateElement,
  { builder }: PdfmeContext,
): void {
  const name = readName(field);
  if (content !== 'true') element.visible = false;
  const defaultValue = content === 'true' ? 'true' : 'false';
  const place = { target: element, key: 'visible', mark: null, defaultValue };
  if (isVariable(field)) builder.proposals.add({ ...place, name, from: name, type: 'text', isMarked: true });
}
