import { applyToPoint, compose, type Matrix } from 'transformation-matrix';
import { memo, type ReactNode } from 'react';
import { findFrame } from '../model/changes/transform.ts';
import { findElement, findElements, type PlacedElement } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { findLayoutTarget } from '../model/layout-target.ts';
import { measureBounds, computeCorners, toPage, type Point } from '../model/placement.ts';
import type { SnapLine } from '../state/gesture.ts';
import { useDesigner } from '../state/use-designer.ts';
import classes from './canvas.module.css';
import { CropLayer } from './crop/crop-layer.tsx';
import { LayoutHandles } from './layout/layout-handles.tsx';
import layoutClasses from './layout/layout.module.css';
import { pageToScreen, type OnScreen } from '../view/screen.ts';
import { Handles } from './frame-handles.tsx';
import { measureBetween } from './measure.ts';
import { Measures, useAltKey } from './measures.tsx';
import { PageFrame, Guides } from './page-lines.tsx';
import { PenLayer, PointsLayer } from './points/points-layer.tsx';
import { ShapingHandles } from './shaping/shaping-handles.tsx';

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
  const isInside = useDesigner((state) => state.cropping !== null || state.points !== null);
  const isAltHeld = useAltKey();
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
  const measured = gesture === null && textEdit === null && isAltHeld ? placed : [];
  const boundsOf = (each: PlacedElement) => measureBounds(computeCorners(each.element, toPage(each)));
  const measures =
    gesture?.kind === 'move'
      ? (gesture.measures ?? [])
      : measured.length === 0
        ? []
        : measureBetween(
            measureBounds(measured.flatMap((each) => computeCorners(each.element, toPage(each)))),
            hoveredElement === null || selection.includes(hoveredElement.element.id)
              ? { x: 0, y: 0, ...document.viewport }
              : boundsOf(hoveredElement),
          );
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
      {isInside ? <CropLayer screen={screen} /> : null}
      {isInside ? <PointsLayer screen={screen} /> : null}
      <PenLayer screen={screen} />
      {frame === null || isBusy || isNowhere || isInside || textEdit !== null ? null : (
        <>
          <ShapingHandles design={design} screen={screen} />
          <Handles frame={frame} screen={screen} />
        </>
      )}
      {gesture?.lines.map((line, index) => (
        <Line key={index} line={line} screen={screen} />
      ))}
      <Measures measures={measures} screen={screen} />
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
