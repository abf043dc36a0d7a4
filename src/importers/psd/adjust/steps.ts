/** One adjustment, ready to be applied to colours. */
import type { AdjustmentLayer, BlendMode } from 'ag-psd';
import { mixColor } from '../mix-channels.ts';
import type { LayerMask, LayerPixels } from '../document.ts';
import { type Rgb } from '../../color-spaces.ts';
import { clip, gradientMap, hueSaturation, threshold, type ColorChange } from './hues.ts';
import { brightness, curves, exposure, invert, levels, posterize, type Tables } from './tones.ts';

/** What an adjustment does to a colour: by a table for each channel, or to all channels together. */
export type Change = { readonly tables: Tables } | { readonly change: ColorChange };

/** A change, and how much of it is seen. */
export interface Step {
  readonly change: Change;
  readonly opacity: number;
  readonly masks: readonly LayerMask[];
  readonly mode: BlendMode;
  /** Whether it turns around all that lies below, which an element above it can do. */
  readonly isInversion: boolean;
}

/** Adjustments whose formula is published, or which the file contains as a table. */
const exact = /^(?:levels|curves|invert|posterize|threshold|exposure|gradient map)$/u;

/** Whether the colours of an adjustment are those of Photoshop, not only near them. */
export function isExact(adjustment: AdjustmentLayer): boolean {
  return (
    exact.test(adjustment.type) ||
    (adjustment.type === 'brightness/contrast' && adjustment.useLegacy === true)
  );
}

/** Reads an adjustment; null for one that is not converted: of real designs none has those. */
export function readChange(adjustment: AdjustmentLayer): Change | null {
  switch (adjustment.type) {
    case 'invert':
      return { tables: invert() };
    case 'posterize':
      return { tables: posterize(adjustment.levels ?? 4) };
    case 'levels':
      return { tables: levels(adjustment) };
    case 'curves':
      return { tables: curves(adjustment) };
    case 'exposure':
      return { tables: exposure(adjustment) };
    case 'brightness/contrast':
      return { tables: brightness(adjustment) };
    case 'threshold':
      return { change: threshold(adjustment.level ?? 128) };
    case 'hue/saturation':
      return { change: hueSaturation(adjustment) };
    case 'gradient map': {
      const change = gradientMap(adjustment);
      return change && { change };
    }
    case 'channel mixer':
    case 'vibrance':
    case 'black & white':
    case 'selective color':
    case 'photo filter':
    case 'color balance':
    case 'color lookup':
      return null;
  }
}

/** Applies a step to a colour where `amount` of it is seen, from 0 to 1. The result has whole values. */
export function applyStep(color: Rgb, { change, mode }: Step, amount: number): void {
  if (amount <= 0) return;
  const before: Rgb = [color[0], color[1], color[2]];
  changeColor(color, change);
  mixStep(color, before, mode, amount);
}

function changeColor(color: Rgb, change: Change): void {
  if ('tables' in change) {
    for (let channel = 0; channel < 3; channel += 1)
      color[channel] = change.tables[channel]?.[color[channel] ?? 0] ?? color[channel] ?? 0;
  } else {
    change.change(color);
    clip(color);
  }
}

function mixStep(color: Rgb, before: Readonly<Rgb>, mode: BlendMode, amount: number): void {
  if (amount >= 1 && mode === 'normal') return;
  const mixed = mode === 'normal' ? color : mixColor(mode, before, color);
  for (let channel = 0; channel < 3; channel += 1)
    color[channel] = (before[channel] ?? 0) + ((mixed[channel] ?? 0) - (before[channel] ?? 0)) * amount;
  clip(color);
}

/** A direct-mapped cache of the colours that a change has had: pictures repeat theirs. 2 MB. */
class ChangeCache {
  readonly #change: Change;
  readonly #keys = new Int32Array(cacheSize).fill(-1);
  readonly #values = new Int32Array(cacheSize);

  constructor(change: Change) {
    this.#change = change;
  }

  /** Changes a colour of whole values. */
  apply(color: Rgb): void {
    const key = (color[0] << 16) | (color[1] << 8) | color[2];
    const slot = (Math.imul(key, 0x9e3779b1) >>> 0) % cacheSize;
    if (this.#keys[slot] !== key) {
      changeColor(color, this.#change);
      this.#keys[slot] = key;
      this.#values[slot] = (color[0] << 16) | (color[1] << 8) | color[2];
      return;
    }
    const value = this.#values[slot] ?? 0;
    color[0] = value >> 16;
    color[1] = (value >> 8) & 255;
    color[2] = value & 255;
  }
}

const cacheSize = 1 << 18;

/** Those of changes of all channels; tables need none. */
const caches = new WeakMap<Change, ChangeCache>();

/** What changes colours of whole values as a step does. */
function getChanger({ change }: Step): (color: Rgb) => void {
  if ('tables' in change) return (color) => changeColor(color, change);
  const cache = caches.get(change) ?? new ChangeCache(change);
  caches.set(change, cache);
  return (color) => cache.apply(color);
}

/** Applies steps to all pixels that are seen. */
export function applySteps({ data, width, x, y }: LayerPixels, steps: readonly Step[]): void {
  const color: Rgb = [0, 0, 0];
  const before: Rgb = [0, 0, 0];
  const changers = steps.map((step) => ({ step, change: getChanger(step) }));
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    color[0] = data[at] ?? 0;
    color[1] = data[at + 1] ?? 0;
    color[2] = data[at + 2] ?? 0;
    for (const { step, change } of changers) {
      const { masks, opacity, mode } = step;
      const place = at / 4;
      const shown =
        masks.length === 0 ? 1 : shownAt(masks, x + (place % width), y + Math.floor(place / width));
      if (shown * opacity <= 0) continue;
      before[0] = color[0];
      before[1] = color[1];
      before[2] = color[2];
      change(color);
      mixStep(color, before, mode, opacity * shown);
    }
    data[at] = color[0];
    data[at + 1] = color[1];
    data[at + 2] = color[2];
  }
}

function shownAt(masks: readonly LayerMask[], x: number, y: number): number {
  let shown = 1;
  for (const mask of masks) {
    const [column, row] = [x - mask.x, y - mask.y];
    const isInside = column >= 0 && row >= 0 && column < mask.width && row < mask.height;
    shown *= (isInside ? (mask.data[row * mask.width + column] ?? 0) : mask.outside) / 255;
  }
  return shown;
}

/** How much of a step is seen in all of a box; null if it is not the same everywhere. */
export function shownIn(
  { opacity, masks }: Step,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): number | null {
  let shown = opacity;
  for (const mask of masks) {
    const own = evenly(mask, box);
    if (own === null) return null;
    shown *= own;
  }
  return shown;
}

function evenly(
  mask: LayerMask,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): number | null {
  const [left, top] = [Math.floor(box.x) - mask.x, Math.floor(box.y) - mask.y];
  const [right, bottom] = [Math.ceil(box.x + box.width) - mask.x, Math.ceil(box.y + box.height) - mask.y];
  const isInside = left >= 0 && top >= 0 && right <= mask.width && bottom <= mask.height;
  const values = isInside ? [] : [mask.outside];
  for (let row = Math.max(0, top); row < Math.min(mask.height, bottom); row += 1)
    for (let column = Math.max(0, left); column < Math.min(mask.width, right); column += 1) {
      const value = mask.data[row * mask.width + column] ?? 0;
      if (values[0] === undefined) values.push(value);
      else if (Math.abs(values[0] - value) > 2) return null;
    }
  return (values[0] ?? mask.outside) / 255;
}
