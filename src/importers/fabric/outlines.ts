/** The outlines of Fabric.js's shapes, in coordinates that count from their middle. */
import type { FabricObject } from '../../../generated/designs/fabric.ts';
import type { Rect } from '../../render/geometry.ts';
import { pathBounds } from '../../render/vector/path-data.ts';
import { rounded } from '../boxes.ts';
import { lookUp } from '../look-up.ts';

/** A shape as a path, and as what else it is. */
export interface Outline {
  readonly kind: 'rect' | 'ellipse' | 'line' | 'path';
  /** SVG path data, in the coordinates of `bounds`. */
  readonly d: string;
  readonly bounds: Rect;
  /** The radii of a rect's corners. */
  readonly radii?: readonly [number, number];
}

/** The control points of a quarter of a circle. */
const quarter = 0.5522847498;

/** The longest list of points or commands that is read. */
const maxParts = 200_000;

/** The name of a type as versions before 6 write it. */
export function readType({ type }: FabricObject): string {
  const plain = type.toLowerCase();
  return lookUp({ itext: 'i-text', activeselection: 'group', circleclip: 'circle' }, plain) ?? plain;
}

/** The outline of a shape; null if the object is no shape, or has none. */
export function readOutline(object: FabricObject, version: number): Outline | null {
  const { width = 0, height = 0 } = object;
  const box = centred(Math.max(0, width), Math.max(0, height));
  switch (readType(object)) {
    case 'rect':
      return rectOutline(object, box);
    case 'circle':
      return circleOutline(object, version);
    case 'ellipse':
      return ellipseOutline(object.rx ?? width / 2, object.ry ?? height / 2);
    case 'triangle': {
      const { x, y } = box;
      return { kind: 'path', d: `M${n(x)} ${n(-y)}L0 ${n(y)}L${n(-x)} ${n(-y)}Z`, bounds: box };
    }
    case 'line': {
      const { x1 = -width / 2, y1 = -height / 2, x2 = width / 2, y2 = height / 2 } = object;
      const [w, h] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
      const [right, bottom] = [x1 <= x2 ? w / 2 : -w / 2, y1 <= y2 ? h / 2 : -h / 2];
      return {
        kind: 'line',
        bounds: centred(w, h),
        d: `M${n(-right)} ${n(-bottom)}L${n(right)} ${n(bottom)}`,
      };
    }
    case 'polyline':
    case 'polygon':
      return pathOutline(pointsPath(object));
    case 'path':
      return pathOutline(commandsPath(object.path));
    default:
      return null;
  }
}

function centred(width: number, height: number): Rect {
  return { x: -width / 2, y: -height / 2, width, height };
}

function rectOutline({ rx = 0, ry = 0 }: FabricObject, box: Rect): Outline {
  const { x, y, width, height } = box;
  // One radius stands for both.
  const across = Math.max(0, Math.min(rx === 0 ? ry : rx, width / 2));
  const down = Math.max(0, Math.min(ry === 0 ? rx : ry, height / 2));
  const [right, bottom] = [x + width, y + height];
  if (across === 0 || down === 0) {
    const d = `M${n(x)} ${n(y)}H${n(right)}V${n(bottom)}H${n(x)}Z`;
    return { kind: 'rect', d, bounds: box, radii: [0, 0] };
  }
  const arc = `A${n(across)} ${n(down)} 0 0 1 `;
  const d =
    `M${n(x + across)} ${n(y)}H${n(right - across)}${arc}${n(right)} ${n(y + down)}` +
    `V${n(bottom - down)}${arc}${n(right - across)} ${n(bottom)}` +
    `H${n(x + across)}${arc}${n(x)} ${n(bottom - down)}V${n(y + down)}${arc}${n(x + across)} ${n(y)}Z`;
  return { kind: 'rect', d, bounds: box, radii: [across, down] };
}

/** Part of a circle is an open line whose inside is filled. Before version 5, its angles are radians. */
function circleOutline(object: FabricObject, version: number): Outline {
  const { width = 0, radius = width / 2, startAngle = 0, endAngle, counterClockwise = false } = object;
  const full = version < 5 ? 2 * Math.PI : 360;
  const swept = (endAngle ?? full) - startAngle;
  if (Math.abs(swept) >= full - 1e-4) return ellipseOutline(radius, radius);
  const [start, end] = [startAngle, endAngle ?? full].map((angle) => (angle / full) * 2 * Math.PI);
  const at = (angle = 0) => `${n(radius * Math.cos(angle))} ${n(radius * Math.sin(angle))}`;
  const share = (((counterClockwise ? -swept : swept) % full) + full) % full;
  const flags = `${share > full / 2 ? 1 : 0} ${counterClockwise ? 0 : 1}`;
  return {
    kind: 'path',
    bounds: centred(2 * radius, 2 * radius),
    d: `M${at(start)}A${n(radius)} ${n(radius)} 0 ${flags} ${at(end)}`,
  };
}

function ellipseOutline(rx: number, ry: number): Outline {
  const [x, y] = [Math.max(0, rx), Math.max(0, ry)];
  const [cx, cy] = [x * quarter, y * quarter];
  const d =
    `M${n(x)} 0C${n(x)} ${n(cy)} ${n(cx)} ${n(y)} 0 ${n(y)}C${n(-cx)} ${n(y)} ${n(-x)} ${n(cy)} ${n(-x)} 0` +
    `C${n(-x)} ${n(-cy)} ${n(-cx)} ${n(-y)} 0 ${n(-y)}C${n(cx)} ${n(-y)} ${n(x)} ${n(-cy)} ${n(x)} 0Z`;
  return { kind: 'ellipse', d, bounds: centred(2 * x, 2 * y) };
}

function pathOutline(d: string): Outline | null {
  const bounds = pathBounds(d);
  if (bounds === null) return null;
  const { left, top, right, bottom } = bounds;
  return { kind: 'path', d, bounds: { x: left, y: top, width: right - left, height: bottom - top } };
}

function pointsPath(object: FabricObject): string {
  const points = (object.points ?? []).slice(0, maxParts).map(({ x, y }) => `${n(x)} ${n(y)}`);
  if (points.length === 0) return '';
  return `M${points.join('L')}${readType(object) === 'polygon' ? 'Z' : ''}`;
}

/** Commands are arrays of a letter and its numbers. */
export function commandsPath(path: FabricObject['path']): string {
  if (typeof path === 'string') return path;
  if (!Array.isArray(path)) return '';
  return path
    .slice(0, maxParts)
    .map(([letter, ...numbers]) =>
      typeof letter === 'string' && /^[a-z]$/iu.test(letter)
        ? letter + numbers.map((each) => n(Number(each))).join(' ')
        : '',
    )
    .join('');
}

/** A number within the limits of templates. */
function n(value: number): number {
  return rounded(value);
}
