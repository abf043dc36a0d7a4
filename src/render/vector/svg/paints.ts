import type { SvgContext, InheritedStyle } from './styles.ts';
import { readGradient } from './gradients.ts';
import { diagonal, hasDots } from './shapes.ts';
import { readColor } from './colors.ts';
import { readFraction, readLength, readNumbers } from './values.ts';
import { UnsupportedSvg } from './document.ts';
import type { FillRule, Ink, VectorShape, VectorStroke } from '../vector-image.ts';

/** Reads a shape's fill; null if it has none. The ink's colours include `opacity`. */
export function readFill(
  context: SvgContext,
  style: InheritedStyle,
  d: string,
  opacity: number,
): VectorShape['fill'] {
  const all = opacity * readFraction(style.get('fill-opacity') ?? '1');
  const ink = readInk(context, style, style.get('fill') ?? 'black', d, all);
  return ink === null ? null : { ink, rule: readFillRule(style.get('fill-rule')) };
}

/** Reads a shape's stroke; null if it has none. The ink's colours include `opacity`. */
export function readStroke(
  context: SvgContext,
  style: InheritedStyle,
  d: string,
  opacity: number,
): VectorStroke | null {
  const all = opacity * readFraction(style.get('stroke-opacity') ?? '1');
  const ink = readInk(context, style, style.get('stroke') ?? 'none', d, all);
  const whole = diagonal(context.viewport);
  const width = readLength(style.get('stroke-width') ?? '1', whole);
  if (width < 0) throw new UnsupportedSvg('a negative stroke');
  if (ink === null || width === 0) return null;
  if (ink.type === 'radial' && ink.matrix !== null && !isRound(ink.matrix)) {
    throw new UnsupportedSvg('a stroke with an oval gradient');
  }
  const cap = getOne(style.get('stroke-linecap') ?? 'butt', ['butt', 'round', 'square']);
  const dash = readDashes(style.get('stroke-dasharray') ?? 'none');
  // PDF viewers differ in which dots they draw caps on.
  if (cap !== 'butt' && (dash.includes(0) || hasDots(d))) throw new UnsupportedSvg('dots');
  const miterLimit = readLength(style.get('stroke-miterlimit') ?? '4', 1);
  if (miterLimit < 1) throw new UnsupportedSvg('a miter limit below 1');
  return {
    ink,
    width,
    miterLimit,
    cap,
    join: getOne(style.get('stroke-linejoin') ?? 'miter', ['miter', 'round', 'bevel']),
    dash,
    dashOffset: readLength(style.get('stroke-dashoffset') ?? '0', whole),
  };
}

export function readFillRule(value: string | undefined): FillRule {
  return getOne(value ?? 'nonzero', ['nonzero', 'evenodd']);
}

function readInk(
  { document, styleOf, viewport }: SvgContext,
  style: InheritedStyle,
  value: string,
  d: string,
  opacity: number,
): Ink | null {
  if (value === 'none' || opacity === 0) return null;
  const reference = /^url\(\s*["']?#([^"')]+)["']?\s*\)/u.exec(value);
  if (reference !== null) {
    const target = document.byId.get(reference[1] ?? '');
    if (target?.name !== 'linearGradient' && target?.name !== 'radialGradient')
      throw new UnsupportedSvg(value);
    return readGradient(document, styleOf, target, { d, viewport, opacity });
  }
  const isCurrent = value.toLowerCase() === 'currentcolor';
  const [red, green, blue, alpha] = readColor(isCurrent ? (style.get('color') ?? 'black') : value);
  return alpha === 0 ? null : { type: 'color', color: [red, green, blue, alpha * opacity] };
}

function readDashes(value: string): number[] {
  if (value === 'none') return [];
  const dashes = readNumbers(value.replaceAll(/px/giu, ' '));
  if (dashes.some((dash) => dash < 0)) throw new UnsupportedSvg('a negative dash');
  return dashes.every((dash) => dash === 0) ? [] : dashes;
}

/** Whether a transform keeps circles round. */
function isRound({ a, b, c, d }: { a: number; b: number; c: number; d: number }): boolean {
  const tolerance = 1e-6 * (a * a + b * b + c * c + d * d);
  return Math.abs(a * c + b * d) <= tolerance && Math.abs(a * a + b * b - c * c - d * d) <= tolerance;
}

function getOne<const Value extends string>(value: string, accepted: readonly Value[]): Value {
  const found = accepted.find((each) => each === value);
  if (found === undefined) throw new UnsupportedSvg(value);
  return found;
}
