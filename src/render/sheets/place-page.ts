/** Pages as forms, and their places on the sides of sheets. */
import { deflateSync } from 'node:zlib';

import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFObject, type PDFPage } from 'pdf-lib';

import { POINTS_PER_INCH } from '../../common/lengths/units.ts';
import type { SheetCell, SheetLayout, SheetSide } from '../../common/sheets/sheet-layout.ts';
import { DOTS_KEY } from '../pdf/draw-pdf-page.ts';
import { latin1, readContents } from '../pdf/streams.ts';
import type { FileWriter } from '../pdf/write-file.ts';
import type { ObjectCopier } from './copy-objects.ts';
import type { SharedFonts } from './shared-fonts.ts';

/** What the first page decides for the whole file. */
export interface Frame {
  readonly writer: FileWriter;
  readonly fonts: SharedFonts;
  readonly copier: ObjectCopier;
  readonly layout: SheetLayout;
  readonly bleed: number;
  readonly isPrint: boolean;
  /** Number of the object that all sheets refer to. */
  readonly pages: number;
  readonly outputIntents: string;
  readonly language: string | null;
  /** The number of the colour space of all inks; null on screens. */
  readonly allInks: number | null;
}

/** A side of a sheet that is being filled. */
export interface OpenSide {
  /** The numbers of the pages as forms. */
  readonly forms: number[];
  readonly placements: string[];
  readonly annotations: number[];
}

/** A quarter of a point, as of crop marks. */
const markThickness = 0.25;

/** A page as a form, which cells show. */
export interface PageForm {
  readonly page: PDFPage;
  /** Its number. */
  readonly form: number;
  /** Writes an object of the page. */
  readonly textOf: (object: PDFObject | undefined) => string;
}

/** Writes a page as a form. */
export function copyPage({ copier, bleed }: Frame, page: PDFPage): PageForm {
  const trim = page.getTrimBox();
  const box = [trim.x - bleed, trim.y - bleed, trim.x + trim.width + bleed, trim.y + trim.height + bleed];
  const textOf = copier.open(page.doc.context);
  const group = page.node.get(PDFName.of('Group'));
  const { entries, content } = getContent(page);
  const form = copier.stream(
    `/Type/XObject/Subtype/Form/BBox[${box.map(round).join(' ')}]` +
      `/Resources ${textOf(page.node.Resources())}` +
      (group === undefined ? '' : `/Group ${textOf(group)}`) +
      entries,
    content,
  );
  return { page, form, textOf };
}

/** Shows a page in a cell: as it is, or upside down. */
export function placePage(
  { writer, layout, bleed }: Frame,
  { forms, placements, annotations }: OpenSide,
  { page, form, textOf }: PageForm,
  { cell: index, isBack }: { readonly cell: number; readonly isBack: boolean },
): void {
  const cell = getSide(layout, isBack).cells[index];
  if (cell === undefined) throw new Error('a sheet has too few cells');
  const isTurned = isBack && layout.back?.isTurned === true;
  const [x, y] = placeOnGrid(page, layout, cell, isTurned);
  const turn = isTurned ? -1 : 1;
  const clip = clipToRoom(page, cell, bleed);
  placements.push(`q ${clip}${turn} 0 0 ${turn} ${round(x)} ${round(y)} cm /C${forms.length} Do Q`);
  forms.push(form);
  for (const annotation of page.node.Annots()?.asArray() ?? []) {
    const link = page.doc.context.lookup(annotation, PDFDict);
    const moved = link.entries().map(([key, value]) => `${key.toString()} ${moveValue(key, value)}`);
    annotations.push(writer.object(`<<${moved.join('')}>>`));
  }
  function moveValue(key: PDFName, value: PDFObject): string {
    if (value instanceof PDFArray && (key.asString() === '/Rect' || key.asString() === '/QuadPoints')) {
      const at = (place: number): number => turn * value.lookup(place, PDFNumber).asNumber();
      const moved = value.asArray().map((_, place) => at(place) + (place % 2 === 0 ? x : y));
      // The corners of a rectangle that is turned change places.
      const isRect = key.asString() === '/Rect';
      const ordered = isTurned && isRect ? [...moved.slice(2), ...moved.slice(0, 2)] : moved;
      return `[${ordered.map(round).join(' ')}]`;
    }
    return textOf(value);
  }
}

function getSide({ back, ...front }: SheetLayout, isBack: boolean): SheetSide {
  return isBack && back !== null ? back : front;
}

/** Cuts the bleed off where a cell has no room for it; empty if it has. */
function clipToRoom(page: PDFPage, { left, bottom, room }: SheetCell, bleed: number): string {
  if (Math.min(...Object.values(room)) >= bleed) return '';
  const { width, height } = page.getTrimBox();
  const [before, below] = [Math.min(bleed, room.left), Math.min(bleed, room.bottom)];
  const [after, above] = [Math.min(bleed, room.right), Math.min(bleed, room.top)];
  const box = [left - before, bottom - below, before + width + after, below + height + above];
  return `${box.map(round).join(' ')} re W n `;
}

/** Writes a side as a page, and returns its number. */
export function endSide(
  { writer, layout, isPrint, allInks, pages }: Frame,
  { forms, placements, annotations }: OpenSide,
  isBack: boolean,
): number {
  const { width, height } = layout;
  const lines = getSide(layout, isBack).marks.map(
    ([x1, y1, x2, y2]) => `${round(x1)} ${round(y1)} m ${round(x2)} ${round(y2)} l S`,
  );
  const ink = isPrint ? '/AllInks CS 1 SCN' : '0 0 0 RG';
  const drawn = lines.length === 0 ? [] : [`q ${ink} ${markThickness} w`, ...lines, 'Q'];
  const content = latin1([...placements, ...drawn].join('\n'));
  const contents = writer.stream('/Filter/FlateDecode', deflateSync(content, { level: 9 }));
  const xObjects = forms.map((number, index) => `/C${index} ${number} 0 R`).join('');
  const colors = allInks === null ? '' : `/ColorSpace<</AllInks ${allInks} 0 R>>`;
  const box = `[0 0 ${round(width)} ${round(height)}]`;
  const boxes = isPrint ? `/BleedBox ${box}/TrimBox ${box}` : '';
  const links = annotations.map((number) => `${number} 0 R`).join(' ');
  return writer.object(
    `<</Type/Page/Parent ${pages} 0 R/MediaBox ${box}${boxes}/Contents ${contents} 0 R` +
      `/Resources<</XObject<<${xObjects}>>${colors}>>` +
      `${links === '' ? '' : `/Annots[${links}]/Tabs/S`}>>`,
  );
}

/**
 * The origin of a page on the sheet; of a page upside down the place of its corner. A page whose codes are on
 * a grid of dots moves by up to half a dot, so that they are on the grid of the sheet.
 */
function placeOnGrid(
  page: PDFPage,
  { height }: SheetLayout,
  cell: SheetCell,
  isTurned: boolean,
): [number, number] {
  const trim = page.getTrimBox();
  const [x, y] = isTurned
    ? [cell.left + trim.x + trim.width, cell.bottom + trim.y + trim.height]
    : [cell.left - trim.x, cell.bottom - trim.y];
  const dpi = page.node.lookupMaybe(DOTS_KEY, PDFNumber);
  if (dpi === undefined) return [x, y];
  const dot = POINTS_PER_INCH / dpi.asNumber();
  const snap = (length: number): number => Math.round(length / dot) * dot;
  // Rows of dots are counted from the top.
  const top = height + (isTurned ? page.getHeight() : -page.getHeight());
  return [snap(x), top - snap(top - y)];
}

/** The content of a page, compressed, with the entries that say how. */
function getContent(page: PDFPage): { readonly entries: string; readonly content: Uint8Array } {
  const contents = page.node.Contents();
  const isPlain =
    contents instanceof PDFRawStream &&
    contents.dict.get(PDFName.of('Filter')) === PDFName.of('FlateDecode') &&
    !contents.dict.has(PDFName.of('DecodeParms'));
  const content = isPlain ? contents.contents : deflateSync(latin1(readContents(page)));
  return { entries: '/Filter/FlateDecode', content };
}

/** As precise as a page needs to be: a ten-thousandth of a point. */
function round(length: number): string {
  return String(Number(length.toFixed(4)));
}
