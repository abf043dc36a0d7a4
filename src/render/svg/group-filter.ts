import type { DroppedShadow, GroupEffects } from '../surface/layers.ts';
import { BLUR_REACH, grow, type Bounds } from '../geometry.ts';
import type { Definitions } from './definitions.ts';
import { writeOpacity, splitColor, tag } from './markup.ts';

/** Defines the filter of a group, a shadow and then a blur, and returns its URL. Undefined: it has none. */
export function defineFilter(
  definitions: Definitions,
  { blur, shadow }: GroupEffects,
  bounds: Bounds,
): string | undefined {
  if (blur <= 0 && shadow === null) return undefined;
  const shadows = shadow === null ? [] : 'length' in shadow ? shadow : [shadow];
  const softest = Math.max(0, ...shadows.map((each) => each.blur));
  const reach = grow(bounds, (blur + softest) * BLUR_REACH + 1);
  const [dxs, dys] = [shadows.map(({ dx }) => dx), shadows.map(({ dy }) => dy)];
  const [x, y] = [reach.left + Math.min(0, ...dxs), reach.top + Math.min(0, ...dys)];
  const region = {
    filterUnits: 'userSpaceOnUse',
    x,
    y,
    width: reach.right + Math.max(0, ...dxs) - x,
    height: reach.bottom + Math.max(0, ...dys) - y,
    'color-interpolation-filters': 'sRGB',
  };
  const blurred = blur <= 0 ? '' : tag('feGaussianBlur', { stdDeviation: blur });
  return definitions.url('filter', region, dropShadows(shadows) + blurred);
}

/**
 * Each shadow is that of the content alone. Older readers know these primitives; they draw nothing of an
 * element with `feDropShadow`.
 */
function dropShadows(shadows: readonly DroppedShadow[]): string {
  if (shadows.length === 0) return '';
  const parts = shadows.map(({ color, dx, dy, blur }, index) => {
    const { rgb, alpha } = splitColor(color);
    const [blurred, flood] = [`b${index}`, `f${index}`];
    return [
      tag('feGaussianBlur', { in: 'SourceAlpha', stdDeviation: blur, result: blurred }),
      tag('feOffset', { in: blurred, dx, dy, result: blurred }),
      tag('feFlood', { 'flood-color': rgb, 'flood-opacity': writeOpacity(alpha), result: flood }),
      tag('feComposite', { in: flood, in2: blurred, operator: 'in', result: `s${index}` }),
    ].join('');
  });
  const layers = [...shadows.map((_, index) => `s${index}`), 'SourceGraphic'];
  return parts.join('') + tag('feMerge', {}, layers.map((each) => tag('feMergeNode', { in: each })).join(''));
}
