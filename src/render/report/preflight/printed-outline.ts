/** Where on the page the paint of shapes and pictures ends. */
import { Path2D, StrokeCap, StrokeJoin } from '@napi-rs/canvas';

import { fitPath, growBox } from '../../draw/shapes.ts';
import { MITER_LIMIT, outerStroke } from '../../draw/strokes.ts';
import { transformPoint, type Bounds, type Matrix } from '../../geometry.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { Stroke } from '../../scene/paint.ts';
import type { SceneLine } from '../../scene/shapes.ts';

type Outlined = Exclude<SceneElement, { readonly type: 'text' | 'group' | 'chart' }>;
type Corner = readonly [x: number, y: number];

/** The upright rectangle around what an element paints; null: nothing. */
export function outlineBounds(element: Outlined, matrix: Matrix): Bounds | null {
  const outlines = outlinesOf(element)
    .map((path) => path.transform(matrix).computeTightBounds())
    .filter(([left, top, right, bottom]) => right > left || bottom > top);
  if (outlines.length === 0) return null;
  const [lefts, tops, rights, bottoms] = [0, 1, 2, 3].map((side) => outlines.map((each) => each[side] ?? 0));
  return {
    left: Math.min(...(lefts ?? [])),
    top: Math.min(...(tops ?? [])),
    right: Math.max(...(rights ?? [])),
    bottom: Math.max(...(bottoms ?? [])),
  };
}

function outlinesOf(element: Outlined): Path2D[] {
  switch (element.type) {
    case 'rect':
      return [growBox(element, element.cornerRadius, outerStroke(element.stroke))];
    case 'ellipse':
      return [growBox(element, 'ellipse', outerStroke(element.stroke))];
    case 'image':
    case 'qrcode':
    case 'barcode':
      return [growBox(element, [0, 0, 0, 0], 0)];
    case 'line':
      return [strokeOfLine(element)];
    case 'path': {
      const path = fitPath(element);
      if (path === null) return [];
      const { stroke } = element;
      const outer = outerStroke(stroke);
      return stroke === null || outer <= 0 ? [path] : [path, strokeOf(new Path2D(path), stroke, 2 * outer)];
    }
  }
}

function strokeOfLine({ width, height, stroke, cap }: SceneLine): Path2D {
  const path = new Path2D();
  path.moveTo(0, 0);
  path.lineTo(width, height);
  return stroke === null ? path : strokeOf(path, { ...stroke, cap: stroke.cap ?? cap }, stroke.width);
}

const caps = { butt: StrokeCap.Butt, round: StrokeCap.Round, square: StrokeCap.Square } as const;
const joins = { miter: StrokeJoin.Miter, round: StrokeJoin.Round, bevel: StrokeJoin.Bevel } as const;

function strokeOf(path: Path2D, stroke: Stroke, width: number): Path2D {
  const { cap = 'butt', join = 'miter', miterLimit = MITER_LIMIT } = stroke;
  return path.stroke({ width, cap: caps[cap], join: joins[join], miterLimit });
}

/** The corners of what has straight sides, in order around it; null: it is round, or no box. */
export function cornersOf(element: Outlined, matrix: Matrix): readonly Corner[] | null {
  if (element.type === 'ellipse' || element.type === 'line' || element.type === 'path') return null;
  const by = element.type === 'rect' ? outerStroke(element.stroke) : 0;
  const { width, height } = element;
  return [
    [-by, -by],
    [width + by, -by],
    [width + by, height + by],
    [-by, height + by],
  ].map(([x = 0, y = 0]) => {
    const corner = transformPoint(x, y, matrix);
    return [corner.x, corner.y];
  });
}
