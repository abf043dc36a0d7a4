/** How Fabric.js places objects. */
import type { FabricObject } from '../../../generated/designs/fabric.ts';
import { multiply, transformBounds, type Matrix, type Size } from '../../render/geometry.ts';
import { lookUp } from '../look-up.ts';

const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** From an object's coordinates, which count from its middle, to those of the group or canvas around it. */
export function objectMatrix(object: FabricObject, size: Size, version: number): Matrix {
  const { left = 0, top = 0, angle = 0 } = object;
  const linear = linearPart(object);
  const { strokeWidth = readStrokeWidth(object), strokeUniform = false } = object;
  const [inside, outside] = strokeUniform ? [0, strokeWidth] : [strokeWidth, 0];
  const { width, height } = outlineSize(object, size, inside);
  const bounds = transformBounds(
    { left: -width / 2, right: width / 2, top: -height / 2, bottom: height / 2 },
    linear,
  );
  const across = (0.5 - getOrigin(object.originX, version)) * (bounds.right - bounds.left + outside);
  const down = (0.5 - getOrigin(object.originY, version)) * (bounds.bottom - bounds.top + outside);
  const turn = rotation(angle);
  const moved = {
    ...turn,
    e: left + turn.a * across + turn.c * down,
    f: top + turn.b * across + turn.d * down,
  };
  return multiply(moved, linear);
}

/** Without a width of its own, a stroke takes up a pixel, drawn or not. Groups and pictures have none. */
export function readStrokeWidth({ type, strokeWidth }: FabricObject): number {
  if (strokeWidth !== undefined) return Math.max(0, strokeWidth);
  return ['group', 'activeselection', 'image'].includes(type.toLowerCase()) ? 0 : 1;
}

/** A straight line with flat ends is as long as it is. */
function outlineSize({ type, strokeLineCap = 'butt' }: FabricObject, size: Size, strokeWidth: number): Size {
  const isFlat = type.toLowerCase() === 'line' && strokeLineCap === 'butt';
  return {
    width: size.width + (isFlat && size.height === 0 ? 0 : strokeWidth),
    height: size.height + (isFlat && size.width === 0 ? 0 : strokeWidth),
  };
}

/** Mirrored, scaled and skewed. */
function linearPart({
  scaleX = 1,
  scaleY = 1,
  skewX = 0,
  skewY = 0,
  flipX = false,
  flipY = false,
}: FabricObject): Matrix {
  const scale = { ...identity, a: flipX ? -scaleX : scaleX, d: flipY ? -scaleY : scaleY };
  const skewedX = multiply(scale, { ...identity, c: Math.tan((skewX * Math.PI) / 180) });
  return multiply(skewedX, { ...identity, b: Math.tan((skewY * Math.PI) / 180) });
}

/** Where an object has its `left` or `top`, as a share of its size. */
function getOrigin(origin: string | number | undefined, version: number): number {
  if (typeof origin === 'number') return origin;
  const share = lookUp({ left: 0, top: 0, center: 0.5, right: 1, bottom: 1 }, String(origin ?? ''));
  return share ?? (version >= 7 ? 0.5 : 0);
}

/** A turn by degrees. */
export function rotation(degrees: number): Matrix {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return { ...identity, a: cos, b: sin, c: -sin, d: cos };
}

export function translation(e: number, f: number): Matrix {
  return { ...identity, e, f };
}
