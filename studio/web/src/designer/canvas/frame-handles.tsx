import { applyToPoint, compose } from 'transformation-matrix';
import type { ReactNode } from 'react';
import type { SelectionFrame } from '../model/changes/transform.ts';
import { toPage, measureTurn, type Handle, type Point } from '../model/placement.ts';
import type { OnScreen } from '../view/screen.ts';
import classes from './canvas.module.css';

/** The handles of what is selected: eight to resize it, one to rotate it. */
export function Handles({ frame, screen }: OnScreen & { readonly frame: SelectionFrame }): ReactNode {
  const placed = { element: frame.box, groups: frame.groups };
  const { element } = placed;
  const matrix = compose(screen, toPage(placed));
  const turn = measureTurn(placed);
  const at = ({ x, y }: Handle): Point =>
    applyToPoint(matrix, { x: ((x + 1) / 2) * element.width, y: ((y + 1) / 2) * element.height });
  const [left, right, top, bottom] = [
    at({ x: -1, y: 0 }),
    at({ x: 1, y: 0 }),
    at({ x: 0, y: -1 }),
    at({ x: 0, y: 1 }),
  ];
  const width = Math.hypot(right.x - left.x, right.y - left.y);
  const height = Math.hypot(bottom.x - top.x, bottom.y - top.y);
  const shown = handles.filter(
    ({ x, y }) => (x !== 0 || width >= smallSide) && (y !== 0 || height >= smallSide),
  );
  const size = Math.min(width, height) < tinySide && Math.max(width, height) < 3 * tinySide ? 6 : 9;
  const [across, down] = [unit(left, right, turn), unit(top, bottom, turn + 90)];
  const knob = { x: top.x - down.x * rotationGap, y: top.y - down.y * rotationGap };
  return (
    <>
      <line className={classes.stem} x1={top.x} y1={top.y} x2={knob.x} y2={knob.y} />
      <circle className={classes.knob} cx={knob.x} cy={knob.y} r={5} data-handle="rotate" />
      {shown.map((handle) => {
        const { x, y } = at(handle);
        return (
          <rect
            key={`${handle.x} ${handle.y}`}
            className={classes.handle}
            x={-size / 2}
            y={-size / 2}
            width={size}
            height={size}
            transform={`translate(${x} ${y}) rotate(${getDegrees(across)})`}
            data-handle={`${handle.x} ${handle.y}`}
            style={{ cursor: getCursor(handle, across, down) }}
          />
        );
      })}
    </>
  );
}

const handles: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
];

/** Sides on the screen below which only the corners have handles. */
const smallSide = 24;

/** Sides on the screen below which handles would cover what they hold. */
const tinySide = 16;

/** How far the handle of rotation is above the box. */
const rotationGap = 22;

const cursors = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'] as const;

/** The direction from one point to another; that of an angle, if they are the same. */
function unit(from: Point, to: Point, degrees: number): Point {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y);
  if (length > 0) return { x: x / length, y: y / length };
  return { x: Math.cos((degrees * Math.PI) / 180), y: Math.sin((degrees * Math.PI) / 180) };
}

function getDegrees({ x, y }: Point): number {
  return (Math.atan2(y, x) * 180) / Math.PI;
}

/** The cursor of a handle, in the direction in which it is on the screen. */
function getCursor({ x, y }: Handle, across: Point, down: Point): string {
  const degrees = getDegrees({ x: x * across.x + y * down.x, y: x * across.y + y * down.y }) + 90;
  return cursors[((Math.round(degrees / 45) % 4) + 4) % 4]!;
}
