/** Where pdfme puts the fields of a page that has no PDF behind it: what is too high moves what is below. */
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';

const tolerance = 0.01;

/** The room for fields on a page. */
export interface PageRoom {
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
}

/** A field on the first page. */
export interface FlowedField {
  readonly field: PdfmeField;
  /** How many of its parts, such as the rows of a table, stand on the page; null if it is whole. */
  readonly parts: number | null;
}

/**
 * The fields of the first page. Each is as high as its parts, which `heightsOf` says; those that have no room
 * stand on other pages.
 */
export function flowFields(
  fields: readonly PdfmeField[],
  heightsOf: (field: PdfmeField) => readonly number[],
  { height, top, bottom }: PageRoom,
): FlowedField[] {
  const room = height - top - bottom;
  const items = fields.map((field) => {
    const own = field.height ?? 0;
    const y = field.position?.y ?? 0;
    return { field, own, y, base: Math.max(0, y - top), heights: heightsOf(field), place: y, parts: 0 };
  });
  const changes = items.some(({ heights, own, base }) => {
    const all = heights.reduce((sum, part) => sum + part, 0);
    return Math.abs(all - own) > tolerance || base + all > room + tolerance;
  });
  if (!changes || room <= 0) return fields.map((field) => ({ field, parts: null }));
  let moved = 0;
  for (const item of items.toSorted((a, b) =>
    Math.abs(a.base - b.base) > tolerance ? a.base - b.base : 0,
  )) {
    const start = item.base + moved;
    const { end, parts, y } = place(item.heights, start, room, item.field.type === 'table');
    item.place = y + top;
    item.parts = parts;
    moved = end - (item.base + item.own);
  }
  return items
    .filter(({ parts }) => parts > 0)
    .map(({ field, place: y, parts, heights }) => ({
      field: { ...field, position: { x: field.position?.x ?? 0, y } },
      parts: parts === heights.length ? null : parts,
    }));
}

/** Puts parts below each other, and goes on at the top of the next page where there is no room. */
function place(
  heights: readonly number[],
  start: number,
  room: number,
  keepsFirst: boolean,
): { readonly end: number; readonly parts: number; readonly y: number } {
  let page = Math.max(0, Math.floor(start / room));
  let y = Math.max(0, start - page * room);
  let [parts, first] = [0, y];
  for (const [index, part] of heights.entries()) {
    if (part > room - y + tolerance && y > tolerance) {
      // The head of a table does not stay alone at the end of a page.
      if (keepsFirst && index === 1) parts = 0;
      const head = keepsFirst && index === 1 ? (heights[0] ?? 0) : 0;
      page += 1;
      y = head;
    }
    if (index === 0) first = y;
    if (page === 0) parts += 1;
    y += part;
    if (y >= room - tolerance) {
      page += 1;
      y = 0;
    }
  }
  return { end: page * room + y, parts, y: first };
}
