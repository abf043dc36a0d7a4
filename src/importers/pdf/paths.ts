/** Paths of pdf.js as path data of SVG. */
import { transformPoint, type Bounds, type Matrix } from '../../render/geometry.ts';
import { num } from '../../render/svg/markup.ts';

/** A path in the coordinates of the page. */
export interface PagePath {
  readonly d: string;
  readonly bounds: Bounds;
  /** It is a box that is not turned. */
  readonly isRect: boolean;
}

/** Commands of pdf.js, and how many points follow each. */
const commands = [
  { letter: 'M', points: 1 },
  { letter: 'L', points: 1 },
  { letter: 'C', points: 3 },
  { letter: 'Q', points: 2 },
  { letter: 'Z', points: 0 },
] as const;

/** Corners that differ by less are at the same place, in points. */
const cornerTolerance = 0.01;

/** Reads a path. Null if it has no points. */
export function readPath(data: ArrayLike<number>, matrix: Matrix): PagePath | null {
  const parts: string[] = [];
  const corners: { readonly x: number; readonly y: number }[] = [];
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let isStraight = true;
  let starts = 0;
  for (let at = 0; at < data.length;) {
    const command = commands[data[at] ?? 0];
    at += 1;
    if (command === undefined) break;
    const places: string[] = [];
    for (let point = 0; point < command.points; point += 1, at += 2) {
      const { x, y } = transformPoint(data[at] ?? 0, data[at + 1] ?? 0, matrix);
      places.push(`${num(x)} ${num(y)}`);
      corners.push({ x, y });
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.top = Math.min(bounds.top, y);
      bounds.bottom = Math.max(bounds.bottom, y);
    }
    if (command.points > 1) isStraight = false;
    if (command.letter === 'M') starts += 1;
    parts.push(`${command.letter}${places.join(' ')}`);
  }
  if (corners.length === 0 || !Object.values(bounds).every(Number.isFinite)) return null;
  return { d: parts.join(''), bounds, isRect: isStraight && starts === 1 && isBox(corners, bounds) };
}

/** The path data of a box. */
export function boxPath({ left, top, right, bottom }: Bounds): string {
  return `M${num(left)} ${num(top)}H${num(right)}V${num(bottom)}H${num(left)}Z`;
}

function isBox(corners: readonly { readonly x: number; readonly y: number }[], bounds: Bounds): boolean {
  const [first, ...rest] = corners;
  const last = rest.at(-1);
  if (first === undefined || last === undefined || corners.length < 4 || corners.length > 5) return false;
  const near = (one: number, other: number): boolean => Math.abs(one - other) < cornerTolerance;
  if (corners.length === 5 && !(near(first.x, last.x) && near(first.y, last.y))) return false;
  const four = corners.slice(0, 4);
  return four.every((corner, index) => {
    const next = four[(index + 1) % 4] ?? corner;
    const isAtEdge =
      (near(corner.x, bounds.left) || near(corner.x, bounds.right)) &&
      (near(corner.y, bounds.top) || near(corner.y, bounds.bottom));
    return isAtEdge && near(corner.x, next.x) !== near(corner.y, next.y);
  });
}
