/** QR codes and barcodes of pdfme, which have no clear space around them. */
import type { TemplateElement } from '../../../generated/template.ts';
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import { CodeValueError } from '../../render/codes/code-value.ts';
import { encodeCode } from '../../render/codes/encode-code.ts';
import { findSymbology, type Symbology } from '../../render/codes/symbologies.ts';
import { toPlace, type DesignBox } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { readBox, isVariable, readName, type PdfmeContext } from './context.ts';

type Barcode = Extract<TemplateElement, { type: 'barcode' }>;

/** Names of barcodes that the template has otherwise. */
const symbologies: Readonly<Record<string, string>> = {
  nw7: 'rationalizedCodabar',
  ...Object.fromEntries(
    [
      'japanpost',
      'ean13',
      'ean8',
      'code39',
      'code128',
      'itf14',
      'upca',
      'upce',
      'gs1datamatrix',
      'pdf417',
    ].map((type) => [type, type]),
  ),
};

/** Whether a field of this type is a barcode. */
export function hasSymbology(type: string): boolean {
  return Object.hasOwn(symbologies, type);
}

/** A QR code without clear space, as large as its field. */
export function convertQrCode(
  field: PdfmeField,
  content: string,
  { builder }: PdfmeContext,
): TemplateElement[] {
  const name = readName(field);
  const background = readColor(field.backgroundColor);
  const element: TemplateElement = {
    type: 'qrcode',
    id: builder.names.idFor(name, 'qrcode'),
    ...readBox(field),
    value: content,
    margin: 0,
    color: readColor(field.barColor) ?? '#000',
    ...(background !== null && { background }),
  };
  const place = { target: element, key: 'value', mark: null, defaultValue: content };
  if (isVariable(field))
    builder.proposals.add({ ...place, name, from: name, type: 'qrcode', isMarked: true });
  return [element];
}

/**
 * A barcode whose bars are as wide as its field: its box is larger by the clear space that readers need,
 * which pdfme leaves out. The background stays as large as the field.
 */
export function convertBarcode(
  field: PdfmeField,
  content: string,
  { builder }: PdfmeContext,
): TemplateElement[] {
  const name = readName(field);
  const box = readBox(field);
  const background = readColor(field.backgroundColor);
  const symbology = (symbologies[field.type] ?? field.type) as Barcode['symbology'];
  const element: Barcode = {
    type: 'barcode',
    id: builder.names.idFor(name, 'barcode'),
    ...box,
    ...withQuietZone(box, symbology, content),
    value: content,
    symbology,
    color: readColor(field.barColor) ?? '#000',
    ...(field.includetext === false && { showText: false }),
  };
  if (field.textColor !== undefined && field.textColor !== field.barColor)
    builder.lose(name, 'textColor', 'The text of a barcode has the colour of its bars.');
  const place = { target: element, key: 'value', mark: null, defaultValue: content };
  if (isVariable(field))
    builder.proposals.add({ ...place, name, from: name, type: 'barcode', isMarked: true });
  if (background === null) return [element];
  const id = builder.names.idFor(`${name} background`, 'rect');
  return [{ type: 'rect', id, ...box, fill: background }, element];
}

/** The box of a code and its clear space, if the code without it fills `box`. */
function withQuietZone(box: DesignBox, symbology: string, value: string): DesignBox {
  const found = findSymbology(symbology);
  const size = found === null ? null : getSize(found, value);
  if (found === null || size === null) return box;
  const { left, right, top, bottom } = found.quietZone;
  const [across, down] = [box.width / size.columns, box.height / size.rows];
  const width = box.width + (left + right) * across;
  const height = box.height + (top + bottom) * down;
  // The middle moves, in the direction in which the box is turned, if one side has more room than the other.
  const [x, y] = [((right - left) * across) / 2, ((bottom - top) * down) / 2];
  const angle = (box.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const middleX = box.x + box.width / 2 + x * cos - y * sin;
  const middleY = box.y + box.height / 2 + x * sin + y * cos;
  return toPlace({ ...box, x: middleX - width / 2, y: middleY - height / 2, width, height });
}

/** The modules of a code; null if it cannot have the value. */
function getSize(symbology: Symbology, value: string): { columns: number; rows: number } | null {
  try {
    const code = encodeCode(symbology, value);
    if (code.kind === 'hexagons') return null;
    return code.kind === 'matrix' ? code : { columns: code.width, rows: 1 };
  } catch (error) {
    if (error instanceof CodeValueError) return null;
    throw error;
  }
}

function readColor(color: string | undefined): string | null {
  return color === undefined || color === '' ? null : readCssColor(color);
}
