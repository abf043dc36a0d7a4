import type { TemplateElement } from '../../../generated/template.ts';
import { invert, multiply, elementTransform } from '../../render/geometry.ts';
import { rounded } from '../boxes.ts';
import { convertImage } from './images.ts';
import { readGeometry, type Outline } from './outlines.ts';
import type { FoundPaint } from './paints.ts';
import { referred, type SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import { initialStyle, type Style } from './styles.ts';
import { readViewBox, viewBoxMatrix } from './page.ts';
import { moved, splitTransform, place, readTransformList, scaled, type Area } from './transforms.ts';

/**
 * Converts a shape that a pattern fills with one picture, as Figma and Illustrator write pictures: a group
 * that clips, with the picture in it. Null for other patterns and shapes.
 */
export async function convertPattern(
  scope: Scope,
  { shape }: Outline,
  fill: FoundPaint,
  style: Style,
): Promise<TemplateElement[] | null> {
  const pattern = fill.type === 'picture' ? fill.server : null;
  if (pattern?.name !== 'pattern' || (style.get('stroke') ?? 'none') !== 'none') return null;
  if (shape.type !== 'rect' && shape.type !== 'ellipse') return null;
  const { area } = shape;
  const found = getPicture(scope, pattern, area);
  const parts = splitTransform(scope.matrix);
  if (found === null || parts === null) return null;
  const box = place(area, scope.matrix, parts);
  const toBox = invert(elementTransform({ rotation: 0, ...box }));
  if (toBox === null) return null;
  const { image, toUser } = found;
  const inside: Scope = { ...scope, matrix: multiply(multiply(toBox, scope.matrix), toUser) };
  const elements = await convertImage(inside, image, scope.design.styles.of(image, initialStyle));
  if (elements.length === 0) return null;
  const radius = shape.type === 'rect' ? rounded(shape.rx * parts.scaleX) : 0;
  return [
    {
      type: 'group',
      id: scope.design.builder.names.idFor(`${scope.name} frame`, 'group'),
      ...box,
      clip: shape.type === 'rect' ? 'box' : 'ellipse',
      ...(radius > 0 && { cornerRadius: radius }),
      elements,
    },
  ];
}

/** The one picture of a pattern whose tile is at least as large as the shape. */
function getPicture(
  scope: Scope,
  pattern: SvgNode,
  area: Area,
): { image: SvgNode; toUser: Scope['matrix'] } | null {
  const { document, styles } = scope.design;
  const { attributes, children } = pattern;
  if (attributes.has('patternTransform') || attributes.has('href')) return null;
  const isWhole = ['width', 'height'].every((side) => readTileSide(attributes.get(side)) >= 1);
  if (!isWhole || attributes.get('patternUnits') === 'userSpaceOnUse') return null;
  const toArea = patternMatrix(pattern, area);
  const [only] = children;
  if (toArea === null || children.length !== 1 || only === undefined) return null;
  const style = styles.of(only, initialStyle);
  const transform = readTransformList(style.get('transform') ?? only.attributes.get('transform'));
  const image = only.name === 'use' ? referred(document, only.attributes.get('href')) : only;
  if (image?.name !== 'image' || transform === null) return null;
  const numbers = readGeometry(only, styles, style, scope.viewport);
  const onUse =
    only.name === 'use' ? moved(transform, numbers.get('x') ?? 0, numbers.get('y') ?? 0) : transform;
  return { image, toUser: multiply(toArea, onUse) };
}

/** The side of a tile as a share of the shape's: `1`, or `100%` as Adobe XD writes it. */
function readTileSide(side = ''): number {
  return side.trim().endsWith('%') ? Number.parseFloat(side) / 100 : Number(side || 0);
}

/** From the coordinates of a pattern's content to those of the shape; null if tiles would be seen. */
function patternMatrix({ attributes }: SvgNode, area: Area): Scope['matrix'] | null {
  const corner = moved({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, area.x, area.y);
  const box = readViewBox(attributes.get('viewBox'));
  // A view box decides over the units of the content (SVG 2, 14.3).
  if (box !== null)
    return multiply(corner, viewBoxMatrix(attributes.get('preserveAspectRatio'), box, area, 1));
  if (attributes.get('patternContentUnits') !== 'objectBoundingBox') return null;
  return scaled(corner, area.width, area.height);
}
