import type { TemplateElement } from '../../generated/template.ts';

type BlendMode = NonNullable<TemplateElement['blendMode']>;

/** The blend mode of a name of CSS; undefined for `normal`, and for a mode that templates do not have. */
export function findBlendMode(name: string | undefined): BlendMode | undefined {
  return blendModes.find((mode) => mode === name);
}

const blendModes: readonly BlendMode[] = [
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
];
