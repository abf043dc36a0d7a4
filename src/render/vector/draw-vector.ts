import type { DrawingStyle, PathContext } from '../drawing/drawing-context.ts';
import { Path2D } from '@napi-rs/canvas';

import type { Matrix } from '../geometry.ts';
import { plainCompositing, recordLayer, compositeLayer, type Surface } from '../surface/layers.ts';
import { inkColor } from '../inks/ink-color.ts';
import { toHex } from '../color-channels.ts';
import { determinant } from './svg/values.ts';
import type { Ink, Rgba, VectorNode, VectorImage, VectorShape } from './vector-image.ts';

/** Draws an image into the surface's current coordinates, clipped to its own sides. */
export function drawVector(surface: Surface, image: VectorImage): void {
  const { context } = surface;
  context.save();
  context.beginPath();
  context.rect(0, 0, image.width, image.height);
  context.clip();
  drawNodes(surface, image, image.nodes);
  context.restore();
}

function drawNodes(surface: Surface, image: VectorImage, nodes: readonly VectorNode[]): void {
  for (const node of nodes) {
    if (node.type === 'shape') {
      drawShape(surface.context, node);
      continue;
    }
    surface.context.save();
    if (node.clip !== null) surface.context.clip(new Path2D(node.clip.d), node.clip.rule);
    if (node.opacity === 1) drawNodes(surface, image, node.nodes);
    else {
      const bounds = { left: 0, top: 0, right: image.width, bottom: image.height };
      const compositing = { ...plainCompositing, alpha: node.opacity };
      const drawInside = (inside: Surface): void => drawNodes(inside, image, node.nodes);
      if (surface.kind !== 'pixels') {
        surface.drawGroup({ ...compositing, shadow: null }, bounds, drawInside);
        surface.context.restore();
        continue;
      }
      const layer = recordLayer(surface, bounds, compositing, surface, drawInside);
      if (layer !== null) compositeLayer(surface, layer, compositing);
    }
    surface.context.restore();
  }
}

/** Draws a shape into the context's current coordinates. */
export function drawShape(context: PathContext, { d, matrix, fill, stroke }: VectorShape): void {
  context.save();
  apply(context, matrix);
  const path = new Path2D(d);
  if (fill !== null) {
    context.save();
    const { ink, rule } = fill;
    const gradientMatrix = ink.type === 'radial' ? ink.matrix : null;
    if (gradientMatrix !== null) apply(context, gradientMatrix);
    context.fillStyle = getStyle(context, ink);
    context.fill(gradientMatrix === null ? path : transformed(path, invert(gradientMatrix)), rule);
    context.restore();
  }
  if (stroke !== null) {
    const { ink } = stroke;
    context.lineWidth = stroke.width;
    context.lineCap = stroke.cap;
    context.lineJoin = stroke.join;
    context.miterLimit = stroke.miterLimit;
    context.setLineDash([...stroke.dash]);
    context.lineDashOffset = stroke.dashOffset;
    context.strokeStyle = getStyle(context, ink.type === 'radial' ? toShapeCoordinates(ink) : ink);
    context.stroke(path);
  }
  context.restore();
}

function getStyle(context: PathContext, ink: Ink): DrawingStyle {
  if (ink.type === 'color') return cssColor(context, ink.color);
  const gradient =
    ink.type === 'linear'
      ? context.createLinearGradient(ink.x1, ink.y1, ink.x2, ink.y2)
      : context.createRadialGradient(
          ink.focus.x,
          ink.focus.y,
          ink.focus.r,
          ink.circle.x,
          ink.circle.y,
          ink.circle.r,
        );
  for (const { offset, color } of ink.stops) gradient.addColorStop(offset, cssColor(context, color));
  return gradient;
}

/**
 * Converts a radial gradient to the shape's coordinates, for a stroke. Its matrix must keep circles round.
 */
function toShapeCoordinates(ink: Extract<Ink, { type: 'radial' }>): Ink {
  if (ink.matrix === null) return ink;
  const { a, b, c, d, e, f } = ink.matrix;
  const scale = Math.sqrt(Math.abs(determinant(ink.matrix)));
  const move = ({ x, y, r }: { x: number; y: number; r: number }) => ({
    x: a * x + c * y + e,
    y: b * x + d * y + f,
    r: r * scale,
  });
  return { ...ink, matrix: null, focus: move(ink.focus), circle: move(ink.circle) };
}

function transformed(path: Path2D, matrix: Matrix): Path2D {
  const result = new Path2D();
  result.addPath(path, matrix);
  return result;
}

function invert(matrix: Matrix): Matrix {
  const { a, b, c, d, e, f } = matrix;
  const det = determinant(matrix);
  return {
    a: d / det,
    b: -b / det,
    c: -c / det,
    d: a / det,
    e: (c * f - d * e) / det,
    f: (b * e - a * f) / det,
  };
}

function apply(context: PathContext, { a, b, c, d, e, f }: Matrix): void {
  context.transform(a, b, c, d, e, f);
}

function cssColor({ drawsInks = false }: PathContext, [red, green, blue, alpha, inks]: Rgba): string {
  if (drawsInks && inks !== undefined) return inkColor(toHex([red, green, blue, alpha]), inks);
  return `rgba(${red}, ${green}, ${blue}, ${alpha.toFixed(4)})`;
}
