import type { Matrix } from '../../render/geometry.ts';
import { multiply } from '../../render/geometry.ts';
import { lookUp } from '../look-up.ts';
import { readUserLength } from './lengths.ts';
import { areaOfPath, readOutline } from './outlines.ts';
import type { SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import type { Style } from './styles.ts';
import { moved, type Area } from './transforms.ts';

const sides = { left: '0%', top: '0%', center: '50%', right: '100%', bottom: '100%' } as const;

/** The matrix of an element: its transform happens about its origin (CSS Transforms 1, 4). */
export function placeTransform(scope: Scope, node: SvgNode, style: Style, transform: Matrix): Matrix {
  const origin =
    style.has('transform') || node.attributes.has('transform') ? getOrigin(scope, node, style) : null;
  if (origin === null) return multiply(scope.matrix, transform);
  return moved(multiply(moved(scope.matrix, origin.x, origin.y), transform), -origin.x, -origin.y);
}

/** The origin of the transform of an element; null if it is that of the coordinates. */
function getOrigin(scope: Scope, node: SvgNode, style: Style): { x: number; y: number } | null {
  const box = style.get('transform-box') ?? 'view-box';
  const value = style.get('transform-origin');
  if (value === undefined && box === 'view-box') return null;
  const [first = '0', second = '50%'] = (value ?? '0 0').toLowerCase().split(/\s+/u);
  const isVertical = ['top', 'bottom'].includes(first) || ['left', 'right'].includes(second);
  const [x, y] = isVertical ? [second, first] : [first, second];
  const area = box === 'view-box' ? { x: 0, y: 0, ...scope.viewport } : shapeArea(scope, node, style);
  const fontSize = Number(style.get('font-size') ?? 16);
  const along = (side: string, whole: number) =>
    readUserLength(lookUp(sides, side) ?? side, { whole, fontSize });
  const [left, top] = [along(x, area?.width ?? 0), along(y, area?.height ?? 0)];
  if (area !== null && left !== null && top !== null) return { x: area.x + left, y: area.y + top };
  scope.lose(area === null ? 'transform-box' : 'transform-origin', 'The origin of the coordinates is used.');
  return null;
}

/** The box of a shape without its stroke; null for an element that is not a shape. */
function shapeArea(scope: Scope, node: SvgNode, style: Style): Area | null {
  try {
    const outline = readOutline(node, scope.design.styles, style, scope.viewport);
    return outline === null ? null : areaOfPath(outline.d);
  } catch {
    return null;
  }
}
