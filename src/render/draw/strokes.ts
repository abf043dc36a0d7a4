import type { PathContext } from '../drawing/drawing-context.ts';
import { FillType, Path2D, PathOp } from '@napi-rs/canvas';

import { colorStyle, paintStyle } from '../paint.ts';
import type { Stroke } from '../scene/paint.ts';

/** The default of SVG, so that a path looks as in the editor that exported it. */
export const MITER_LIMIT = 4;
/** The default of a canvas, far above that of a right angle. */
const RECT_MITER_LIMIT = 10;

interface Box {
  readonly width: number;
  readonly height: number;
}

/** How far outside of the outline a stroke lies: half of it, all of it, or nothing. */
export function outerStroke(stroke: Stroke | null): number {
  if (stroke === null || stroke.align === 'inside') return 0;
  return stroke.align === 'outside' ? stroke.width : stroke.width / 2;
}

/** How far inside of the outline a stroke lies. */
export function innerStroke(stroke: Stroke | null): number {
  return stroke === null ? 0 : stroke.width - outerStroke(stroke);
}

/** How far a stroke may reach beyond an outline with corners of any angle. */
export function strokeReach(stroke: Stroke | null): number {
  // A square cap reaches beyond the end by half the width, along the line and across it.
  return outerStroke(stroke) * Math.max(stroke?.miterLimit ?? MITER_LIMIT, Math.SQRT2);
}

/**
 * Sets the context's stroke style for a box that begins at 0, 0. False if there is nothing to stroke.
 *
 * @param isRaster as for `paintStyle`
 */
export function setStroke(
  context: PathContext,
  stroke: Stroke | null,
  box: Box,
  isRaster: boolean,
): stroke is Stroke {
  if (stroke === null || stroke.width <= 0) return false;
  const { color } = stroke;
  context.strokeStyle =
    typeof color === 'string'
      ? colorStyle(context, color)
      : paintStyle(context, color, box.width, box.height, null, isRaster);
  context.lineWidth = stroke.width;
  context.setLineDash([...stroke.dash]);
  context.miterLimit = stroke.miterLimit ?? RECT_MITER_LIMIT;
  if (stroke.dashOffset !== undefined) context.lineDashOffset = stroke.dashOffset;
  if (stroke.cap !== undefined) context.lineCap = stroke.cap;
  if (stroke.join !== undefined) context.lineJoin = stroke.join;
  return true;
}

/** Strokes a path, or a side of it: a line of twice the width, cut off at the outline. The style is set. */
export function strokePath(
  context: PathContext,
  path: Path2D,
  { align, width, miterLimit = MITER_LIMIT }: Stroke,
  rule: 'nonzero' | 'evenodd',
): void {
  context.miterLimit = miterLimit;
  if (align === undefined) {
    context.stroke(path);
    return;
  }
  context.save();
  if (align === 'inside') context.clip(path, rule);
  else context.clip(surroundPath(path, rule, width * Math.max(miterLimit, Math.SQRT2)), 'evenodd');
  context.lineWidth = 2 * width;
  context.stroke(path);
  context.restore();
}

/** Everything around a path that is at most so far away from it. */
export function surroundPath(path: Path2D, rule: 'nonzero' | 'evenodd', reach: number): Path2D {
  const [left, top, right, bottom] = path.getBounds();
  const outside = new Path2D();
  outside.rect(left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach);
  const inside = new Path2D(path);
  if (rule === 'evenodd') inside.setFillType(FillType.EvenOdd);
  outside.op(inside, PathOp.Difference);
  return outside;
}
