import type { FigmaNode } from '../../../generated/designs/figma.ts';
import type { GroupElement, TemplateElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';

/** A mask shows those that come after it inside of its shape; it is not shown itself. */
export function withMasks(
  converted: readonly { readonly node: FigmaNode; readonly element: TemplateElement }[],
  builder: TemplateBuilder,
): TemplateElement[] {
  const shown: TemplateElement[] = [];
  let mask: GroupElement | null = null;
  for (const { node, element } of converted) {
    if (node.isMask === true) {
      mask = maskGroup(element, node, builder);
      if (mask !== null) shown.push(mask);
      continue;
    }
    if (mask === null) shown.push(element);
    else {
      const x = rounded(Number(element.x ?? 0) - Number(mask.x ?? 0));
      const y = rounded(Number(element.y ?? 0) - Number(mask.y ?? 0));
      mask.elements.push(Object.assign(element, { x, y }));
    }
  }
  return shown;
}

/** A group that clips by the shape of a mask; null if it cannot. */
function maskGroup(element: TemplateElement, node: FigmaNode, builder: TemplateBuilder): GroupElement | null {
  const { id, x = 0, y = 0, width = 0, height = 0, rotation = 0 } = element;
  const name = node.name ?? 'mask';
  const isShape = ['rect', 'ellipse', 'image', 'path'].includes(element.type);
  const isPlain = rotation === 0 && typeof width === 'number' && typeof height === 'number';
  if (!isShape || !isPlain) {
    builder.lose(name, 'isMask', 'Only single shapes that are not turned cut off what comes after them.');
    return null;
  }
  if (node.maskType === 'LUMINANCE') builder.lose(name, 'maskType', 'The mask is its shape.');
  if (element.type === 'path') {
    const { d, viewBox, fillRule } = element;
    const mask = {
      d,
      ...(viewBox !== undefined && { viewBox }),
      ...(fillRule !== undefined && { fillRule }),
    };
    return { type: 'group', id, x, y, width, height, elements: [], mask };
  }
  const radius = 'cornerRadius' in element ? element.cornerRadius : undefined;
  return {
    type: 'group',
    id,
    x,
    y,
    width,
    height,
    elements: [],
    clip: element.type === 'ellipse' ? 'ellipse' : 'box',
    ...(radius !== undefined && { cornerRadius: radius }),
  };
}
