/** Rectangles, ellipses, lines and vectors of Figma, one part for each of their paints. */
import type { FigmaNode } from '../../../generated/designs/figma.ts';
import type {
  EllipseElement,
  ImageElement,
  LineElement,
  PathElement,
  RectElement,
  Stroke,
} from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readBlendMode, readPaint, shownPaints, readStroke } from './paints.ts';
import { convertPicture } from './pictures.ts';

/** What is painted, without a place; its box is that of the node. */
export type Part =
  | Omit<RectElement, 'id'>
  | Omit<EllipseElement, 'id'>
  | Omit<PathElement, 'id'>
  | Omit<ImageElement, 'id'>
  | Omit<LineElement, 'id'>;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The corners of a box. */
export function readCorners({ cornerRadius = 0, rectangleCornerRadii }: FigmaNode): number | number[] {
  const all =
    rectangleCornerRadii?.length === 4
      ? rectangleCornerRadii
      : [cornerRadius, cornerRadius, cornerRadius, cornerRadius];
  const radii = all.map((radius) => Math.max(0, rounded(radius)));
  const [first = 0] = radii;
  return radii.every((radius) => radius === first) ? first : radii;
}

/** The parts of a node, the lowest first. */
export async function readParts(
  node: FigmaNode,
  size: Size,
  name: string,
  builder: TemplateBuilder,
): Promise<Part[]> {
  const outlines = getOutlines(node, size, name, builder);
  const parts: Part[] = [];
  for (const paint of shownPaints(node.fills)) {
    const blendMode = readBlendMode(paint.blendMode, name, builder);
    const blended = blendMode === undefined ? {} : { blendMode };
    if (paint.type === 'IMAGE') {
      const picture = await convertPicture(paint, name, builder);
      if (picture === null) continue;
      const [outline] = outlines;
      const isRound = outline?.type === 'ellipse';
      const radius = isRound ? rounded(Math.min(size.width, size.height) / 2) : readCorners(node);
      if (outline?.type === 'path' || (isRound && Math.abs(size.width - size.height) > 1))
        builder.lose(name, 'fills', 'The picture has the box of the shape.');
      parts.push({ ...picture, ...blended, ...(radius !== 0 && { cornerRadius: radius }) });
      continue;
    }
    const fill = readPaint(paint, size, name, builder);
    if (fill !== null) parts.push(...outlines.map((outline) => ({ ...outline, ...blended, fill }) as Part));
  }
  return [...parts, ...strokeParts(node, outlines, size, name, builder)];
}

function getOutlines(node: FigmaNode, size: Size, name: string, builder: TemplateBuilder): Part[] {
  const { type, arcData, fillGeometry = [] } = node;
  const { startingAngle = 0, endingAngle = 2 * Math.PI, innerRadius = 0 } = arcData ?? {};
  const isWhole = Math.abs(endingAngle - startingAngle) > 2 * Math.PI - 0.001 && innerRadius === 0;
  if (type === 'ELLIPSE' && isWhole) return [{ type: 'ellipse' }];
  const isBox = !['ELLIPSE', 'LINE', 'VECTOR', 'STAR', 'REGULAR_POLYGON', 'BOOLEAN_OPERATION'].includes(type);
  if (isBox) {
    const cornerRadius = readCorners(node);
    return [{ type: 'rect', ...(cornerRadius !== 0 && { cornerRadius }) }];
  }
  if (type === 'LINE') return [];
  const paths = fillGeometry.filter(({ path }) => path.trim() !== '');
  const hasFill = shownPaints(node.fills).length > 0;
  if (paths.length === 0 && hasFill && type === 'ELLIPSE') {
    builder.lose(name, 'arcData', 'The arc is a whole ellipse: the file has no paths (geometry=paths).');
    return [{ type: 'ellipse' }];
  }
  if (paths.length === 0 && hasFill)
    builder.lose(name, 'fillGeometry', 'The file has no paths of it (geometry=paths).');
  return paths.map(({ path, windingRule }) => ({
    type: 'path',
    d: path,
    ...getViewBox(size),
    ...(windingRule === 'EVENODD' && { fillRule: 'evenodd' }),
  }));
}

/** Paths are in the units of the node's own box. */
function getViewBox(size: Size): { viewBox?: number[] } {
  return isFlat(size) ? {} : { viewBox: [0, 0, rounded(size.width), rounded(size.height)] };
}

function isFlat({ width, height }: Size): boolean {
  return width < 0.001 || height < 0.001;
}

/** Strokes of boxes and ellipses are strokes; those of vectors are outlines that are filled. */
function strokeParts(
  node: FigmaNode,
  outlines: readonly Part[],
  size: Size,
  name: string,
  builder: TemplateBuilder,
): Part[] {
  const stroke = readStroke(node, size, name, builder);
  if (stroke === null) return [];
  if (node.type === 'LINE') return [{ type: 'line', stroke }];
  const [outline] = outlines;
  if (outline?.type === 'rect' && node.individualStrokeWeights !== undefined)
    return getSides(node.individualStrokeWeights, stroke, size);
  if (outline?.type === 'rect' || outline?.type === 'ellipse') return [{ ...outline, stroke }];
  const paths = (node.strokeGeometry ?? []).filter(({ path }) => path.trim() !== '');
  if (paths.length > 0)
    return paths.map(({ path: d }) => ({
      type: 'path',
      d,
      ...getViewBox(size),
      fill: stroke.color ?? '#000',
    }));
  if (outlines.length > 0) return outlines.map((each) => ({ ...each, stroke }) as Part);
  // What has no width or no height is a straight line.
  if (node.type === 'VECTOR' && isFlat(size)) return [{ type: 'line', stroke }];
  builder.lose(name, 'strokeGeometry', 'The file has no paths of it (geometry=paths).');
  return [];
}

/** Lines at single sides of a box are bars inside of it. */
function getSides(
  weights: NonNullable<FigmaNode['individualStrokeWeights']>,
  stroke: Stroke,
  { width, height }: Size,
): Part[] {
  const { top = 0, right = 0, bottom = 0, left = 0 } = weights;
  const fill = stroke.color ?? '#000';
  const bar = (x: number, y: number, w: number, h: number): Part => ({
    type: 'rect',
    fill,
    x: rounded(x),
    y: rounded(y),
    width: Math.max(0, rounded(w)),
    height: Math.max(0, rounded(h)),
  });
  return [
    ...(top > 0 ? [bar(0, 0, width, top)] : []),
    ...(right > 0 ? [bar(width - right, 0, right, height)] : []),
    ...(bottom > 0 ? [bar(0, height - bottom, width, bottom)] : []),
    ...(left > 0 ? [bar(0, 0, left, height)] : []),
  ];
}
