/**
 * LibreOffice draws presentations (Debian: `apt-get install libreoffice-impress-nogui`). Fonts that are not
 * there are replaced by the same ones as in the template.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { FolderFiles } from '../../../src/importers/folder-files.ts';
import { DesignFonts } from '../../../src/importers/fonts.ts';
import { BUNDLED_FAMILIES } from '../../../src/render/fonts/bundled-fonts.ts';
import { pictureOfPage } from '../../../src/render/images/picture-of-page.ts';
import type { DrawOriginal } from '../original.ts';

const profile = path.join(tmpdir(), 'importers-libreoffice');

export const drawOriginal: DrawOriginal = async ({ source, place }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'importers-pptx-'));
  try {
    const fonts = path.join(folder, 'fonts.conf');
    await writeFile(fonts, describeFonts(source.bytes, folder));
    const args = ['--headless', '--convert-to', 'pdf', '--outdir', folder, place];
    await mkdir(profile, { recursive: true });
    await promisify(execFile)('soffice', [`-env:UserInstallation=file://${profile}`, ...args], {
      env: { ...process.env, FONTCONFIG_FILE: fonts },
      timeout: 120_000,
    });
    const pdf = await readFile(path.join(folder, `${path.parse(place).name}.pdf`));
    return (await pictureOfPage(pdf, 96 / 72))?.png ?? null;
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Settings of Fontconfig: the fonts of the service, and which of them stand in for those of the file. */
function describeFonts(bytes: Uint8Array, folder: string): string {
  const parts = Object.entries(unzipSync(bytes, { filter: ({ name }) => name.endsWith('.xml') }));
  const named = parts.flatMap(([, part]) =>
    [
      ...Buffer.from(part)
        .toString()
        .matchAll(/typeface="([^"+]+)"/gu),
    ].map(([, name = '']) => name),
  );
  const fonts = new DesignFonts(new FolderFiles());
  const folders = new Set(
    BUNDLED_FAMILIES.flatMap(({ faces }) => faces.map((face) => path.dirname(face.path))),
  );
  const aliases = [...new Set(named)].map(
    (name) =>
      `<match><test name="family"><string>${name}</string></test><edit name="family" mode="assign" ` +
      `binding="same"><string>${fonts.find(name).family}</string></edit></match>`,
  );
  return (
    `<fontconfig><cachedir>${folder}/cache</cachedir>` +
    `${[...folders].map((each) => `<dir>${each}</dir>`).join('')}${aliases.join('')}</fontconfig>`
  );
}
