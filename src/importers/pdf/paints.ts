/** Gradients of a PDF as those of SVG. */
import type { Matrix } from '../../render/geometry.ts';
import { tag, writeTransform } from '../../render/svg/markup.ts';
import type { Definitions } from './content.ts';

/** A shading as pdf.js describes it: along a line, or from circle to circle. */
type Shading = readonly [
  kind: 'RadialAxial',
  type: 'axial' | 'radial',
  bbox: readonly number[] | null,
  stops: readonly (readonly [number, string])[],
  from: readonly number[],
  to: readonly number[],
  fromRadius: number | null,
  toRadius: number | null,
];

/** The paint of a shading; null if it is none that SVG has. `matrix` leads from its space to the page. */
export function shadingPaint(shading: unknown, matrix: Matrix, definitions: Definitions): string | null {
  if (!isGradient(shading)) return null;
  const [, type, , stops, from, to, fromRadius, toRadius] = shading;
  const isReversed = type === 'radial' && (fromRadius ?? 0) > (toRadius ?? 0);
  const [inner, outer] = isReversed ? [to, from] : [from, to];
  const [least = 0, most = 0] = isReversed ? [toRadius, fromRadius] : [fromRadius, toRadius];
  const shared = {
    gradientUnits: 'userSpaceOnUse',
    gradientTransform: writeTransform(matrix),
  };
  const offsetOf = (place: number): number => {
    const along = isReversed ? 1 - place : place;
    // The smaller circle of a radial gradient has a size; SVG begins with a point.
    const start = type === 'radial' && (most ?? 0) > 0 ? (least ?? 0) / (most ?? 1) : 0;
    return start + along * (1 - start);
  };
  const shown = withClearEnds(stops);
  const content = (isReversed ? shown.toReversed() : shown)
    .map(({ place, color, opacity }) =>
      tag('stop', {
        offset: precise(offsetOf(place)),
        'stop-color': color,
        'stop-opacity': opacity === 1 ? undefined : opacity,
      }),
    )
    .join('');
  const [x1 = 0, y1 = 0] = inner;
  const [x2 = 0, y2 = 0] = outer;
  const places: Record<string, string | number | undefined> =
    type === 'axial'
      ? { x1: precise(x1), y1: precise(y1), x2: precise(x2), y2: precise(y2) }
      : { cx: precise(x2), cy: precise(y2), r: precise(most ?? 0), fx: precise(x1), fy: precise(y1) };
  const name = type === 'axial' ? 'linearGradient' : 'radialGradient';
  const id = definitions.add('paint', (each) => tag(name, { id: each, ...shared, ...places }, content));
  return `url(#${id})`;
}

function isGradient(shading: unknown): shading is Shading {
  return Array.isArray(shading) && shading[0] === 'RadialAxial';
}

/** Shadings in the unit square need more digits than lengths on the page. */
function precise(value: number): string {
  return String(Number(value.toPrecision(8)));
}

interface Stop {
  readonly place: number;
  readonly color: string;
  readonly opacity: number;
}

/** What pdf.js moves the ends of a gradient by that does not go on beyond them. */
const clearEnd = 2e-6;

/** Where a gradient does not go on, pdf.js has a black stop just before its first, or behind its last. */
function withClearEnds(stops: Shading[3]): Stop[] {
  const [, second] = stops;
  const last = stops.at(-2);
  const isClear = (index: number): boolean =>
    (index === 0 && second !== undefined && second[0] > 0 && second[0] < clearEnd) ||
    (index === stops.length - 1 && last !== undefined && last[0] < 1 && last[0] > 1 - clearEnd);
  return stops.map(([place, color], index) => {
    const beside = index === 0 ? stops[1] : stops[index - 1];
    return isClear(index)
      ? { place, color: beside?.[1] ?? color, opacity: 0 }
      : { place, color: color.slice(0, 7), opacity: 1 };
  });
}
