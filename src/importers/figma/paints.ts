/** Colours, gradients, strokes and effects of Figma. */
import { findBlendMode } from '../blend-modes.ts';
import type { FigmaColor, FigmaNode, FigmaPaint } from '../../../generated/designs/figma.ts';
import type {
  Gradient,
  GradientStop,
  Paint,
  Shadow,
  Stroke,
  TemplateElement,
} from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A colour of the template. */
export function readColor({ r, g, b, a = 1 }: FigmaColor, opacity = 1): string {
  const channel = (value: number): string =>
    Math.round(Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${[r, g, b, a * opacity].map(channel).join('')}`;
}

/** Paints that are shown, the lowest first. */
export function shownPaints(paints: readonly FigmaPaint[] = []): FigmaPaint[] {
  return paints.filter(({ visible = true, opacity = 1 }) => visible && opacity > 0);
}

/** A colour or a gradient; null for what is none, which is a loss unless it is a picture. */
export function readPaint(
  paint: FigmaPaint,
  size: Size,
  name: string,
  builder: TemplateBuilder,
): Paint | null {
  const { type, color, opacity = 1 } = paint;
  if (type === 'SOLID' && color !== undefined) return readColor(color, opacity);
  if (type.startsWith('GRADIENT_')) return getGradient(paint, size, name, builder);
  if (type !== 'IMAGE') builder.lose(name, `fill ${type}`, 'The template has no such fill.');
  return null;
}

/** Handles are fractions of the box: the start, the end, and where the end is across. */
function getGradient(
  { type, gradientStops = [], gradientHandlePositions = [], opacity = 1 }: FigmaPaint,
  { width, height }: Size,
  name: string,
  builder: TemplateBuilder,
): Gradient | null {
  const stops = gradientStops
    .slice(0, 100)
    .map(({ color, position }) => ({ offset: position, color: readColor(color, opacity) }))
    .sort((a, b) => a.offset - b.offset);
  if (stops.length === 0) return null;
  const [start = { x: 0.5, y: 0 }, end = { x: 0.5, y: 1 }, across] = gradientHandlePositions;
  const center = { x: rounded(start.x ?? 0), y: rounded(start.y ?? 0) };
  const [dx, dy] = [((end.x ?? 0) - (start.x ?? 0)) * width, ((end.y ?? 0) - (start.y ?? 0)) * height];
  const length = Math.hypot(dx, dy);
  const angle = (Math.atan2(dx, -dy) * 180) / Math.PI;
  if (type === 'GRADIENT_LINEAR') {
    // The line of the template has the middle of the box in its middle, and its corners at its ends.
    const [ux, uy] = length === 0 ? [0, 1] : [dx / length, dy / length];
    const line = Math.abs(ux) * width + Math.abs(uy) * height || 1;
    const first = (((start.x ?? 0) - 0.5) * width * ux + ((start.y ?? 0) - 0.5) * height * uy) / line + 0.5;
    const moved = stops.map(({ offset, color }) => ({ offset: first + (offset * length) / line, color }));
    return { type: 'linear', angle: rounded(angle), stops: withinLine(moved) };
  }
  const plain = withinLine(stops);
  if (type === 'GRADIENT_ANGULAR') return { type: 'conic', center, angle: rounded(angle), stops: plain };
  if (type === 'GRADIENT_DIAMOND') builder.lose(name, 'GRADIENT_DIAMOND', 'A diamond becomes a circle.');
  const wide =
    across &&
    Math.hypot(((across.x ?? 0) - (start.x ?? 0)) * width, ((across.y ?? 0) - (start.y ?? 0)) * height);
  if (wide !== undefined && Math.abs(wide - length) > length / 20)
    builder.lose(name, 'GRADIENT_RADIAL', 'An ellipse becomes a circle.');
  const radius = length / Math.max(width, height, 1e-6);
  return { type: 'radial', center, radius: Math.max(0.001, rounded(radius)), stops: plain };
}

/** Stops from 0 to 1; where others lie beyond, the colour that is reached there. */
function withinLine(stops: readonly GradientStop[]): GradientStop[] {
  const inside = stops.filter(({ offset }) => offset >= 0 && offset <= 1);
  const edge = (offset: number): GradientStop[] => {
    const after = stops.findIndex((stop) => stop.offset > offset);
    const [before, next] = [stops[after - 1], stops[after]];
    if (before === undefined || next === undefined)
      return inside.length === 0 ? [{ offset, color: (next ?? stops.at(-1))?.color ?? '#0000' }] : [];
    if (before.offset === offset) return [];
    return [{ offset, color: between(before, next, offset) }];
  };
  const all = [...edge(0), ...inside, ...edge(1)];
  return all.map(({ offset, color }) => ({ offset: rounded(offset), color }));
}

function between(before: GradientStop, next: GradientStop, offset: number): string {
  const share = (offset - before.offset) / (next.offset - before.offset);
  const channels = [1, 3, 5, 7].map((at) => {
    const [from, to] = [before, next].map(({ color }) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((from ?? 0) + ((to ?? 0) - (from ?? 0)) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/** The stroke of a node; null if it has none. */
export function readStroke(
  node: FigmaNode,
  size: Size,
  name: string,
  builder: TemplateBuilder,
): Stroke | null {
  const {
    strokeWeight = 1,
    strokeAlign = 'CENTER',
    strokeCap = 'NONE',
    strokeJoin = 'MITER',
    strokeDashes = [],
  } = node;
  const paints = shownPaints(node.strokes);
  const top = paints.at(-1);
  if (top === undefined || strokeWeight <= 0) return null;
  if (paints.length > 1) builder.lose(name, 'strokes', 'Only the stroke in front is there.');
  const color = readPaint(top, size, name, builder);
  if (color === null) {
    if (top.type === 'IMAGE') builder.lose(name, 'strokes', 'A stroke has a colour or a gradient.');
    return null;
  }
  const align = strokeAlign.toLowerCase();
  const cap = strokeCap === 'ROUND' ? 'round' : strokeCap === 'SQUARE' ? 'square' : null;
  if (cap === null && strokeCap !== 'NONE') builder.lose(name, 'strokeCap', 'Lines have no arrows.');
  const dash = strokeDashes.slice(0, 20).map((length) => Math.max(0, rounded(length)));
  return {
    color,
    width: rounded(strokeWeight),
    ...((align === 'inside' || align === 'outside') && { align }),
    ...(cap !== null && { cap }),
    ...(strokeJoin === 'ROUND' || strokeJoin === 'BEVEL'
      ? { join: strokeJoin === 'ROUND' ? 'round' : 'bevel' }
      : {}),
    ...(dash.some((length) => length > 0) && { dash }),
  };
}

/** What effects are in the template. */
export interface ReadEffects {
  readonly shadows: Shadow[];
  readonly blur: number;
  readonly backdropBlur: number;
}

/** Reads effects; what is in front is last in the file and first in the template. */
export function readEffects(
  { effects = [] }: FigmaNode,
  name: string,
  builder: TemplateBuilder,
): ReadEffects {
  const read = { shadows: [] as Shadow[], blur: 0, backdropBlur: 0 };
  for (const {
    type,
    visible = true,
    radius = 0,
    spread = 0,
    color,
    offset,
    blendMode = 'NORMAL',
  } of effects) {
    if (!visible) continue;
    if (type === 'LAYER_BLUR') read.blur = Math.max(0, rounded(radius / 2));
    else if (type === 'BACKGROUND_BLUR') read.backdropBlur = Math.max(0, rounded(radius / 2));
    else if (type === 'DROP_SHADOW' || type === 'INNER_SHADOW') {
      if (blendMode !== 'NORMAL' && blendMode !== 'PASS_THROUGH')
        builder.lose(name, `${type} blendMode`, 'A shadow is mixed as "normal" is.');
      read.shadows.unshift({
        x: rounded(offset?.x ?? 0),
        y: rounded(offset?.y ?? 0),
        blur: Math.max(0, rounded(radius)),
        color: readColor(color ?? { r: 0, g: 0, b: 0, a: 0.25 }),
        ...(spread !== 0 && { spread: rounded(spread) }),
        ...(type === 'INNER_SHADOW' && { inset: true }),
      });
    } else builder.lose(name, type, 'The template has no such effect.');
  }
  return read;
}

/** The nearest modes for those that templates do not have. */
const nearest: Readonly<Record<string, TemplateElement['blendMode']>> = {
  LINEAR_BURN: 'multiply',
  LINEAR_DODGE: 'screen',
};

/** The blend mode of an element; undefined for the normal one. */
export function readBlendMode(
  mode = 'NORMAL',
  name = '',
  builder: TemplateBuilder,
): TemplateElement['blendMode'] {
  if (mode === 'NORMAL' || mode === 'PASS_THROUGH') return undefined;
  const css = mode.toLowerCase().replaceAll('_', '-');
  const same = findBlendMode(css);
  if (same !== undefined) return same;
  const other = nearest[mode];
  builder.lose(
    name,
    'blendMode',
    `The template has no blend mode ${mode}; "${other ?? 'normal'}" stands in for it.`,
  );
  return other;
}
