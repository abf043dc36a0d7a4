/** Layer effects, as far as the template has them. */
import type { Layer, LayerEffectShadow, LayerEffectsInfo, UnitsValue } from 'ag-psd';
import type { Paint, Shadow, Stroke } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readGradient, type GradientBox } from './gradients.ts';
import { readChannels, readColor, fade } from './paints.ts';

/** What the effects of a layer are in the template. */
export interface ReadEffects {
  /** Outer shadows, the first in front. */
  readonly outer: readonly Shadow[];
  /** Inner shadows, the first in front. */
  readonly inner: readonly Shadow[];
  /** What covers the fill. */
  readonly overlay: Paint | null;
  readonly stroke: Stroke | null;
}

/** What of the effects an element can have. */
export interface EffectSupport {
  /** What gradients fill. Default: a square. */
  readonly box?: GradientBox;
  /** Whether its shadows follow an outline: several ones, inner ones, and a spread. */
  readonly outline: boolean;
  readonly stroke: boolean;
}

/** Of a layer without effects. */
export const noEffects: ReadEffects = { outer: [], inner: [], overlay: null, stroke: null };

/** Lists what is lost where the effects of a layer are drawn into its picture. */
export function loseBaked({ effects = {} }: Layer, name: string, builder: TemplateBuilder): void {
  const lose = (property: string, reason: string): void => builder.lose(name, property, reason);
  lose('effects', 'Its effects are drawn into its picture: they stay as they are.');
  const { dropShadow = [], outerGlow, bevel, satin, gradientOverlay = [] } = effects;
  if (bevel?.enabled === true) lose('bevel', 'The template has no bevels.');
  if (satin?.enabled === true) lose('satin', 'The template has no satin.');
  if (gradientOverlay.some(({ enabled, gradient }) => enabled === true && gradient?.type === 'noise'))
    lose('gradient overlay', 'The template has no noise gradients.');
  for (const effect of [...dropShadow, outerGlow]) {
    if (effect?.enabled !== true) continue;
    const isBlack = readChannels(effect.color ?? { r: 0, g: 0, b: 0 }).every((channel) => channel < 1);
    loseBlend(effect, 'drop shadow, outer glow', isBlack, { globalAngle: 0, lose });
  }
}

/** Reads the effects of a layer; what it cannot have is listed as a loss. */
export function readEffects(
  layer: Layer,
  name: string,
  builder: TemplateBuilder,
  { outline, stroke: canStroke, globalAngle, box }: EffectSupport & { readonly globalAngle: number },
): ReadEffects {
  const { effects } = layer;
  if (effects === undefined || effects.disabled === true) return noEffects;
  const lose = (property: string, reason: string): void => builder.lose(name, property, reason);
  const isOn = <Effect extends { enabled?: boolean; present?: boolean }>(
    effect: Effect | undefined,
  ): effect is Effect => effect !== undefined && effect.enabled === true;
  const read = { globalAngle, lose, box };

  const outer = (effects.dropShadow ?? [])
    .filter(isOn)
    .map((shadow) => getShadow(shadow, 'drop shadow', read));
  const { outerGlow, innerGlow, bevel, satin, patternOverlay } = effects;
  if (isOn(outerGlow)) outer.push(getGlow(outerGlow, 'outer glow', read));
  const inner = (effects.innerShadow ?? [])
    .filter(isOn)
    .map((shadow) => ({ ...getShadow(shadow, 'inner shadow', read), inset: true }));
  if (isOn(innerGlow) && innerGlow.source === 'center')
    lose('inner glow', 'A glow from the centre is not there.');
  else if (isOn(innerGlow)) inner.push({ ...getGlow(innerGlow, 'inner glow', read), inset: true });
  if (isOn(bevel)) lose('bevel', 'The template has no bevels.');
  if (isOn(satin)) lose('satin', 'The template has no satin.');
  if (isOn(patternOverlay)) lose('pattern overlay', 'The template has no patterns.');

  if (!outline) {
    if (inner.length > 0) lose('inner shadow, inner glow', 'Only shapes have shadows inside.');
    if (outer.some(({ spread = 0 }) => spread > 0))
      lose('spread', 'Only the shadows of shapes have a spread.');
    if (outer.length > 1) lose('drop shadow', 'Only shapes have several shadows; the first is there.');
  }
  const stroke = getStroke(effects, read);
  if (stroke !== null && !canStroke) lose('stroke effect', 'Only shapes and texts have strokes.');
  return {
    outer: outline ? outer : outer.slice(0, 1).map(({ spread: _spread, ...shadow }) => shadow),
    inner: outline ? inner : [],
    overlay: interior(layer, getOverlay(effects, read)),
    stroke: canStroke ? stroke : null,
  };
}

/** What covers the fill is as translucent as the fill if both are mixed as one. */
function interior(
  { blendInteriorElements = false, fillOpacity = 1 }: Layer,
  overlay: Paint | null,
): Paint | null {
  return overlay === null || !blendInteriorElements ? overlay : fade(overlay, fillOpacity);
}

interface Reading {
  readonly box?: GradientBox | undefined;
  readonly globalAngle: number;
  readonly lose: (property: string, reason: string) => void;
}

/** The scale that effects have besides is how they have been scaled already. */
function pixels(value: UnitsValue | undefined): number {
  const length = value?.value ?? 0;
  return Number.isFinite(length) ? Math.min(30_000, Math.max(-30_000, length)) : 0;
}

/** The light comes from an angle, counted counterclockwise from the right. */
function getShadow(effect: LayerEffectShadow, property: string, read: Reading): Shadow {
  const { color = { r: 0, g: 0, b: 0 }, opacity = 1, angle = 120, useGlobalLight = false } = effect;
  loseBlend(
    effect,
    property,
    readChannels(color).every((channel) => channel < 1),
    read,
  );
  const turn = ((useGlobalLight ? read.globalAngle : angle) * Math.PI) / 180;
  const distance = pixels(effect.distance);
  return {
    x: rounded(-Math.cos(turn) * distance),
    y: rounded(Math.sin(turn) * distance),
    ...softness(pixels(effect.size), effect.choke),
    color: readColor(color, opacity),
  };
}

function getGlow(
  effect: NonNullable<LayerEffectsInfo['outerGlow']>,
  property: string,
  read: Reading,
): Shadow {
  const { color, opacity = 1, choke, size } = effect;
  if (color === undefined) read.lose(property, 'A glow has one colour.');
  loseBlend(effect, property, false, read);
  return {
    ...softness(pixels(size), choke),
    color: readColor(color ?? { r: 255, g: 255, b: 190 }, opacity),
  };
}

/** A part of the size is solid, the rest is soft. */
function softness(size: number, choke: UnitsValue | undefined): Pick<Shadow, 'blur' | 'spread'> {
  const share = Math.min(1, Math.max(0, (choke?.value ?? 0) / 100));
  const spread = rounded(size * share);
  return { blur: Math.max(0, rounded(size * (1 - share))), ...(spread > 0 && { spread }) };
}

/** Black that is multiplied is black as it is. */
function loseBlend(
  { blendMode = 'normal' }: { readonly blendMode?: string },
  property: string,
  isBlack: boolean,
  { lose }: Reading,
): void {
  if (blendMode === 'normal' || (isBlack && (blendMode === 'multiply' || blendMode === 'linear burn')))
    return;
  lose(property, `It is mixed as "normal" is, not as "${blendMode}".`);
}

/** The last overlay covers those before. Null if there is none. */
function getOverlay(effects: LayerEffectsInfo, read: Reading): Paint | null {
  const fills = (effects.solidFill ?? []).filter(({ enabled }) => enabled === true);
  const gradients = (effects.gradientOverlay ?? []).filter(({ enabled }) => enabled === true);
  const [fill] = fills;
  const [gradient] = gradients;
  if (fills.length + gradients.length > 1) read.lose('overlays', 'Only the one in front is there.');
  if (fill !== undefined) {
    loseBlend(fill, 'colour overlay', false, read);
    return readColor(fill.color ?? { r: 0, g: 0, b: 0 }, fill.opacity ?? 1);
  }
  if (gradient?.gradient === undefined) return null;
  if (gradient.gradient.type === 'noise') {
    read.lose('gradient overlay', 'The template has no noise gradients.');
    return null;
  }
  loseBlend(gradient, 'gradient overlay', false, read);
  const { type: style = 'linear', angle = 90, scale = 1, reverse = false, offset } = gradient;
  const info = { style, angle, scale, reverse, ...(offset !== undefined && { offset }) };
  const { paint, losses } = readGradient({ ...gradient.gradient, ...info }, gradient.opacity ?? 1, read.box);
  for (const [property, reason] of losses) read.lose(property, reason);
  return paint;
}

function getStroke(effects: LayerEffectsInfo, read: Reading): Stroke | null {
  const all = (effects.stroke ?? []).filter(({ enabled }) => enabled === true);
  const [stroke] = all;
  if (stroke === undefined) return null;
  if (all.length > 1) read.lose('stroke effects', 'Only the first one is there.');
  loseBlend(stroke, 'stroke effect', false, read);
  const width = Math.max(0, rounded(pixels(stroke.size)));
  const { position: align = 'outside', opacity = 1, fillType = 'color', color, gradient } = stroke;
  if (fillType === 'gradient' && gradient?.type === 'solid') {
    const { paint, losses } = readGradient(gradient, 1, read.box);
    for (const [property, reason] of losses) read.lose(property, reason);
    return { color: fade(paint, opacity), width, align, join: 'round' };
  }
  if (fillType !== 'color' || color === undefined) {
    read.lose('stroke effect', 'A stroke has a colour or a gradient.');
    return null;
  }
  return { color: readColor(color, opacity), width, align, join: 'round' };
}
