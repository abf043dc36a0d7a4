import { SVGPathData } from 'svg-pathdata';
import type { Matrix } from '../../render/geometry.ts';
import { toOutline, shapeNames, type Viewport } from '../../render/vector/svg/shapes.ts';
import type { SvgNode } from './read-document.ts';
import { readUserLength } from './lengths.ts';
import type { Style, Styles } from './styles.ts';
import type { Area } from './transforms.ts';

/** Attributes that are lengths, and what their percentages refer to. */
const directions: Readonly<Record<string, 'across' | 'down' | 'both'>> = {
  x: 'across',
  x1: 'across',
  x2: 'across',
  cx: 'across',
  rx: 'across',
  width: 'across',
  y: 'down',
  y1: 'down',
  y2: 'down',
  cy: 'down',
  ry: 'down',
  height: 'down',
  r: 'both',
};

/** Numbers of path data have this many steps in a unit of the page. */
export const pathSteps = 1_000;

/** A shape by its name and numbers; other outlines are paths. */
export type Shape =
  | { readonly type: 'rect'; readonly area: Area; readonly rx: number; readonly ry: number }
  | { readonly type: 'ellipse'; readonly area: Area }
  | {
      readonly type: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
    }
  | { readonly type: 'path' };

export interface Outline {
  readonly shape: Shape;
  /** Absolute lines and curves. */
  readonly d: string;
}

/** The values of an element's geometry in user units, from attributes and properties. */
export function readGeometry(
  node: SvgNode,
  styles: Styles,
  style: Style,
  viewport: Viewport,
): ReadonlyMap<string, number> {
  const declared = styles.declared(node);
  const values = new Map<string, number>();
  const fontSize = Number(style.get('font-size'));
  const both = Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
  for (const [name, direction] of Object.entries(directions)) {
    const whole = direction === 'across' ? viewport.width : direction === 'down' ? viewport.height : both;
    const text = declared.get(name) ?? node.attributes.get(name);
    const value = readUserLength(text, { whole, fontSize });
    if (value !== null) values.set(name, value);
  }
  return values;
}

/**
 * The outline of a basic shape or a path in user units; null if it is empty.
 *
 * @throws UnsupportedSvg if its data have an error
 */
export function readOutline(node: SvgNode, styles: Styles, style: Style, viewport: Viewport): Outline | null {
  if (!shapeNames.has(node.name)) return null;
  const numbers = readGeometry(node, styles, style, viewport);
  const attributes = new Map(node.attributes);
  for (const [name, value] of numbers) attributes.set(name, String(value));
  const path = /^path\(\s*["'](.*)["']\s*\)$/su.exec(styles.declared(node).get('d') ?? '')?.[1];
  if (path !== undefined) attributes.set('d', path);
  for (const name of Object.keys(directions)) if (!numbers.has(name)) attributes.delete(name);
  if (node.name === 'ellipse') completeRadii(attributes);
  const d = toOutline({ ...node, attributes }, viewport);
  return d === null ? null : { shape: getShape(node.name, numbers), d };
}

/** One missing radius is as long as the other. */
function completeRadii(attributes: Map<string, string>): void {
  const either = attributes.get('rx') ?? attributes.get('ry') ?? '0';
  for (const name of ['rx', 'ry']) if (!attributes.has(name)) attributes.set(name, either);
}

function getShape(name: string, numbers: ReadonlyMap<string, number>): Shape {
  const of = (key: string, otherwise = 0): number => numbers.get(key) ?? otherwise;
  const area = { x: of('x'), y: of('y'), width: of('width'), height: of('height') };
  switch (name) {
    case 'rect': {
      const rx = Math.min(of('rx', of('ry')), area.width / 2);
      const ry = Math.min(of('ry', of('rx')), area.height / 2);
      return { type: 'rect', area, rx: ry === 0 ? 0 : rx, ry: rx === 0 ? 0 : ry };
    }
    case 'circle':
    case 'ellipse': {
      const rx = name === 'circle' ? of('r') : of('rx', of('ry'));
      const ry = name === 'circle' ? of('r') : of('ry', of('rx'));
      const [cx, cy] = [of('cx'), of('cy')];
      return { type: 'ellipse', area: { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry } };
    }
    case 'line':
      return { type: 'line', x1: of('x1'), y1: of('y1'), x2: of('x2'), y2: of('y2') };
    default:
      return { type: 'path' };
  }
}

/** Path data after a transform. */
export function transformPath(d: string, { a, b, c, d: down, e, f }: Matrix): string {
  return new SVGPathData(d).matrix(a, b, c, down, e, f).encode();
}

/** Path data with numbers that a person can read, and from another origin. */
export function movedPath(d: string, x: number, y: number, steps: number): string {
  return new SVGPathData(d).toAbs().translate(-x, -y).round(steps).encode();
}

/** The bounding box of path data that has only lines and curves. */
export function areaOfPath(d: string): Area {
  const { minX, minY, maxX, maxY } = new SVGPathData(d).toAbs().getBounds();
  return { x: minX, y: minY, width: maxX - minX, height: maxY - minY };
}

/** The rectangle that path data are, if their sides are upright; else null. */
export function asRectangle(d: string): Area | null {
  if (d.length > 300) return null;
  const { commands } = new SVGPathData(d);
  const points: (readonly [number, number])[] = [];
  for (const [index, command] of commands.entries()) {
    if (command.type === SVGPathData.CLOSE_PATH) {
      if (index < commands.length - 1) return null;
    } else if (command.type === SVGPathData.LINE_TO || (command.type === SVGPathData.MOVE_TO && index === 0))
      points.push([command.x, command.y]);
    else return null;
  }
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (points.length === 5 && near(first[0], last[0]) && near(first[1], last[1])) points.pop();
  if (points.length !== 4) return null;
  const upright = points.every((point, index) => {
    const next = points[(index + 1) % 4] ?? first;
    return near(point[0], next[0]) !== near(point[1], next[1]);
  });
  const turns = points.every((point, index) => {
    const [next, after] = [points[(index + 1) % 4] ?? first, points[(index + 2) % 4] ?? first];
    return near(point[0], next[0]) === near(next[1], after[1]);
  });
  return upright && turns ? areaOfPath(d) : null;
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-3;
}
