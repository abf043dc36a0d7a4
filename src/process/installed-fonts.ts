import { readInstalledFonts } from '../render/fonts/installed-fonts.ts';
import type { Logger } from '../telemetry/log.ts';

/** Max files that one line names. */
const maxNamed = 20;

/** Logs which fonts FONTS_DIR has, and which of its files are left out. */
export async function reportInstalledFonts(folder: string, log: Logger): Promise<void> {
  const { families, leftOut } = await readInstalledFonts(folder);
  log.info({ folder, families: families.length }, 'fonts of FONTS_DIR');
  if (leftOut.length === 0) return;
  log.warn(
    { folder, files: leftOut.length, leftOut: leftOut.slice(0, maxNamed) },
    'FONTS_DIR has files that are no fonts, or packages of @fontsource, which divide fonts: left out.',
  );
}
