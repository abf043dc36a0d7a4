/** The line that a text on a path stands on, by distances from its start, as the service measures it. */
import type { Point } from '../../model/placement.ts';
import type { Part, ReportedText } from './text-places.ts';

interface Sample extends Point {
  /** From the start. Moves between the parts of a path have no length. */
  readonly length: number;
}

/** Points that a path is measured at. */
const samples = 600;
/** Two points that are further apart than this many steps are of two parts of the path. */
const gap = 2.5;
/** The share of the font size above and below the line. */
const [ascent, descent] = [0.92, 0.26];
/** The longest side of a highlighted part, which is straight. */
const sidePx = 3;

/** A path of a text, stretched to its box. */
export class BentLine {
  readonly #samples: readonly Sample[];

  /** @param points of the path in equal steps along it, before it is stretched */
  constructor(points: readonly Point[], step: number, stretch: (point: Point) => Point) {
    const list: Sample[] = [];
    for (const [index, point] of points.entries()) {
      const [placed, before, last] = [stretch(point), points[index - 1], list.at(-1)];
      const isNext = before !== undefined && distance(before, point) <= gap * step;
      const length = (last?.length ?? 0) + (isNext && last !== undefined ? distance(last, placed) : 0);
      list.push({ ...placed, length });
    }
    this.#samples = list;
  }

  /**
   * The line of a path in a box; null: values fill the path, or it is none.
   *
   * @param pixels for one unit of the box
   */
  static read(
    path: { readonly d: string; readonly viewBox?: readonly number[] } | undefined,
    { width, height }: { readonly width: number; readonly height: number },
    pixels: number,
  ): BentLine | null {
    const [left = 0, top = 0, across = width, down = height] = path?.viewBox ?? [];
    if (path === undefined || across <= 0 || down <= 0) return null;
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    line.setAttribute('d', path.d);
    const length = line.getTotalLength();
    if (!(length > 0)) return null;
    const step = length / samples;
    const points = Array.from({ length: samples + 1 }, (_, index) => line.getPointAtLength(index * step));
    return new BentLine(points, step, ({ x, y }) => ({
      x: ((x - left) * width * pixels) / across,
      y: ((y - top) * height * pixels) / down,
    }));
  }

  /** A place beside the line: at a distance from its start, and from the line downwards. */
  toBox(along: number, below: number): Point {
    const list = this.#samples;
    const found = list.findIndex(({ length }) => length >= along);
    const after = list[Math.max(1, found === -1 ? list.length - 1 : found)]!;
    const before = list[list.indexOf(after) - 1]!;
    const length = after.length - before.length;
    const [x, y] = length > 0 ? [(after.x - before.x) / length, (after.y - before.y) / length] : [1, 0];
    // Beyond its ends it goes on straight.
    const share = along - before.length;
    return { x: before.x + x * share - y * below, y: before.y + y * share + x * below };
  }

  /** The distance from the start of the place on the line that is nearest to a point. */
  nearest(point: Point): number {
    const distances = this.#samples.map((each) => distance(each, point));
    return this.#samples[distances.indexOf(Math.min(...distances))]!.length;
  }

  /** The outline of a part of the straight line. */
  bend({ x, y, width, height }: Part): readonly Point[] {
    const count = Math.max(1, Math.ceil(width / sidePx));
    const along = Array.from({ length: count + 1 }, (_, index) => x + (width * index) / count);
    return [
      ...along.map((each) => this.toBox(each, y)),
      ...along.toReversed().map((each) => this.toBox(each, y + height)),
    ];
  }
}

/** A text on a path as a straight one whose line is at 0. The runs of the report are measured along it. */
export function straighten({ lines, ...text }: ReportedText): ReportedText {
  return {
    ...text,
    lines: lines.map((line) => {
      const size = Math.max(0, ...line.runs.map(({ fontSize }) => fontSize));
      const x = Math.min(...line.runs.map((run) => run.x));
      const end = Math.max(...line.runs.map((run) => run.x + run.width));
      return { ...line, x, width: end - x, top: -ascent * size, height: (ascent + descent) * size };
    }),
  };
}

/** The line of a text on a path has spaces for line feeds, one for one. */
export function joinLines(text: string): string {
  return text.replaceAll(/[\n\r\v\f\u0085\u2028\u2029\t]/gu, ' ');
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
