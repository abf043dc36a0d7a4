import type { Layer } from 'ag-psd';
import type { TemplateElement } from '../../../generated/template.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { TextMeasure } from '../measure-text.ts';
import type { Adjustments } from './adjust/adjustments.ts';
import type { Step } from './adjust/steps.ts';
import { readBlendMode } from './blend-modes.ts';
import type { PsdDocument } from './document.ts';
import type { FittingBudget } from './fitting-budget.ts';

/** What the conversion of a layer needs besides it. */
export interface PsdContext {
  readonly document: PsdDocument;
  readonly builder: TemplateBuilder;
  readonly measure: TextMeasure;
  readonly fitting: FittingBudget;
  readonly adjustments: Adjustments;
  /** The layers behind, in the same group. */
  readonly below: readonly Layer[];
  /** What the adjustment layers in front change. */
  readonly steps: readonly Step[];
  /** Whether what is mixed with the layers below reaches those below the groups that it is in. */
  readonly isOpen: boolean;
  /** The direction of the light that layers share, in degrees. */
  readonly globalAngle: number;
  /** The page in the coordinates of the document. */
  readonly page: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

type CommonKeys = Pick<TemplateElement, 'id' | 'visible' | 'blendMode'> & { opacity?: number };

/** What all elements have of their layer. */
export function readCommon(
  layer: Layer,
  name: string,
  type: TemplateElement['type'],
  builder: TemplateBuilder,
): CommonKeys {
  const { mode, loss } = readBlendMode(layer.blendMode);
  if (loss !== null) builder.lose(name, 'blend mode', loss);
  const hasEffects = layer.effects !== undefined && layer.effects.disabled !== true;
  const { opacity = 1, fillOpacity = 1 } = layer;
  const shown = Math.min(1, Math.max(0, hasEffects ? opacity : opacity * fillOpacity));
  return {
    id: builder.names.idFor(name, type),
    ...(shown < 1 && { opacity: Math.round(shown * 10_000) / 10_000 }),
    ...(layer.hidden === true && { visible: false }),
    ...(mode !== 'normal' && { blendMode: mode }),
  };
}

/** The opacity that the effects of a layer do not have. */
export function readFillOpacity(layer: Layer): number {
  const hasEffects = layer.effects !== undefined && layer.effects.disabled !== true;
  return hasEffects ? Math.min(1, Math.max(0, layer.fillOpacity ?? 1)) : 1;
}

/** Lists what no element of a template has. */
export function loseOthers(layer: Layer, name: string, { builder }: PsdContext): void {
  const { channelBlendingRestrictions = [], blendingRanges, knockout = false } = layer;
  if (channelBlendingRestrictions.length > 0)
    builder.lose(name, 'channels', 'A layer is mixed in all channels.');
  if (knockout) builder.lose(name, 'knockout', 'Layers below are not cut out.');
  const all =
    blendingRanges === undefined
      ? []
      : [blendingRanges.compositeGrayBlendSource, blendingRanges.compositeGraphBlendDestinationRange];
  const ranges = [
    ...all,
    ...(blendingRanges?.ranges ?? []).flatMap(({ sourceRange, destRange }) => [sourceRange, destRange]),
  ];
  const isWhole = ranges.every(
    ([a = 0, b = 0, c = 255, d = 255]) => a === 0 && b === 0 && c === 255 && d === 255,
  );
  if (!isWhole) builder.lose(name, 'blend if', 'Dark and light parts are not left out.');
  const { userMaskFeather = 0 } = layer.mask ?? {};
  if (userMaskFeather > 0) builder.lose(name, 'mask feather', 'The edge of the mask is not softened.');
}
