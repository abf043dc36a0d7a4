import { isOpaque, parseColor } from '../paint.ts';
import type { Color, Paint, SceneElement, SceneEllipse, ScenePath, SceneRect } from '../scene.ts';

// In a PDF a gradient is a pattern. Poppler ignores the opacity of a shape that is filled with a pattern.

/**
 * Whether a shape needs a transparency group for its opacity: it has an opaque gradient. Every PDF viewer
 * applies the opacity of a group.
 */
export function needsOpacityGroup(element: SceneElement): boolean {
  return element.opacity < 1 && hasGradient(element) && isOpaque(element.fill);
}

/**
 * Moves the opacity of a shape with a translucent gradient into the gradient's colours. Such a pattern has a
 * mask, which Ghostscript would apply twice in a group. Other elements are returned unchanged.
 */
export function applyOpacityToStops(element: SceneElement): SceneElement {
  if (element.opacity >= 1 || !hasGradient(element)) return element;
  const { fill, opacity } = element;
  const stops = fill.stops.map(({ offset, color }) => ({ offset, color: multiplyAlpha(color, opacity) }));
  return { ...element, opacity: 1, fill: { ...fill, stops } };
}

type Shape = SceneRect | SceneEllipse | ScenePath;
type Gradient = Exclude<Paint, { type: 'solid' }>;

function hasGradient(element: SceneElement): element is Shape & { readonly fill: Gradient } {
  const { type } = element;
  if (type !== 'rect' && type !== 'ellipse' && type !== 'path') return false;
  return element.fill !== null && element.fill.type !== 'solid';
}

function multiplyAlpha(color: Color, opacity: number): Color {
  const alpha = Math.round(parseColor(color)[3] * opacity);
  return `${color.slice(0, 7)}${alpha.toString(16).padStart(2, '0')}`;
}
