import { withAlpha } from '../inks/ink-color.ts';
import { parseColor } from '../color-channels.ts';
import { isOpaque } from '../paint.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Color, Gradient, Paint } from '../scene/paint.ts';
import type { SceneEllipse, ScenePath, SceneRect } from '../scene/shapes.ts';

// In a PDF a gradient is a pattern. Poppler ignores the opacity of a shape that is filled with a pattern.

/**
 * Whether a shape needs a transparency group for its opacity: it has an opaque gradient. Every PDF viewer
 * applies the opacity of a group.
 */
export function needsOpacityGroup(element: SceneElement): boolean {
  if (element.opacity >= 1) return false;
  if (hasGradient(element)) return isOpaque(element.fill);
  const gradient = strokeGradient(element);
  return gradient !== null && isOpaque(gradient);
}

/**
 * Moves the opacity of a shape with a translucent gradient into the gradient's colours. Such a pattern has a
 * mask, which Ghostscript would apply twice in a group. Other elements are returned unchanged.
 */
export function applyOpacityToStops(element: SceneElement): SceneElement {
  const { opacity } = element;
  if (opacity >= 1) return element;
  if (hasGradient(element)) return { ...element, opacity: 1, fill: fade(element.fill, opacity) };
  const gradient = strokeGradient(element);
  if (gradient === null || !('stroke' in element) || element.type === 'text' || element.stroke === null)
    return element;
  return { ...element, opacity: 1, stroke: { ...element.stroke, color: fade(gradient, opacity) } };
}

type Shape = SceneRect | SceneEllipse | ScenePath;

function hasGradient(element: SceneElement): element is Shape & { readonly fill: Gradient } {
  const { type } = element;
  if (type !== 'rect' && type !== 'ellipse' && type !== 'path') return false;
  return element.fill !== null && element.fill.type !== 'solid';
}

/** The gradient of a shape that has only a stroke. */
function strokeGradient(element: SceneElement): Gradient | null {
  const { type } = element;
  if (type !== 'rect' && type !== 'ellipse' && type !== 'path' && type !== 'line') return null;
  const color = element.stroke?.color;
  return color === undefined || typeof color === 'string' ? null : color;
}

function fade<Faded extends Extract<Paint, { stops: unknown }>>(gradient: Faded, opacity: number): Faded {
  const stops = gradient.stops.map(({ offset, color }) => ({
    offset,
    color: multiplyAlpha(color, opacity),
  }));
  return { ...gradient, stops };
}

function multiplyAlpha(color: Color, opacity: number): Color {
  return withAlpha(color, (parseColor(color)[3] / 255) * opacity);
}
