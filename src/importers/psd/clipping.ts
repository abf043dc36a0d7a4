/** Layers inside of other ones. */
import type { Layer } from 'ag-psd';
import type { GroupElement, TemplateElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { PsdContext } from './context.ts';
import type { LayerMask } from './document.ts';
import { alphaMask, applyMask, toPng } from './pixels.ts';

/** The largest page of which a mask is made. */
const maxMaskPixels = 30_000_000;

/** A group that cuts off its elements at the edge of a rectangle or an ellipse; null for other shapes. */
export function clipGroup(
  base: readonly TemplateElement[],
  name: string,
  builder: TemplateBuilder,
): GroupElement | null {
  const [shape] = base;
  if (shape === undefined || (shape.type !== 'rect' && shape.type !== 'ellipse')) return null;
  const { x = 0, y = 0, width = 0, height = 0, opacity, visible } = shape;
  return {
    type: 'group',
    id: builder.names.idFor(`${name} inside`, 'group'),
    x,
    y,
    width,
    height,
    clip: shape.type === 'rect' ? 'box' : 'ellipse',
    elements: [],
    ...(shape.type === 'rect' && shape.cornerRadius !== undefined && { cornerRadius: shape.cornerRadius }),
    ...(opacity !== undefined && { opacity }),
    ...(visible !== undefined && { visible }),
  };
}

/** What a layer covers; null if its pixels cannot be had. */
export function clipMask(base: Layer, { document }: PsdContext): LayerMask | null {
  if (base.children !== undefined) return null;
  const pixels = document.pixels(base);
  if (pixels === null || typeof pixels === 'string') return null;
  const mask = document.mask(base);
  if (mask !== null && typeof mask !== 'string') applyMask(pixels, mask);
  return alphaMask(pixels);
}

/** Elements behind masks, which are one picture as large as the page. */
export function masked(
  elements: TemplateElement[],
  masks: readonly LayerMask[],
  name: string,
  { builder, page }: PsdContext,
): TemplateElement[] {
  if (masks.length === 0 || elements.length === 0) return elements;
  if (page.width * page.height > maxMaskPixels) {
    builder.lose(name, 'mask', 'The page is too large for its mask.');
    return elements;
  }
  const data = new Uint8ClampedArray(page.width * page.height * 4).fill(255);
  for (const mask of masks) applyMask({ ...page, data }, mask);
  const src = builder.pictureOf(toPng({ ...page, data }), `${name} mask`, 'mask');
  if (src === null) return elements;
  const id = builder.names.idFor(`${name} mask`, 'group');
  // What is mixed with what lies below is now the group.
  const { blendMode } = elements[0] ?? {};
  const members = elements.map((element) => {
    delete element.blendMode;
    return moved(element, -page.x, -page.y);
  });
  const blended = blendMode === undefined ? {} : { blendMode };
  return [{ type: 'group', id, ...page, ...blended, mask: { src }, elements: members }];
}

/** An element elsewhere. */
export function moved(element: TemplateElement, x: number, y: number): TemplateElement {
  if (x === 0 && y === 0) return element;
  // The same object: proposals of variables know it.
  return Object.assign(element, {
    x: rounded(Number(element.x ?? 0) + x),
    y: rounded(Number(element.y ?? 0) + y),
  });
}
