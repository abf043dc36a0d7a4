import { applyToPoint, compose, type Matrix } from 'transformation-matrix';
import { memo, type ReactNode } from 'react';
import type { TemplateDocument } from '../model/template.ts';
import { findFrame, type SelectionFrame } from '../model/changes/transform.ts';
import { findElement, findElements, type PlacedElement } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { findLayoutTarget } from '../model/layout-target.ts';
import {
  measureBounds,
  computeCorners,
  toPage,
  measureTurn,
  type Handle,
  type Point,
} from '../model/placement.ts';
import { type SnapLine } from '../state/designer.ts';
import { useDesigner } from '../state/use-designer.ts';
import classes from './canvas.module.css';
import { LayoutHandles } from './layout/layout-handles.tsx';
import layoutClasses from './layout/layout.module.css';
import { pageToScreen } from '../view/screen.ts';

/** Frames and handles over the picture. Their places come from the document; nothing is drawn twice. */
export function Overlay(): ReactNode {
  const design = useDesigner((state) => state.design);
  const document = seenDocument(design);
  const { selection } = design;
  const view = useDesigner((state) => state.view);
  const gesture = useDesigner((state) => state.gesture);
  const hovered = useDesigner((state) => state.hovered);
  const settings = useDesigner((state) => state.settings);
  const textEdit = useDesigner((state) => state.textEdit);
  const screen = pageToScreen(document, view);
  const placed = findElements(document, selection);
  const frame = findFrame({ document, selection });
  // A layout has no place for elements that are not drawn.
  const isNowhere = frame !== null && frame.box.width === 0 && frame.box.height === 0;
  const target = selection.length === 1 && !isNowhere ? findLayoutTarget(design) : null;
  // What is carried has not moved in the document.
  const carried = gesture?.kind === 'move' && gesture.carried !== undefined ? gesture : null;
  const isBusy = gesture !== null && gesture.kind !== 'marquee';
  const hoveredElement = hovered === null || gesture !== null ? null : findElement(document, hovered);
  return (
    <svg className={classes.overlay} aria-hidden>
      <PageFrame document={document} screen={screen} margins={settings.margins} />
      <Guides guides={settings.guides} screen={screen} />
      {hoveredElement === null || selection.includes(hoveredElement.element.id) ? null : (
        <Frame placed={hoveredElement} screen={screen} className={classes.hovered} />
      )}
      <g {...(carried === null ? {} : { transform: getShift(carried.distance, screen) })}>
        {placed.map((each) => (
          <Frame key={each.element.id} placed={each} screen={screen} className={classes.selected} />
        ))}
        {placed.length > 1 ? <SharedFrame placed={placed} screen={screen} /> : null}
      </g>
      {target === null || (isBusy && gesture.kind !== 'layout') || textEdit !== null ? null : (
        <LayoutHandles
          target={target}
          screen={screen}
          active={gesture?.kind === 'layout' ? gesture.part : null}
        />
      )}
      {frame === null || isBusy || isNowhere || textEdit !== null ? null : (
        <Handles frame={frame} screen={screen} />
      )}
      {gesture?.lines.map((line, index) => (
        <Line key={index} line={line} screen={screen} />
      ))}
      {carried?.carried?.line == null ? null : <Landing line={carried.carried.line} screen={screen} />}
      {gesture?.kind === 'marquee' ? (
        <polygon
          className={classes.marquee}
          points={getPoints(
            computeCorners(
              gesture.box,
              compose(screen, { a: 1, b: 0, c: 0, d: 1, e: gesture.box.x, f: gesture.box.y }),
            ),
          )}
        />
      ) : null}
    </svg>
  );
}

interface OnScreen {
  readonly screen: Matrix;
}

interface FrameProps extends OnScreen {
  readonly placed: PlacedElement;
  readonly className: string | undefined;
}

/** The outline of an element's box. */
const Frame = memo(function Frame({ placed, screen, className }: FrameProps): ReactNode {
  const corners = computeCorners(placed.element, compose(screen, toPage(placed)));
  return <polygon className={className} points={getPoints(corners)} data-id={placed.element.id} />;
});

/** The upright rectangle around several elements. */
function SharedFrame({
  placed,
  screen,
}: OnScreen & { readonly placed: readonly PlacedElement[] }): ReactNode {
  const { x, y, width, height } = measureBounds(
    placed.flatMap((each) => computeCorners(each.element, compose(screen, toPage(each)))),
  );
  return <rect className={classes.shared} {...{ x, y, width, height }} />;
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

/** The handles of what is selected: eight to resize it, one to rotate it. */
function Handles({ frame, screen }: OnScreen & { readonly frame: SelectionFrame }): ReactNode {
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

/** The edges of the page, its bleed and its margins. */
function PageFrame({
  document,
  screen,
  margins,
}: OnScreen & {
  readonly document: TemplateDocument;
  readonly margins: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>> | null;
}): ReactNode {
  const { viewport, bleed = 0, viewportOutputIntent } = document;
  const rectangle = (left: number, top: number, right: number, bottom: number) => {
    const from = applyToPoint(screen, { x: left, y: top });
    const to = applyToPoint(screen, { x: right, y: bottom });
    return { x: from.x, y: from.y, width: Math.max(0, to.x - from.x), height: Math.max(0, to.y - from.y) };
  };
  const { width, height } = viewport;
  return (
    <>
      <rect className={classes.trim} {...rectangle(0, 0, width, height)} />
      {bleed > 0 && viewportOutputIntent === 'print' ? (
        <rect className={classes.bleed} {...rectangle(-bleed, -bleed, width + bleed, height + bleed)} />
      ) : null}
      {margins === null ? null : (
        <rect
          className={classes.margins}
          {...rectangle(margins.left, margins.top, width - margins.right, height - margins.bottom)}
        />
      )}
    </>
  );
}

/** Far beyond every canvas. */
const farAway = 20_000;

function Guides({
  guides,
  screen,
}: OnScreen & {
  readonly guides: { readonly x: readonly number[]; readonly y: readonly number[] };
}): ReactNode {
  return (['x', 'y'] as const).flatMap((axis) =>
    guides[axis].map((at, index) => {
      const place = applyToPoint(screen, { x: at, y: at })[axis];
      const line =
        axis === 'x'
          ? { x1: place, x2: place, y1: 0, y2: farAway }
          : { y1: place, y2: place, x1: 0, x2: farAway };
      return (
        <g key={`${axis} ${index}`}>
          <line className={classes.guide} {...line} />
          <line
            className={classes.guideArea}
            {...line}
            data-guide={`${axis} ${index}`}
            style={{ cursor: axis === 'x' ? 'ew-resize' : 'ns-resize' }}
          />
        </g>
      );
    }),
  );
}

function Line({ line, screen }: OnScreen & { readonly line: SnapLine }): ReactNode {
  const { axis, at, from, to } = line;
  const [start, end] = [from, to].map((other) =>
    applyToPoint(screen, axis === 'x' ? { x: at, y: other } : { x: other, y: at }),
  ) as [Point, Point];
  return <line className={classes.snap} x1={start.x} y1={start.y} x2={end.x} y2={end.y} />;
}

/** Where an element lands that is dropped in a layout. */
function Landing({ line, screen }: OnScreen & { readonly line: readonly [Point, Point] }): ReactNode {
  const [start, end] = line.map((each) => applyToPoint(screen, each)) as [Point, Point];
  return <line className={layoutClasses.landing} x1={start.x} y1={start.y} x2={end.x} y2={end.y} />;
}

function getShift({ x, y }: Point, screen: Matrix): string {
  return `translate(${x * screen.a} ${y * screen.d})`;
}

function getPoints(corners: readonly Point[]): string {
  return corners.map(({ x, y }) => `${x},${y}`).join(' ');
}
