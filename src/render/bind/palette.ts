import type { TemplateDocument } from '../../../generated/template.ts';
import type { Cmyk } from '../../common/colors/ink-colors.ts';
import { standardProfile } from '../inks/output-profile.ts';
import type { Palette } from './colors.ts';

/** What of a document decides its colours, beside the values of its variables. */
export type PaletteSource = Pick<TemplateDocument, 'variables' | 'inks'>;

const palettes = new WeakMap<PaletteSource, Palette>();

/** The inks that a document declares, in shares from 0 to 1. */
export function paletteOf(document: PaletteSource): Palette {
  let palette = palettes.get(document);
  if (palette === undefined) {
    const inks = new Map((document.inks ?? []).map(({ name, cmyk }) => [name, toShares(cmyk)]));
    palettes.set(document, (palette = { inks, profile: standardProfile }));
  }
  return palette;
}

function toShares([cyan = 0, magenta = 0, yellow = 0, black = 0]: readonly number[]): Cmyk {
  return [cyan / 100, magenta / 100, yellow / 100, black / 100];
}
