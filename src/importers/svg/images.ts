import type { ImageElement, TemplateElement } from '../../../generated/template.ts';
import type { SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import type { Style } from './styles.ts';
import { readGeometry } from './outlines.ts';
import { splitTransform, place } from './transforms.ts';

const shares: Readonly<Record<string, number>> = { Min: 0, Mid: 0.5, Max: 1 };

/** Converts an `image` element. `scope.matrix` includes its transform, `style` is its own. */
export async function convertImage(scope: Scope, node: SvgNode, style: Style): Promise<TemplateElement[]> {
  const { builder } = scope.design;
  if ((style.get('visibility') ?? 'visible') !== 'visible') return [];
  const href = (node.attributes.get('href') ?? '').trim();
  const numbers = readGeometry(node, scope.design.styles, style, scope.viewport);
  const [width, height] = [numbers.get('width'), numbers.get('height')];
  const parts = splitTransform(scope.matrix);
  if (href === '' || width === 0 || height === 0 || parts === null) return [];
  if (width === undefined || height === undefined) {
    scope.lose('width', 'A picture without a size is not shown.');
    return [];
  }
  const src = await builder.picture(href.replaceAll(/[\t\n\r]+/gu, ''), scope.name);
  if (src === null) return [];
  const area = { x: numbers.get('x') ?? 0, y: numbers.get('y') ?? 0, width, height };
  const image: ImageElement = {
    type: 'image',
    id: builder.names.idFor(scope.name, 'image'),
    ...place(area, scope.matrix, parts),
    src,
    ...getFit(node.attributes.get('preserveAspectRatio')),
  };
  const id = node.attributes.get('id') ?? '';
  const isMarked = id.startsWith('var-');
  builder.proposePicture(image, { name: isMarked ? id.slice(4) : scope.name, from: scope.name, isMarked });
  return [image];
}

function getFit(value = 'xMidYMid meet'): Pick<ImageElement, 'fit' | 'position'> {
  if (/\bnone\b/u.test(value)) return { fit: 'fill' };
  const [, x = 'Mid', y = 'Mid'] = /x(Min|Mid|Max)Y(Min|Mid|Max)/u.exec(value) ?? [];
  const position = { x: shares[x] ?? 0.5, y: shares[y] ?? 0.5 };
  return {
    fit: value.includes('slice') ? 'cover' : 'contain',
    ...((position.x !== 0.5 || position.y !== 0.5) && { position }),
  };
}
