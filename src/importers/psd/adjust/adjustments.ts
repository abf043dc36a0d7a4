/** Adjustment layers, drawn into the layers below them. */
import type { AdjustmentLayer, Layer } from 'ag-psd';
import type { TemplateBuilder } from '../../builder.ts';
import type { LayerMask, LayerPixels, PsdDocument } from '../document.ts';
import { applySteps, isExact, readChange, type Step } from './steps.ts';

/** The most pixels that are adjusted, each counted as often as it is: a few seconds. */
const maxPixels = 40_000_000;

/** A change of all channels together takes as long as so many tables. */
const changeCost = 2;

/** The adjustments of a document. */
export class Adjustments {
  readonly #document: PsdDocument;
  readonly #builder: TemplateBuilder;
  readonly #known = new Map<Layer, Step | null>();
  #pixelsLeft = maxPixels;

  constructor(document: PsdDocument, builder: TemplateBuilder) {
    this.#document = document;
    this.#builder = builder;
  }

  /** The steps of the layers above one of a group, in their order. Inversions of all of it are elements. */
  above(
    layers: readonly Layer[],
    index: number,
    { steps, isOpen }: { readonly steps: readonly Step[]; readonly isOpen: boolean },
  ): Step[] {
    const base = baseOf(layers, index);
    const own = layers.slice(index + 1).flatMap((layer, at) => {
      const isFor = layer.clipping !== true || baseOf(layers, index + 1 + at) === base;
      return isFor ? this.#stepsOf(layer) : [];
    });
    const all = [...own, ...steps];
    while (isOpen && all.at(-1)?.isInversion === true) all.pop();
    return all;
  }

  /** What one adjustment layer does; null if it is hidden, or not known. */
  step(layer: Layer): Step | null {
    const known = this.#known.get(layer);
    if (known !== undefined) return known;
    const step = this.#read(layer);
    this.#known.set(layer, step);
    return step;
  }

  /** Changes the pixels of a layer by the adjustments above it. Too many pixels are a loss. */
  adjust(pixels: LayerPixels, name: string, steps: readonly Step[]): void {
    if (steps.length === 0) return;
    const cost = steps.reduce((sum, { change }) => sum + ('tables' in change ? 1 : changeCost), 0);
    this.#pixelsLeft -= pixels.width * pixels.height * cost;
    if (this.#pixelsLeft >= 0) applySteps(pixels, steps);
    else
      this.#builder.lose(
        name,
        'adjustments',
        'The adjustments of the layers above would take too long: it is not adjusted.',
      );
  }

  #read(layer: Layer): Step | null {
    if (layer.hidden === true || layer.adjustment === undefined) return null;
    const change = readChange(layer.adjustment);
    const mask = this.#document.mask(layer);
    if (change === null || typeof mask === 'string') return null;
    const { adjustment, opacity = 1, fillOpacity = 1, blendMode: mode = 'normal' } = layer;
    const isWhole = mask === null || isWhite(mask);
    const isInversion =
      adjustment.type === 'invert' && isWhole && layer.clipping !== true && mode === 'normal';
    return { change, opacity: opacity * fillOpacity, masks: isWhole ? [] : [mask], mode, isInversion };
  }

  /** Adjustments in a group that is passed through are those of the layers below it, too. */
  #stepsOf(layer: Layer): Step[] {
    if (layer.hidden === true) return [];
    if (layer.adjustment !== undefined) return [this.step(layer)].filter((step) => step !== null);
    const { children = [], blendMode = 'pass through', opacity = 1 } = layer;
    if (blendMode !== 'pass through') return [];
    const inside = children
      .filter(({ clipping }) => clipping !== true)
      .flatMap((child) => this.#stepsOf(child));
    if (inside.length === 0) return [];
    const mask = this.#document.mask(layer);
    const own: LayerMask[] = mask === null || typeof mask === 'string' ? [] : [mask];
    return inside.map((step) => ({
      ...step,
      opacity: step.opacity * opacity,
      masks: [...step.masks, ...own],
      isInversion: step.isInversion && opacity === 1 && own.length === 0,
    }));
  }
}

function isWhite({ outside, data }: LayerMask): boolean {
  return outside === 255 && data.every((shown) => shown === 255);
}

/** The layer that those above it, which are clipped, are shown inside of. */
function baseOf(layers: readonly Layer[], index: number): number {
  let base = index;
  while (base > 0 && layers[base]?.clipping === true) base -= 1;
  return base;
}

/** Lists what is lost of an adjustment. */
export function loseAdjustment(
  { hidden = false }: Layer,
  name: string,
  adjustment: AdjustmentLayer,
  step: Step | null,
  builder: TemplateBuilder,
): void {
  const reason = hidden
    ? 'It is hidden, and left out.'
    : step === null
      ? 'The layers below are not adjusted.'
      : isExact(adjustment)
        ? 'It is drawn into the layers below: their colours stay as they are.'
        : 'It is drawn into the layers below, about as Photoshop does: their colours stay as they are.';
  builder.lose(name, adjustment.type, reason);
}
