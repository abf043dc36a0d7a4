/** Effects drawn into the pixels of a layer, where no element has them. */
import type {
  EffectContour,
  EffectSolidGradient,
  ExtraGradientInfo,
  Layer,
  LayerEffectsInfo,
  UnitsValue,
} from 'ag-psd';
import type { PsdContext } from './context.ts';
import type { Coverage } from './distances.ts';
import type { LayerPixels } from './document.ts';
import { EffectCanvas, inverse } from './effect-canvas.ts';
import { expand } from './pixels.ts';
import { readPath, type ReadPath } from './shapes.ts';
import { gradientPaint, gradientTable, patternPaint, plainPaint } from './inner-paints.ts';

/** Larger pictures keep the effects that elements have. */
const maxPixels = 16_000_000;
const maxReach = 500;
const black = { r: 0, g: 0, b: 0 };

type Effect = { readonly enabled?: boolean };

function on<Found extends Effect>(effects: readonly (Found | undefined)[] | undefined): Found[] {
  return (effects ?? []).filter((effect): effect is Found => effect?.enabled === true);
}

/** Whether a layer has effects that can only be drawn into its pixels. */
export function needsBaking({ effects }: Layer, isBox: boolean): boolean {
  if (effects === undefined || effects.disabled === true) return false;
  const { stroke, innerShadow, innerGlow, outerGlow, dropShadow, gradientOverlay, patternOverlay } = effects;
  if (on(gradientOverlay).length > 0 || on([patternOverlay]).length > 0) return true;
  if (on(stroke).some(({ fillType }) => fillType === 'pattern')) return true;
  if (isBox) return on(stroke).length > 1;
  const outer = [...on(dropShadow), ...on([outerGlow])];
  return (
    on(stroke).length > 0 ||
    on(innerShadow).length > 0 ||
    on([innerGlow]).length > 0 ||
    outer.length > 1 ||
    outer.some(({ choke }) => (choke?.value ?? 0) > 0)
  );
}

/** The pixels of a layer with its effects, all but bevels and satin; null if that would be too large. */
export function bakeEffects(
  layer: Layer,
  pixels: LayerPixels,
  fillOpacity: number,
  context: PsdContext,
): LayerPixels | null {
  const { effects } = layer;
  if (effects === undefined) return null;
  const margin = getMargin(effects);
  const outline = getOutline(layer);
  const filled = outline === null ? pixels : expand(pixels, outline);
  const [width, height] = [filled.width + 2 * margin, filled.height + 2 * margin];
  if (width * height > maxPixels) return null;
  const canvas = new EffectCanvas(filled, margin, fillOpacity, outline);
  drawOuter(canvas, effects, context);
  canvas.addFill();
  drawInner(canvas, layer, effects, context);
  drawStrokes(canvas, layer, effects, context);
  return canvas.toPixels();
}

/** The path of a shape, also where its fill is translucent. */
function getOutline({ vectorFill, vectorMask }: Layer): ReadPath | null {
  const isShape = vectorFill !== undefined && vectorMask !== undefined && vectorMask.disable !== true;
  return isShape && vectorMask.invert !== true ? readPath(vectorMask.paths) : null;
}

function drawOuter(
  canvas: EffectCanvas,
  { dropShadow, outerGlow }: LayerEffectsInfo,
  context: PsdContext,
): void {
  for (const shadow of on(dropShadow).reverse()) {
    const { color = black, opacity = 1 } = shadow;
    const shape = curved(canvas.spread(getLength(shadow.size), shadow.choke), shadow.contour);
    canvas.under(shift(shape, getOffset(shadow, context)), plainPaint(color, opacity));
  }
  for (const glow of on([outerGlow])) {
    const { color = { r: 255, g: 255, b: 190 }, opacity = 1, range = 0.5, gradient } = glow as OuterGlow;
    const wide = ranged(canvas.spread(getLength(glow.size), glow.choke), range);
    const shape = curved(wide, glow.contour);
    if (gradient?.type === 'solid') canvas.glow(shape, gradientTable(gradient, opacity));
    else canvas.under(shape, plainPaint(color, opacity));
  }
}

function drawInner(canvas: EffectCanvas, layer: Layer, effects: LayerEffectsInfo, context: PsdContext): void {
  const { patternOverlay, gradientOverlay, solidFill, innerGlow, innerShadow } = effects;
  for (const overlay of on([patternOverlay])) {
    const { pattern, opacity = 1, scale, phase, blendMode, align = true } = overlay;
    const origin = align ? patternOrigin(layer, canvas) : { x: 0, y: 0 };
    const place = {
      x: origin.x + (phase?.x ?? 0),
      y: origin.y + (phase?.y ?? 0),
      ...(scale !== undefined && { scale: scale > 5 ? scale / 100 : scale }),
    };
    const paint = pattern && patternPaint(context.document.psd.patterns ?? [], pattern, opacity, place);
    if (paint) canvas.over(null, paint, blendMode);
  }
  for (const { gradient, opacity = 1, type = 'linear', blendMode, ...info } of on(gradientOverlay).reverse())
    if (gradient?.type === 'solid')
      canvas.over(null, gradientPaint({ ...gradient, ...info, style: type }, opacity, canvas.box), blendMode);
  for (const { color = black, opacity = 1, blendMode } of on(solidFill).reverse())
    canvas.over(null, plainPaint(color, opacity), blendMode);
  for (const glow of on([innerGlow])) {
    const { color = { r: 255, g: 255, b: 190 }, opacity = 1, blendMode, source } = glow;
    const shape = curved(canvas.spreadInside(getLength(glow.size), glow.choke), glow.contour);
    canvas.over(source === 'center' ? inverse(shape) : shape, plainPaint(color, opacity), blendMode);
  }
  for (const shadow of on(innerShadow).reverse()) {
    const { color = black, opacity = 1, blendMode } = shadow;
    const shape = curved(canvas.spreadInside(getLength(shadow.size), shadow.choke), shadow.contour);
    canvas.over(shift(shape, getOffset(shadow, context), 1), plainPaint(color, opacity), blendMode);
  }
}

/** Where the patterns of effects begin, which move with the layer. */
function patternOrigin({ referencePoint }: Layer, { box }: EffectCanvas): { x: number; y: number } {
  const { x = box.x, y = box.y } = referencePoint ?? {};
  return Number.isFinite(x) && Number.isFinite(y) ? { x: Math.round(x), y: Math.round(y) } : box;
}

function drawStrokes(
  canvas: EffectCanvas,
  layer: Layer,
  { stroke }: LayerEffectsInfo,
  { document }: PsdContext,
): void {
  for (const { size, position = 'outside', opacity = 1, blendMode, ...of } of on(stroke).reverse()) {
    const width = getLength(size);
    const reach = position === 'outside' ? width : position === 'center' ? width / 2 : 0;
    const { fillType = 'color', gradient, pattern, color = black } = of;
    const { width: pageWidth, height: pageHeight } = document.psd;
    const isOnPage = (gradient as ExtraGradientInfo | undefined)?.align === false;
    const box = isOnPage ? { x: 0, y: 0, width: pageWidth, height: pageHeight } : canvas.boxWith(reach);
    const paint =
      fillType === 'gradient' && gradient?.type === 'solid'
        ? gradientPaint(gradient, opacity, box)
        : fillType === 'pattern' && pattern !== undefined
          ? patternPaint(document.psd.patterns ?? [], pattern, opacity, patternOrigin(layer, canvas))
          : plainPaint(color, opacity);
    if (paint !== null) canvas.stroke(width, reach, paint, blendMode);
  }
}

/** A glow whose colours change with its distance. */
type OuterGlow = NonNullable<LayerEffectsInfo['outerGlow']> & { readonly gradient?: EffectSolidGradient };

/** A glow is whole where its coverage reaches a share: at the edge of the shape, that is the half. */
function ranged({ width, height, data }: Coverage, range: number): Coverage {
  const share = Math.min(1, Math.max(0.01, range));
  return { width, height, data: data.map((covered) => Math.min(1, covered / share)) };
}

/** A coverage as the curve of an effect has it. */
function curved(shape: Coverage, contour: EffectContour | undefined): Coverage {
  const points = [...(contour?.curve ?? [])].sort((a, b) => a.x - b.x);
  if (points.length < 2 || points.every(({ x, y }) => x === y)) return shape;
  const table = Float32Array.from({ length: 256 }, (_, at) => {
    const next = points.findIndex(({ x }) => x >= at);
    const after = points[next === -1 ? points.length - 1 : next];
    const before = points[Math.max(0, next - 1)];
    if (after === undefined || before === undefined || next === -1) return (after?.y ?? 0) / 255;
    const way = after.x === before.x ? 1 : (at - before.x) / (after.x - before.x);
    return (before.y + (after.y - before.y) * way) / 255;
  });
  return { ...shape, data: shape.data.map((covered) => table[Math.round(covered * 255)] ?? covered) };
}

function getMargin({ dropShadow, outerGlow, stroke }: LayerEffectsInfo): number {
  const reaches = [
    ...on(dropShadow).map(({ size, distance }) => getLength(size) * 1.2 + getLength(distance)),
    ...on([outerGlow]).map(({ size }) => getLength(size) * 1.2),
    ...on(stroke).map(({ size }) => getLength(size)),
  ];
  return (
    Math.ceil(
      Math.min(
        2 * maxReach,
        reaches.reduce((most, reach) => Math.max(most, reach), 0),
      ),
    ) + 2
  );
}

function getLength(value: UnitsValue | undefined): number {
  const length = value?.value ?? 0;
  return Number.isFinite(length) ? Math.min(maxReach, Math.max(0, length)) : 0;
}

interface Lit extends Effect {
  readonly angle?: number;
  readonly useGlobalLight?: boolean;
  readonly distance?: UnitsValue;
}

function getOffset({ angle = 120, useGlobalLight = false, distance }: Lit, { globalAngle }: PsdContext) {
  const turn = ((useGlobalLight ? globalAngle : angle) * Math.PI) / 180;
  const length = getLength(distance);
  return { x: Math.round(-Math.cos(turn) * length), y: Math.round(Math.sin(turn) * length) };
}

function shift(
  { width, height, data }: Coverage,
  { x, y }: { readonly x: number; readonly y: number },
  beyond = 0,
): Coverage {
  const shifted = new Float32Array(data.length).fill(beyond);
  for (let row = Math.max(0, y); row < Math.min(height, height + y); row += 1)
    for (let column = Math.max(0, x); column < Math.min(width, width + x); column += 1)
      shifted[row * width + column] = data[(row - y) * width + column - x] ?? 0;
  return { width, height, data: shifted };
}
