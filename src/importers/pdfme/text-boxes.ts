/** The box of a text of pdfme, its background and its border. */
import type { RectElement } from '../../../generated/template.ts';
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { readBox, readName, type PdfmeContext } from './context.ts';

/** The box of a text inside of its border and padding. */
export function contentBox(field: PdfmeField): ReturnType<typeof readBox> {
  const box = readBox(field);
  const { borderWidth, padding = {} } = field;
  const border = typeof borderWidth === 'object' ? borderWidth : {};
  const [top, right, bottom, left] = (['top', 'right', 'bottom', 'left'] as const).map(
    (side) => (border[side] ?? 0) + (padding[side] ?? 0),
  ) as [number, number, number, number];
  return {
    ...box,
    x: rounded(box.x + left),
    y: rounded(box.y + top),
    width: Math.max(0, rounded(box.width - left - right)),
    height: Math.max(0, rounded(box.height - top - bottom)),
  };
}

/** The background of a field and the four lines of its border. */
export function boxesBehind(field: PdfmeField, { builder }: PdfmeContext): RectElement[] {
  const name = readName(field);
  const box = readBox(field);
  const { borderWidth, borderColor = '', backgroundColor = '' } = field;
  const rects: RectElement[] = [];
  const add = (part: string, fill: string | null, place: object): void => {
    if (fill === null) return;
    const id = builder.names.idFor(`${name} ${part}`, 'rect');
    rects.push({ type: 'rect', id, ...box, ...place, fill });
  };
  if (backgroundColor !== '') add('background', readCssColor(backgroundColor), {});
  if (typeof borderWidth !== 'object' || borderColor === '') return rects;
  const color = readCssColor(borderColor);
  const { top = 0, right = 0, bottom = 0, left = 0 } = borderWidth;
  if (box.rotation !== 0 && top + right + bottom + left > 0) {
    builder.lose(name, 'borderWidth', 'The border of a field that is turned is not drawn.');
    return rects;
  }
  if (top > 0) add('top', color, { height: rounded(top) });
  if (right > 0) add('right', color, { x: rounded(box.x + box.width - right), width: rounded(right) });
  if (bottom > 0) add('bottom', color, { y: rounded(box.y + box.height - bottom), height: rounded(bottom) });
  if (left > 0) add('left', color, { width: rounded(left) });
  return rects;
}
