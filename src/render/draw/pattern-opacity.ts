import { isOpaque, parseColor } from '../paint.ts';
import type { Color, Paint, SceneElement, SceneEllipse, ScenePath, SceneRect } from '../scene.ts';

// In PDF a gradient is a pattern, and poppler paints patterns without looking at the opacity that was set for shapes.

/**
 * Whether a shape has to become a transparency group before its opacity applies: its gradient is a plain pattern, and of
 * groups every viewer knows the opacity.
 */
export function fadesPattern(element: SceneElement): boolean {
  return element.opacity < 1 && hasGradient(element) && isOpaque(element.fill);
}

/**
 * A shape whose gradient is transparent itself, with its opacity moved into the colours. The pattern has a mask then, which
 * Ghostscript would apply twice in a group. Other elements are returned as they are.
 */
export function fadeGradient(element: SceneElement): SceneElement {
  if (element.opacity >= 1 || !hasGradient(element)) return element;
  const { fill, opacity } = element;
  const stops = fill.stops.map(({ offset, color }) => ({ offset, color: fade(color, opacity) }));
  return { ...element, opacity: 1, fill: { ...fill, stops } };
}

type Shape = SceneRect | SceneEllipse | ScenePath;
type Gradient = Exclude<Paint, { type: 'solid' }>;

function hasGradient(element: SceneElement): element is Shape & { readonly fill: Gradient } {
  const { type } = element;
  if (type !== 'rect' && type !== 'ellipse' && type !== 'path') return false;
  return element.fill !== null && element.fill.type !== 'solid';
}

function fade(color: Color, opacity: number): Color {
  const alpha = Math.round(parseColor(color)[3] * opacity);
  return `${color.slice(0, 7)}${alpha.toString(16).padStart(2, '0')}`;
}
