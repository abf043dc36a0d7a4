import type { GroupEffects } from '../surface/layers.ts';
import { BLUR_REACH, grow, type Bounds } from '../surface/geometry.ts';
import type { Definitions } from './definitions.ts';
import { opacityOf, splitColor, tag } from './markup.ts';

/** Defines the filter of a group, a shadow and then a blur, and returns its URL. Undefined: it has none. */
export function defineFilter(
  definitions: Definitions,
  { blur, shadow }: GroupEffects,
  bounds: Bounds,
): string | undefined {
  if (blur <= 0 && shadow === null) return undefined;
  const reach = grow(bounds, (blur + (shadow?.blur ?? 0)) * BLUR_REACH + 1);
  const [dx, dy] = [shadow?.dx ?? 0, shadow?.dy ?? 0];
  const [x, y] = [reach.left + Math.min(0, dx), reach.top + Math.min(0, dy)];
  const region = {
    ...{ filterUnits: 'userSpaceOnUse', x, y },
    width: reach.right + Math.max(0, dx) - x,
    height: reach.bottom + Math.max(0, dy) - y,
    'color-interpolation-filters': 'sRGB',
  };
  const { rgb, alpha } = splitColor(shadow?.color ?? '#000000');
  const flood = { 'flood-color': rgb, 'flood-opacity': opacityOf(alpha) };
  const dropped = shadow === null ? '' : tag('feDropShadow', { dx, dy, stdDeviation: shadow.blur, ...flood });
  const blurred = blur <= 0 ? '' : tag('feGaussianBlur', { stdDeviation: blur });
  return definitions.url('filter', region, dropped + blurred);
}
