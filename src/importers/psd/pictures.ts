/** Layers as pictures. */
import type { Layer } from 'ag-psd';
import type { ImageElement, RectElement, Shadow, TemplateElement } from '../../../generated/template.ts';
import { bakeBlend } from './bake-blend.ts';
import { readBlendMode } from './blend-modes.ts';
import { readCommon, readFillOpacity, type PsdContext } from './context.ts';
import type { LayerMask, LayerPixels } from './document.ts';
import { bakeEffects, needsBaking } from './bake-effects.ts';
import { loseBaked, noEffects, readEffects, type ReadEffects } from './effects.ts';
import { readChannels } from './paints.ts';
import { applyMask, overlayColor, toPng, trim } from './pixels.ts';
import { readVectorMask } from './shapes.ts';

/** Converts the pixels of a layer, as far as its masks show them. */
export function convertPicture(
  layer: Layer,
  name: string,
  masks: readonly LayerMask[],
  context: PsdContext,
): TemplateElement[] {
  const { builder, document } = context;
  const read = document.pixels(layer) ?? plainFill(layer, context);
  if (typeof read === 'string') {
    builder.lose(name, 'pixels', read);
    return [];
  }
  if (read === null) {
    const isEmpty = layer.vectorFill === undefined && layer.text === undefined;
    if (!isEmpty) builder.lose(name, 'pixels', 'The file has no picture of it.');
    return [];
  }
  for (const mask of masks) applyMask(read, mask);
  const pixels = trim(read);
  if (pixels === null) return [];
  const { drawn: unmixed, effects } = withEffects(layer, name, pixels, context);
  const { layer: shown, drawn } = mixed(layer, name, unmixed, context);
  context.adjustments.adjust(drawn, name, context.steps);
  const { x, y, width, height } = drawn;
  const src = builder.pictureOf(toPng(drawn), name, 'pixels');
  if (src === null) return [];
  const box = { x, y, width, height };
  const shadows = [...effects.inner, ...effects.outer];
  const mask = layer.vectorFill === undefined ? readVectorMask(layer, box, name, builder) : null;
  const image: ImageElement = {
    type: 'image',
    ...readCommon(shown, name, 'image', builder),
    ...box,
    src,
    ...shadowKey(shadows),
    ...(mask !== null && { mask }),
  };
  builder.proposePicture(image, { name, from: name });
  if (effects.stroke === null) return [image];
  const frame: RectElement = {
    type: 'rect',
    ...readCommon(layer, `${name} stroke`, 'rect', builder),
    ...box,
    stroke: effects.stroke,
  };
  return [image, frame];
}

/** A layer whose mode the template does not have, mixed with what lies below where that is known. */
function mixed(
  layer: Layer,
  name: string,
  drawn: LayerPixels,
  context: PsdContext,
): { readonly layer: Layer; readonly drawn: LayerPixels } {
  const { blendMode = 'normal' } = layer;
  const { mode, loss: lost } = readBlendMode(blendMode);
  // What is mixed by the template would be mixed after it is adjusted.
  if (mode === 'normal' || (lost === null && context.steps.length === 0)) return { layer, drawn };
  const baked = bakeBlend(blendMode, drawn, context.below, context);
  if (baked === null) return { layer, drawn };
  const why = lost === null ? 'Adjusted' : `The template has no blend mode "${blendMode}":`;
  context.builder.lose(name, 'blend mode', `${why} the picture stays mixed with the layers below.`);
  return { layer: { ...layer, blendMode: 'normal' }, drawn: baked };
}

/** The effects of a picture: those that an element has, and pixels that show the others. */
function withEffects(
  layer: Layer,
  name: string,
  pixels: LayerPixels,
  context: PsdContext,
): { readonly drawn: LayerPixels; readonly effects: ReadEffects } {
  const { builder, globalAngle } = context;
  const isBox = isOpaque(pixels);
  const fillOpacity = readFillOpacity(layer);
  if (needsBaking(layer, isBox)) {
    const drawn = bakeEffects(layer, pixels, fillOpacity, context);
    if (drawn !== null) {
      loseBaked(layer, name, builder);
      return { drawn: trim(drawn) ?? drawn, effects: noEffects };
    }
  }
  const effects = readEffects(layer, name, builder, { outline: isBox, stroke: isBox, globalAngle });
  const [fill] = layer.effects?.disabled === true ? [] : (layer.effects?.solidFill ?? []);
  if (typeof effects.overlay === 'string' && fill?.color !== undefined)
    overlayColor(pixels, readChannels(fill.color), fill.opacity ?? 1);
  else if (effects.overlay !== null)
    builder.lose(name, 'gradient overlay', 'Pictures have no gradient above them.');
  if (fillOpacity < 1) applyMask(pixels, { ...pixels, width: 0, height: 0, outside: fillOpacity * 255 });
  return { drawn: pixels, effects };
}

/** One shadow, or several, as an element has them. */
export function shadowKey(shadows: readonly Shadow[]): { shadow?: Shadow | Shadow[] } {
  const [first, ...others] = shadows;
  if (first === undefined) return {};
  return { shadow: others.length === 0 ? first : [...shadows] };
}

/** A layer of one colour has no pixels in some files. */
function plainFill(layer: Layer, { page }: PsdContext): LayerPixels | null {
  if (layer.vectorFill?.type !== 'color' || layer.vectorMask !== undefined) return null;
  if (page.width * page.height > 20_000_000) return null;
  const data = new Uint8ClampedArray(page.width * page.height * 4);
  const pixels = { ...page, data: data.fill(255) };
  overlayColor(pixels, readChannels(layer.vectorFill.color), 1);
  return pixels;
}

function isOpaque({ data }: LayerPixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
