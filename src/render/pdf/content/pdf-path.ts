import type { Path2D } from '@napi-rs/canvas';

import { transformPoint, type Matrix } from '../../geometry.ts';
import { nums } from './numbers.ts';

/** How far control points of a quarter of a circle are from its ends, as a part of the radius. */
const KAPPA = 0.5522847498;

/** `r`: a rectangle by its corners. */
type Command = 'm' | 'l' | 'c' | 'h' | 'r';

/** A path in the coordinates of its page. */
export class PdfPath {
  readonly #commands: { readonly command: Command; readonly points: readonly number[] }[] = [];

  get isEmpty(): boolean {
    return this.#commands.length === 0;
  }

  /**
   * The operators (ISO 32000-1, 8.5.2).
   *
   * @param matrix from the page's coordinates to those of the content, if they differ
   */
  write(matrix: Matrix | null = null): string {
    let operators = '';
    for (const { command, points } of this.#commands) {
      const moved = matrix === null ? points : move(points, matrix);
      operators += command === 'r' ? writeRect(moved) : `${nums(...moved)} ${command}\n`;
    }
    return operators;
  }

  moveTo(x: number, y: number, matrix: Matrix): void {
    this.#add('m', [x, y], matrix);
  }

  lineTo(x: number, y: number, matrix: Matrix): void {
    this.#add(this.isEmpty ? 'm' : 'l', [x, y], matrix);
  }

  curveTo(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number, matrix: Matrix): void {
    this.#add('c', [x1, y1, x2, y2, x3, y3], matrix);
  }

  closePath(): void {
    if (!this.isEmpty) this.#commands.push({ command: 'h', points: [] });
  }

  rect(x: number, y: number, width: number, height: number, matrix: Matrix): void {
    this.#add('r', [x, y, x + width, y, x + width, y + height, x, y + height], matrix);
  }

  /** Radii from the top left corner clockwise; those too large for a side are reduced together. */
  roundRect(
    x: number,
    y: number,
    width: number,
    height: number,
    given: number | readonly number[],
    matrix: Matrix,
  ): void {
    const all = typeof given === 'number' ? [given, given, given, given] : given;
    const [tl = 0, tr = 0, br = 0, bl = 0] = all;
    const fit = Math.min(
      1,
      width / Math.max(tl + tr, bl + br, 1e-9),
      height / Math.max(tl + bl, tr + br, 1e-9),
    );
    const [a, b, c, d] = [tl * fit, tr * fit, br * fit, bl * fit];
    const [right, bottom] = [x + width, y + height];
    const k = 1 - KAPPA;
    this.moveTo(x + a, y, matrix);
    this.lineTo(right - b, y, matrix);
    if (b > 0) this.curveTo(right - b * k, y, right, y + b * k, right, y + b, matrix);
    this.lineTo(right, bottom - c, matrix);
    if (c > 0) this.curveTo(right, bottom - c * k, right - c * k, bottom, right - c, bottom, matrix);
    this.lineTo(x + d, bottom, matrix);
    if (d > 0) this.curveTo(x + d * k, bottom, x, bottom - d * k, x, bottom - d, matrix);
    this.lineTo(x, y + a, matrix);
    if (a > 0) this.curveTo(x, y + a * k, x + a * k, y, x + a, y, matrix);
    this.closePath();
  }

  /** A whole ellipse. */
  ellipse(x: number, y: number, rx: number, ry: number, matrix: Matrix): void {
    const [kx, ky] = [rx * KAPPA, ry * KAPPA];
    this.moveTo(x + rx, y, matrix);
    this.curveTo(x + rx, y + ky, x + kx, y + ry, x, y + ry, matrix);
    this.curveTo(x - kx, y + ry, x - rx, y + ky, x - rx, y, matrix);
    this.curveTo(x - rx, y - ky, x - kx, y - ry, x, y - ry, matrix);
    this.curveTo(x + kx, y - ry, x + rx, y - ky, x + rx, y, matrix);
    this.closePath();
  }

  /** Adds a path of the canvas, which has its segments as SVG path data only. */
  add(path: Path2D, matrix: Matrix): void {
    let [x, y] = [0, 0];
    for (const [, command = '', values = ''] of path.toSVGString().matchAll(/([A-Z])([^A-Z]*)/g)) {
      const numbers = (values.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
      switch (command) {
        case 'M':
          this.moveTo(a, b, matrix);
          [x, y] = [a, b];
          break;
        case 'L':
          this.lineTo(a, b, matrix);
          [x, y] = [a, b];
          break;
        case 'H':
          this.lineTo(a, y, matrix);
          x = a;
          break;
        case 'V':
          this.lineTo(x, a, matrix);
          y = a;
          break;
        case 'Q': {
          const [fromX, fromY] = [x + (2 / 3) * (a - x), y + (2 / 3) * (b - y)];
          this.curveTo(fromX, fromY, c + (2 / 3) * (a - c), d + (2 / 3) * (b - d), c, d, matrix);
          [x, y] = [c, d];
          break;
        }
        case 'C':
          this.curveTo(a, b, c, d, e, f, matrix);
          [x, y] = [e, f];
          break;
        case 'Z':
          this.closePath();
          break;
        default:
          throw new Error(`the canvas writes paths with the command ${command}`);
      }
    }
  }

  #add(command: Command, points: readonly number[], matrix: Matrix): void {
    this.#commands.push({ command, points: move(points, matrix) });
  }
}

function move(points: readonly number[], matrix: Matrix): number[] {
  const moved: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const { x, y } = transformPoint(points[at] ?? 0, points[at + 1] ?? 0, matrix);
    moved.push(x, y);
  }
  return moved;
}

function writeRect(corners: readonly number[]): string {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = corners;
  // Dashes begin at the first corner, so it stays the first.
  if (x1 === x4 && y1 === y2) return `${nums(x1, y1, x3 - x1, y3 - y1)} re\n`;
  return `${nums(x1, y1)} m\n${nums(x2, y2)} l\n${nums(x3, y3)} l\n${nums(x4, y4)} l\nh\n`;
}
