import type { CornerRadii } from '../scene/element-base.ts';
import type { SceneGroup } from '../scene/elements.ts';
import { invert, multiply, transformPoint } from '../geometry.ts';
import type { LaidOutRun, TextLayout } from '../text/text-layout.ts';
import type { PageElement } from './page-elements.ts';

/**
 * The part of a run that surely has ink, in font sizes: from the baseline to the height of small letters, and
 * without the side bearings of its first and last letter.
 */
const INK_HEIGHT = 0.5;
const SIDE_BEARING = 0.1;

/** Says by which group's clip letters of a text are cut; null if by none. */
export function describeClippedText(
  { lines, clip, width, height, turn }: TextLayout,
  { matrix, clips }: Pick<PageElement, 'matrix' | 'clips'>,
): string | null {
  for (const { group, matrix: groupMatrix } of clips) {
    const toGroup = invert(groupMatrix);
    if (toGroup === null) continue;
    const place = multiply(toGroup, matrix);
    const isCut = lines.some(({ baseline, runs }) =>
      runs.some((run) =>
        getInk(run, baseline)
          .map(([x, y]) => turned(x, y, turn))
          // What the text's own box cuts off has a warning of its own.
          .map(([x, y]) => (clip ? ([clamp(x, width), clamp(y, height)] as const) : ([x, y] as const)))
          .some(([x, y]) => {
            const point = transformPoint(x, y, place);
            return !isInside(group, point.x, point.y);
          }),
      ),
    );
    if (isCut) return `The clip of the group "${group.id}" (${group.clip}) cuts off a part of the text.`;
  }
  return null;
}

function turned(x: number, y: number, turn: TextLayout['turn']): readonly [number, number] {
  if (turn === undefined) return [x, y];
  const point = transformPoint(x, y, turn);
  return [point.x, point.y];
}

/** The corners of a run's ink, in the coordinates of the lines. */
function getInk({ places, ...run }: LaidOutRun, baseline: number): (readonly [number, number])[] {
  if (places === undefined) return [...inkCorners(run, baseline)];
  return places.flatMap(({ drawn, x, width, matrix }) =>
    inkCorners({ ...run, drawn, x, width }, baseline).map(([cornerX, cornerY]) => {
      const point = transformPoint(cornerX, cornerY, matrix);
      return [point.x, point.y] as const;
    }),
  );
}

function inkCorners({ x, width, fontSize, letterSpacing, drawn }: LaidOutRun, baseline: number) {
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
  ] as const;
}

/** Whether a point is in a group's clip. It is convex: a rectangle with its corners inside is inside. */
function isInside({ clip, width, height, cornerRadius }: SceneGroup, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x > width || y > height) return false;
  if (clip === 'ellipse') return Math.hypot((2 * x) / width - 1, (2 * y) / height - 1) <= 1;
  return isInsideCorners(cornerRadius, width, height, x, y);
}

function isInsideCorners(
  [topLeft, topRight, bottomRight, bottomLeft]: CornerRadii,
  width: number,
  height: number,
  x: number,
  y: number,
): boolean {
  const isCut = (given: number, fromSide: number, fromEdge: number): boolean => {
    const radius = Math.min(given, width / 2, height / 2);
    return (
      fromSide < radius && fromEdge < radius && Math.hypot(radius - fromSide, radius - fromEdge) > radius
    );
  };
  return !(
    isCut(topLeft, x, y) ||
    isCut(topRight, width - x, y) ||
    isCut(bottomRight, width - x, height - y) ||
    isCut(bottomLeft, x, height - y)
  );
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}
