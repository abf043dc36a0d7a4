import type { TemplateDocument } from '../../../generated/template.ts';
import type { Cmyk } from '../../common/colors/ink-colors.ts';
import { conditionName } from '../../common/colors/printing-conditions.ts';
import { standardProfile } from '../inks/condition-profiles.ts';
import type { OutputProfile } from '../inks/output-profile.ts';
import type { Palette } from './colors.ts';

/** What of a document decides its colours, beside the values of its variables. */
export type PaletteSource = Pick<TemplateDocument, 'variables' | 'inks' | 'outputProfile'>;

const palettes = new WeakMap<PaletteSource, Palette>();

/** The inks that a document declares, in shares from 0 to 1. */
export function paletteOf(document: PaletteSource): Palette {
  let palette = palettes.get(document);
  if (palette === undefined) {
    const inks = new Map((document.inks ?? []).map(({ name, cmyk }) => [name, toShares(cmyk)]));
    const name = conditionName(document.outputProfile);
    palettes.set(document, (palette = { inks, profile: () => standardProfile(name) }));
  }
  return palette;
}

/** Sees the inks of a document through the profile of its folder, which binding cannot read. */
export function seeThrough(document: PaletteSource, profile: OutputProfile): void {
  palettes.set(document, { ...paletteOf(document), profile: () => profile });
}

function toShares([cyan = 0, magenta = 0, yellow = 0, black = 0]: readonly number[]): Cmyk {
  return [cyan / 100, magenta / 100, yellow / 100, black / 100];
}
