import type { ImageElement, TemplateElement } from '../../../generated/template.ts';
import { pictureSize } from '../../render/images/picture-size.ts';
import type { SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import type { Style } from './styles.ts';
import { readGeometry } from './outlines.ts';
import { viewBoxMatrix } from './page.ts';
import { splitTransform, place, type Area, type Parts } from './transforms.ts';

/** A transform that stretches pictures by less stretches them evenly. */
const leastStretch = 0.001;

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
    ...(await fitInto(scope, src, { area, parts, preserve: node.attributes.get('preserveAspectRatio') })),
    src,
  };
  const id = node.attributes.get('id') ?? '';
  const isMarked = id.startsWith('var-');
  builder.proposePicture(image, { name: isMarked ? id.slice(4) : scope.name, from: scope.name, isMarked });
  return [image];
}

interface Fitting {
  readonly area: Area;
  readonly parts: Parts;
  readonly preserve: string | undefined;
}

/**
 * The box of a picture, and how it is fitted. It is fitted before a transform stretches it (SVG 2, 8.2): its
 * box is that of the fitted picture then, or it has a crop of what is shown.
 */
async function fitInto(
  { design, matrix, lose }: Scope,
  src: string,
  { area, parts, preserve }: Fitting,
): Promise<Omit<ImageElement, 'type' | 'id' | 'src'>> {
  const plain = { ...place(area, matrix, parts), ...getFit(preserve) };
  if (Math.abs(parts.scaleX / parts.scaleY - 1) < leastStretch || plain.fit === 'fill') return plain;
  const bytes = design.builder.files.all.get(src);
  const size = bytes === undefined ? null : await pictureSize(bytes);
  if (size === null) {
    lose('preserveAspectRatio', 'It is no picture whose size can be read: it is not stretched.');
    return plain;
  }
  const { a, d, e, f } = viewBoxMatrix(preserve, { x: 0, y: 0, ...size }, area, 1);
  if (plain.fit === 'contain') {
    const fitted = { x: area.x + e, y: area.y + f, width: size.width * a, height: size.height * d };
    return { ...place(fitted, matrix, parts), fit: 'fill' };
  }
  const share = (length: number): number => Math.min(1, Math.max(0, Math.round(length * 1e6) / 1e6));
  const crop = {
    x: share(-e / a / size.width),
    y: share(-f / d / size.height),
    width: share(area.width / a / size.width),
    height: share(area.height / d / size.height),
  };
  return { ...place(area, matrix, parts), fit: 'fill', crop };
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
