import { applyToPoint, compose, translate, type Matrix } from 'transformation-matrix';
import type { ReactNode } from 'react';
import { findAxis, gapBands, paddingBands, type LayoutTarget } from '../../model/layout-target.ts';
import { computeCorners, toPage, type Box, type Point } from '../../model/placement.ts';
import classes from './layout.module.css';

/** Lengths on the screen: of a group that has handles, of a band that is caught as a whole, and of a grip. */
const minSide = 32;
const wholeFrom = 8;
const gripLength = 18;
const gripReach = 5;
/** Where the middle of a band would be under the handle of the edge. */
const clearFrom = 18;

interface LayoutHandlesProps {
  readonly target: LayoutTarget;
  readonly screen: Matrix;
  /** The part that is dragged. */
  readonly active: string | null;
}

/** The padding and the gaps of a layout, to be dragged. */
export function LayoutHandles({ target, screen, active }: LayoutHandlesProps): ReactNode {
  const matrix = compose(screen, toPage({ element: target.box, groups: target.groups }));
  const scale = Math.hypot(matrix.a, matrix.b);
  const { width, height } = target.box;
  if (Math.min(width, height) * scale < minSide) return null;
  const axis = findAxis(target.layout);
  const paddings = paddingBands(target).map((band, side): BandProps => {
    const across = side % 2 === 0 ? 'y' : 'x';
    return { part: `padding ${side}`, band, across, isAtEdge: true, edge: side === 0 || side === 3 ? 1 : -1 };
  });
  const gaps = gapBands(target).map((band): BandProps => ({
    part: 'gap',
    band,
    across: axis,
    isAtEdge: false,
    edge: 0,
  }));
  return [...paddings, ...gaps].map((props, index) => (
    <Band key={index} {...props} matrix={matrix} scale={scale} isActive={active === props.part} />
  ));
}

interface BandProps {
  readonly part: string;
  readonly band: Box;
  /** The axis along which it is dragged. */
  readonly across: 'x' | 'y';
  readonly isAtEdge: boolean;
  /** In which direction of the axis the inside of the box is, from the band; 0: on both sides. */
  readonly edge: 1 | -1 | 0;
}

interface DrawnBandProps extends BandProps {
  readonly matrix: Matrix;
  readonly scale: number;
  readonly isActive: boolean;
}

function Band({ part, band, across, isAtEdge, edge, matrix, scale, isActive }: DrawnBandProps): ReactNode {
  const [thickness, length] = across === 'x' ? [band.width, band.height] : [band.height, band.width];
  const isThin = thickness * scale < wholeFrom;
  // A grip of a thin band at an edge stands inside of the box, and beside the handle of the edge.
  const along = isAtEdge && thickness * scale < clearFrom ? length / 4 : length / 2;
  const depth = isThin && isAtEdge ? (edge * gripReach) / scale : 0;
  const start = edge === -1 ? thickness : 0;
  const centre = isThin && isAtEdge ? start + depth : thickness / 2;
  const half = Math.min(gripLength / scale, length / 2) / 2;
  const at = (alongBy: number): Point => {
    const place = across === 'x' ? { x: centre, y: along + alongBy } : { x: along + alongBy, y: centre };
    return applyToPoint(matrix, { x: band.x + place.x, y: band.y + place.y });
  };
  const [from, to] = [at(-half), at(half)];
  const corners = computeCorners(band, compose(matrix, translate(band.x, band.y)));
  const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  const turn = Math.atan2(matrix.b, matrix.a);
  const isSideways = Math.abs(Math.sin(turn)) > Math.SQRT1_2 !== (across === 'x');
  const cursor = isSideways ? 'ew-resize' : 'ns-resize';
  return (
    <g className={classes.band} data-active={isActive || undefined}>
      <polygon
        className={classes.area}
        points={corners.map(({ x, y }) => `${x},${y}`).join(' ')}
        style={{ cursor }}
        {...(isThin ? {} : { 'data-layout': part })}
      />
      <line className={classes.reach} {...line} data-layout={part} style={{ cursor }} />
      <line className={classes.grip} {...line} />
    </g>
  );
}
