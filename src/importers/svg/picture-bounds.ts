/** Where parts of an SVG are drawn that become a picture. */
import { shapeNames } from '../../render/vector/svg/shapes.ts';
import { multiply, type Matrix } from '../../render/geometry.ts';
import { rounded } from '../boxes.ts';
import { areaOfPath, readGeometry, readOutline, transformPath } from './outlines.ts';
import { readNumberList } from './lengths.ts';
import type { SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import type { Style } from './styles.ts';
import { meanScale, moved, readTransformList, type Area } from './transforms.ts';

/** Elements that are never part of a picture: they run code, embed documents, or say nothing to a viewer. */
export const leftOut = new Set([
  'script',
  'foreignObject',
  'iframe',
  'audio',
  'video',
  'handler',
  'animate',
  'animateMotion',
  'style',
  'animateTransform',
  'set',
  'metadata',
  'title',
  'desc',
  'flowRoot',
  'view',
  'cursor',
  'font',
  'mpath',
]);

/** About where an element is drawn; null if that is not known. */
export function measurePart(
  scope: Scope,
  node: SvgNode,
  around: Style,
  outer: Matrix,
  depth = 0,
): Area | null {
  const { design, viewport } = scope;
  const style = design.styles.of(node, around);
  const transform = style.get('transform') ?? node.attributes.get('transform');
  // That of the first is in the matrix.
  const own = readTransformList(depth === 0 ? undefined : transform);
  if (own === null || depth > 20 || style.has('filter')) return null;
  const matrix = multiply(outer, own);
  const spread = (area: Area, by: number): Area => ({
    x: area.x - by,
    y: area.y - by,
    width: area.width + 2 * by,
    height: area.height + 2 * by,
  });
  if (shapeNames.has(node.name)) {
    const outline = tryOutline(scope, node, style);
    if (outline === null) return { x: 0, y: 0, width: 0, height: 0 };
    const area = areaOfPath(transformPath(outline, matrix));
    const hasStroke = (style.get('stroke') ?? 'none') !== 'none';
    if (!Object.values(area).every(Number.isFinite)) return null;
    const width = readNumberList(style.get('stroke-width'))[0] ?? 1;
    const hasMarkers = ['start', 'mid', 'end'].some((end) => style.has(`marker-${end}`));
    return hasStroke ? spread(area, width * meanScale(matrix) * (hasMarkers ? 6 : 1.5)) : area;
  }
  if (node.name === 'g' || node.name === 'a') {
    let all: Area | null = null;
    for (const child of node.children) {
      if (leftOut.has(child.name) || ['defs', 'clipPath', 'mask'].includes(child.name)) continue;
      const area = measurePart(scope, child, style, matrix, depth + 1);
      if (area === null) return null;
      if (area.width > 0 || area.height > 0) all = all === null ? area : union(all, area);
    }
    return all ?? { x: 0, y: 0, width: 0, height: 0 };
  }
  if (node.name === 'image') {
    const numbers = readGeometry(node, design.styles, style, viewport);
    const [width, height] = [numbers.get('width'), numbers.get('height')];
    if (width === undefined || height === undefined) return null;
    const placed = moved(matrix, numbers.get('x') ?? 0, numbers.get('y') ?? 0);
    return areaOfPath(transformPath(`M0 0L${width} 0L${width} ${height}L0 ${height}Z`, placed));
  }
  return null;
}

function tryOutline(scope: Scope, node: SvgNode, style: Style): string | null {
  try {
    return readOutline(node, scope.design.styles, style, scope.viewport)?.d ?? null;
  } catch {
    return null;
  }
}

function union(one: Area, other: Area): Area {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** An area with sides of a pixel at least: no picture has less. */
export function growToLeast({ x, y, width, height }: Area, least: number): Area {
  const [across, down] = [Math.max(width, least), Math.max(height, least)].map(rounded);
  return {
    x: rounded(x - ((across ?? 0) - width) / 2),
    y: rounded(y - ((down ?? 0) - height) / 2),
    width: across ?? width,
    height: down ?? height,
  };
}

/** The part of an area on the page and close to it, in whole thousandths; null if it is empty. */
export function cutToPage(
  area: Area,
  page: { readonly width: number; readonly height: number },
): Area | null {
  const x = rounded(Math.max(area.x, -page.width));
  const y = rounded(Math.max(area.y, -page.height));
  const width = rounded(Math.min(area.x + area.width, 2 * page.width) - x);
  const height = rounded(Math.min(area.y + area.height, 2 * page.height) - y);
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
