/** Layers inside of other ones. */
import type { Layer } from 'ag-psd';
import type { GroupElement, TemplateElement } from '../../../generated/template.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { PsdContext } from './context.ts';
import type { LayerMask } from './document.ts';
import { alphaMask, applyMask } from './pixels.ts';

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
    ...{ type: 'group', id: builder.names.idFor(`${name} inside`, 'group'), x, y, width, height },
    ...{ clip: shape.type === 'rect' ? 'box' : 'ellipse', elements: [] },
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
