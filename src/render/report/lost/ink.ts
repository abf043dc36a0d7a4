import { transformPoint, type Matrix } from '../../geometry.ts';
import type { LaidOutRun, TextLayout } from '../../text/text-layout.ts';

/** A point in the coordinates of an element's box. */
export type InkPoint = readonly [x: number, y: number];

/**
 * The part of a run that surely has ink, in font sizes: from the baseline to the height of small letters, and
 * without the side bearings of its first and last letter.
 */
const INK_HEIGHT = 0.5;
const SIDE_BEARING = 0.1;

/** The corners of the ink of each line of a text; none for a line of spaces. */
export function inkOfLines({ lines, clip, width, height, turn }: TextLayout): InkPoint[][] {
  return lines.map(({ baseline, runs }) =>
    runs.flatMap((run) =>
      getInk(run, baseline)
        .map(([x, y]) => turned(x, y, turn))
        // What the text's own box cuts off has a warning of its own.
        .map(([x, y]): InkPoint => (clip ? [clamp(x, width), clamp(y, height)] : [x, y])),
    ),
  );
}

function turned(x: number, y: number, turn: Matrix | undefined): InkPoint {
  if (turn === undefined) return [x, y];
  const point = transformPoint(x, y, turn);
  return [point.x, point.y];
}

function getInk({ places, ...run }: LaidOutRun, baseline: number): InkPoint[] {
  if (places === undefined) return inkCorners(run, baseline);
  return places.flatMap(({ drawn, x, width, matrix }) =>
    inkCorners({ ...run, drawn, x, width }, baseline).map(([cornerX, cornerY]): InkPoint => {
      const point = transformPoint(cornerX, cornerY, matrix);
      return [point.x, point.y];
    }),
  );
}

function inkCorners(
  { x, width, fontSize, letterSpacing, drawn }: Omit<LaidOutRun, 'places'>,
  baseline: number,
): InkPoint[] {
  if (drawn.trim() === '') return [];
  const bearing = Math.min(SIDE_BEARING * fontSize, width / 2);
  const [left, right] = [
    x + bearing,
    Math.max(x + bearing, x + width - bearing - Math.max(0, letterSpacing)),
  ];
  const top = baseline - INK_HEIGHT * fontSize;
  return [
    [left, top],
    [right, top],
    [left, baseline],
    [right, baseline],
  ];
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}
