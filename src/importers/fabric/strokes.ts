import type { Paint, Stroke } from '../../../generated/template.ts';
import type { FabricObject } from '../../../generated/designs/fabric.ts';
import { rounded } from '../boxes.ts';
import { readStrokeWidth } from './geometry.ts';

/** A stroke by its paint, as wide as `scale` makes it. Null if it is not drawn. */
export function readStroke(object: FabricObject, paint: Paint | null, scale: number): Stroke | null {
  const { strokeUniform = false, strokeDashArray = [], strokeDashOffset = 0, paintFirst = 'fill' } = object;
  const { strokeLineCap: cap = 'butt', strokeLineJoin: join = 'miter', strokeMiterLimit = 4 } = object;
  const factor = strokeUniform ? 1 : scale;
  const width = rounded(readStrokeWidth(object) * factor);
  if (paint === null || width <= 0) return null;
  const dash = strokeDashArray.map((length) => Math.max(0, rounded(length * factor)));
  const hasDash = dash.some((length) => length > 0);
  const isBehind = paintFirst === 'stroke' && (object.fill ?? 'black') !== '' && !hasDash;
  return {
    ...(isBehind ? { color: paint, width: rounded(width / 2), align: 'outside' } : { color: paint, width }),
    ...(hasDash && { dash, dashOffset: rounded(strokeDashOffset * factor) }),
    ...((cap === 'round' || cap === 'square') && { cap }),
    ...((join === 'round' || join === 'bevel') && { join }),
    ...(join === 'miter' && { miterLimit: Math.max(1, rounded(strokeMiterLimit)) }),
  };
}
