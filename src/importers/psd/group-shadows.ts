/** Shadows of groups that no group of the template has: with a spread, or several. */
import type { Layer } from 'ag-psd';
import type { ImageElement } from '../../../generated/template.ts';
import { bakeEffects } from './bake-effects.ts';
import type { PsdContext } from './context.ts';
import type { LayerPixels } from './document.ts';
import { applyMask, toPng, trim } from './pixels.ts';

/** The largest page on which the layers of a group are laid together. */
const maxPixels = 16_000_000;

/** A layer without the effects that lie outside of it. */
export function withoutShadows(layer: Layer): Layer {
  const { dropShadow: _shadow, outerGlow: _glow, ...effects } = layer.effects ?? {};
  return { ...layer, effects };
}

/** The picture of the shadows of a group; null if a group can have them, or they cannot be drawn. */
export function groupShadow(
  layer: Layer,
  children: readonly Layer[],
  name: string,
  context: PsdContext,
): ImageElement | null {
  const { builder, page } = context;
  const { effects } = layer;
  if (effects === undefined || effects.disabled === true) return null;
  const { dropShadow = [], outerGlow } = effects;
  const outer = [...dropShadow, outerGlow].filter((effect) => effect?.enabled === true);
  const isPlain = outer.length <= 1 && outer.every((effect) => (effect?.choke?.value ?? 0) <= 0);
  if (isPlain || page.width * page.height > maxPixels) return null;
  const covered: LayerPixels = { ...page, data: new Uint8ClampedArray(page.width * page.height * 4) };
  if (!cover(covered, children, context)) return null;
  const shape = trim(covered);
  const outside = { ...layer, effects: { dropShadow, ...(outerGlow && { outerGlow }) } };
  const baked = shape && bakeEffects(outside, shape, 0, context);
  const shadow = baked && trim(baked);
  if (!shadow) return null;
  context.adjustments.adjust(shadow, name, context.steps);
  const { x, y, width, height } = shadow;
  const src = builder.pictureOf(toPng(shadow), `${name} shadow`, 'shadow');
  if (src === null) return null;
  builder.lose(name, 'drop shadow', 'The shadow of the group is a picture: it stays as it is.');
  return { type: 'image', id: builder.names.idFor(`${name} shadow`, 'image'), x, y, width, height, src };
}

/** Adds what layers cover to the alpha of a page. Returns whether that is known of all of them. */
function cover(page: LayerPixels, layers: readonly Layer[], context: PsdContext): boolean {
  for (const layer of layers) {
    if (layer.hidden === true || layer.adjustment !== undefined) continue;
    if (layer.children !== undefined) {
      if (!cover(page, layer.children, context)) return false;
      continue;
    }
    const read = context.document.pixels(layer);
    const mask = context.document.mask(layer);
    if (read === null || typeof read === 'string' || typeof mask === 'string') return false;
    if (mask !== null) applyMask(read, mask);
    add(page, read, (layer.opacity ?? 1) * (layer.fillOpacity ?? 1));
  }
  return true;
}

function add(page: LayerPixels, { x, y, width, height, data }: LayerPixels, opacity: number): void {
  for (let row = Math.max(0, page.y - y); row < Math.min(height, page.y + page.height - y); row += 1)
    for (
      let column = Math.max(0, page.x - x);
      column < Math.min(width, page.x + page.width - x);
      column += 1
    ) {
      const at = ((row + y - page.y) * page.width + column + x - page.x) * 4 + 3;
      const alpha = (data[(row * width + column) * 4 + 3] ?? 0) * opacity;
      page.data[at] = alpha + (page.data[at] ?? 0) * (1 - alpha / 255);
    }
}
