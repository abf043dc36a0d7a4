import type { SKRSContext2D } from '@napi-rs/canvas';
import { Path2D } from '@napi-rs/canvas';

import type { Matrix } from '../draw/geometry.ts';
import { PLAIN_STAMP, recordLayer, stampLayer } from '../draw/surface.ts';
import type { Surface } from '../draw/surface.ts';
import { determinant } from './svg-values.ts';
import type { Ink, Rgba, VectorNode, VectorPicture, VectorShape } from './vector-picture.ts';

/** Draws a picture into the surface's current coordinates, cut at its own sides. */
export function drawVector(surface: Surface, picture: VectorPicture): void {
  const { context } = surface;
  context.save();
  context.beginPath();
  context.rect(0, 0, picture.width, picture.height);
  context.clip();
  drawNodes(surface, picture, picture.nodes);
  context.restore();
}

/** The current coordinates are the picture's. */
function drawNodes(surface: Surface, picture: VectorPicture, nodes: readonly VectorNode[]): void {
  for (const node of nodes) {
    if (node.type === 'shape') {
      drawShape(surface.context, node);
      continue;
    }
    surface.context.save();
    if (node.clip !== null) surface.context.clip(new Path2D(node.clip.d), node.clip.rule);
    if (node.opacity === 1) drawNodes(surface, picture, node.nodes);
    else {
      const bounds = { left: 0, top: 0, right: picture.width, bottom: picture.height };
      const stamp = { ...PLAIN_STAMP, alpha: node.opacity };
      const layer = recordLayer(surface, bounds, stamp, surface, (inside) => {
        drawNodes(inside, picture, node.nodes);
      });
      if (layer !== null) stampLayer(surface, layer, stamp);
    }
    surface.context.restore();
  }
}

function drawShape(context: SKRSContext2D, { d, matrix, fill, stroke }: VectorShape): void {
  context.save();
  apply(context, matrix);
  const path = new Path2D(d);
  if (fill !== null) {
    context.save();
    const { ink, rule } = fill;
    const oval = ink.type === 'radial' ? ink.matrix : null;
    if (oval !== null) apply(context, oval);
    context.fillStyle = styleOf(context, ink);
    context.fill(oval === null ? path : transformed(path, invert(oval)), rule);
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
    context.strokeStyle = styleOf(context, ink.type === 'radial' ? rounded(ink) : ink);
    context.stroke(path);
  }
  context.restore();
}

function styleOf(context: SKRSContext2D, ink: Ink): SKRSContext2D['fillStyle'] {
  if (ink.type === 'color') return cssColor(ink.color);
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
  for (const { offset, color } of ink.stops) gradient.addColorStop(offset, cssColor(color));
  return gradient;
}

/** A gradient whose circles stay circles, in the shape's coordinates: a stroke's width is one of those. */
function rounded(ink: Extract<Ink, { type: 'radial' }>): Ink {
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
  const by = determinant(matrix);
  return { a: d / by, b: -b / by, c: -c / by, d: a / by, e: (c * f - d * e) / by, f: (b * e - a * f) / by };
}

function apply(context: SKRSContext2D, { a, b, c, d, e, f }: Matrix): void {
  context.transform(a, b, c, d, e, f);
}

function cssColor([red, green, blue, alpha]: Rgba): string {
  return `rgba(${red}, ${green}, ${blue}, ${alpha.toFixed(4)})`;
}
