import { Path2D } from '@napi-rs/canvas';
import type { Bounds } from '../geometry.ts';

/** The smallest box around SVG path data, curves included; null if nothing of it can be read. */
export function pathBounds(d: string): Bounds | null {
  const path = new Path2D(d);
  if (path.toSVGString() === '') return null;
  const [left, top, right, bottom] = path.computeTightBounds();
  return { left, top, right, bottom };
}
