import type { BlendMode } from 'ag-psd';
import type { TemplateElement } from '../../../generated/template.ts';

type TemplateBlendMode = NonNullable<TemplateElement['blendMode']>;

/** Modes that mean the same. */
const same: Readonly<Partial<Record<BlendMode, TemplateBlendMode>>> = {
  'pass through': 'normal',
  normal: 'normal',
  darken: 'darken',
  multiply: 'multiply',
  'color burn': 'color-burn',
  lighten: 'lighten',
  screen: 'screen',
  'color dodge': 'color-dodge',
  overlay: 'overlay',
  'soft light': 'soft-light',
  'hard light': 'hard-light',
  difference: 'difference',
  exclusion: 'exclusion',
  hue: 'hue',
  saturation: 'saturation',
  color: 'color',
  luminosity: 'luminosity',
};

/** The nearest mode for those that the template has not. */
const nearest: Readonly<Partial<Record<BlendMode, TemplateBlendMode>>> = {
  'linear burn': 'multiply',
  'darker color': 'darken',
  'linear dodge': 'screen',
  'lighter color': 'lighten',
  'vivid light': 'hard-light',
  'linear light': 'hard-light',
  'pin light': 'hard-light',
  'hard mix': 'hard-light',
  subtract: 'difference',
  divide: 'color-dodge',
};

/** A blend mode of the template, and why it is another one; null if it is the same. */
export function readBlendMode(mode: BlendMode = 'normal'): {
  readonly mode: TemplateBlendMode;
  readonly loss: string | null;
} {
  const exact = same[mode];
  if (exact !== undefined) return { mode: exact, loss: null };
  const other = nearest[mode] ?? 'normal';
  return { mode: other, loss: `The template has no blend mode "${mode}"; "${other}" stands in for it.` };
}
