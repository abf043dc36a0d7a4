/** Adjustment layers, drawn into the layers below them. */
import type { AdjustmentLayer, Layer } from 'ag-psd';
import type { DesignBox } from '../../boxes.ts';
import type { TemplateBuilder } from '../../builder.ts';
import type { LayerMask, LayerPixels, PsdDocument } from '../document.ts';
import { applySteps, isExact, readChange, shownIn, type Step } from './steps.ts';
import { readLayerName } from '../layer-name.ts';

/** The most pixels that are adjusted, each counted as often as it is: a few seconds. */
const maxPixels = 40_000_000;

/** How many tables take as long as one change of all channels together. */
const changeCost = 2;

/** The most changes of all channels together: each has a cache of its own. */
const maxChanges = 50;

/** The layers of a list that adjust others, and the layer that each of the list is shown inside of. */
interface Adjusting {
  readonly bases: readonly number[];
  readonly layers: readonly { readonly at: number; readonly isClipped: boolean; readonly steps: Step[] }[];
}

/** The adjustments of a document. */
export class Adjustments {
  readonly #document: PsdDocument;
  readonly #builder: TemplateBuilder;
  readonly #known = new Map<Layer, Step | null>();
  readonly #adjusting = new Map<readonly Layer[], Adjusting>();
  readonly #ofGroups = new Map<Layer, Step[]>();
  #pixelsLeft = maxPixels;
  #changes = 0;

  constructor(document: PsdDocument, builder: TemplateBuilder) {
    this.#document = document;
    this.#builder = builder;
  }

  /** The steps of the layers above one of a group, in their order. Inversions of all of it are elements. */
  above(
    list: readonly Layer[],
    index: number,
    { steps, isOpen }: { readonly steps: readonly Step[]; readonly isOpen: boolean },
  ): Step[] {
    const { bases, layers } = this.#adjustingIn(list);
    const isAbove = ({ at, isClipped }: (typeof layers)[number]) =>
      at > index && (!isClipped || bases[at] === bases[index]);
    const all = [...layers.filter(isAbove).flatMap((layer) => layer.steps), ...steps];
    while (isOpen && all.at(-1)?.isInversion === true) all.pop();
    return all;
  }

  /** What one adjustment layer does; null if it is hidden, not known, or shown by what cannot be read. */
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
    if (this.#spend(pixels.width * pixels.height * cost)) applySteps(pixels, steps);
    else
      this.#builder.lose(
        name,
        'adjustments',
        'The adjustments of the layers above would take too long: it is not adjusted.',
      );
  }

  /** How much of each step is seen in all of a box; null: not the same everywhere, or it takes too long. */
  shownIn(steps: readonly Step[], box: DesignBox): (number | null)[] {
    return steps.map((step) =>
      this.#spend(step.masks.length * box.width * box.height) ? shownIn(step, box) : null,
    );
  }

  #spend(pixels: number): boolean {
    if (pixels > this.#pixelsLeft) return false;
    this.#pixelsLeft -= pixels;
    return true;
  }

  #read(layer: Layer): Step | null {
    if (layer.hidden === true || layer.adjustment === undefined) return null;
    const change = readChange(layer.adjustment);
    const mask = this.#maskOf(layer);
    if (change === null || typeof mask === 'string') return null;
    if (!('tables' in change) && ++this.#changes > maxChanges) return null;
    const { adjustment, opacity = 1, fillOpacity = 1, blendMode: mode = 'normal' } = layer;
    const isWhole = mask === null || isWhite(mask);
    const isInversion =
      adjustment.type === 'invert' && isWhole && layer.clipping !== true && mode === 'normal';
    return { change, opacity: opacity * fillOpacity, masks: isWhole ? [] : [mask], mode, isInversion };
  }

  /** The mask of a layer; null if it has none, or why it cannot be had. */
  #maskOf(layer: Layer): LayerMask | string | null {
    const { vectorMask } = layer;
    if (vectorMask !== undefined && vectorMask.disable !== true) return 'Its mask is a path.';
    return this.#document.mask(layer);
  }

  #adjustingIn(list: readonly Layer[]): Adjusting {
    let known = this.#adjusting.get(list);
    if (known === undefined) {
      let base = 0;
      const bases = list.map(({ clipping }, at) => (clipping === true ? base : (base = at)));
      const layers = list.flatMap((layer, at) => {
        const steps = this.#stepsOf(layer);
        return steps.length === 0 ? [] : [{ at, isClipped: layer.clipping === true, steps }];
      });
      known = { bases, layers };
      this.#adjusting.set(list, known);
    }
    return known;
  }

  #stepsOf(layer: Layer): Step[] {
    if (layer.hidden === true) return [];
    if (layer.adjustment !== undefined) return [this.step(layer)].filter((step) => step !== null);
    const known = this.#ofGroups.get(layer);
    if (known !== undefined) return known;
    const steps = this.#stepsOfGroup(layer);
    this.#ofGroups.set(layer, steps);
    return steps;
  }

  /** Adjustments in a group that is passed through are those of the layers below it, too. */
  #stepsOfGroup(layer: Layer): Step[] {
    const { children = [], blendMode = 'pass through', opacity = 1 } = layer;
    if (blendMode !== 'pass through') return [];
    const inside = children
      .filter(({ clipping }) => clipping !== true)
      .flatMap((child) => this.#stepsOf(child));
    if (inside.length === 0) return [];
    const mask = this.#maskOf(layer);
    if (typeof mask === 'string') {
      const reason = `${mask} The layers below are not adjusted by those in it.`;
      this.#builder.lose(readLayerName(layer), 'adjustments', reason);
      return [];
    }
    const own = mask === null ? [] : [mask];
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
