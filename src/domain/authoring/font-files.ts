import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { BUNDLED_FAMILIES } from '../../render/fonts/bundled-fonts.ts';
import { listInstalledFonts } from '../../render/fonts/installed-fonts.ts';
import { matchFace } from '../../render/fonts/font-match.ts';
import type { Viewer } from '../../store/projects.ts';
import type { DownloadableFile } from '../files/downloadable-file.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { findWorkingCopy } from './drafts.ts';
import { getFile } from './files.ts';
import { facesIn } from './fonts.ts';
import type { AuthoringParts } from './parts.ts';

/** A face that is wanted. */
export interface WantedFace {
  readonly family: string;
  readonly weight: number;
  readonly style: 'normal' | 'italic';
}

/**
 * The file of the face that a render takes for a family, weight and style: of the template's own fonts, or
 * else of the catalogue. The names of families have no case.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, NOT_FOUND
 */
export async function getFont(
  parts: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  { family, weight, style }: WantedFace,
): Promise<DownloadableFile<'application/octet-stream'>> {
  const { document, files } = await findWorkingCopy(parts.db, viewer, templateId);
  const isWanted = (name: string) => name.toLowerCase() === family.toLowerCase();
  const own = files.flatMap((file) =>
    facesIn(document, file.path)
      .filter((face) => isWanted(face.family))
      .map(({ weights: [at = 400], isItalic }) => ({
        path: file.path,
        weights: [at, at] as const,
        style: isItalic ? ('italic' as const) : ('normal' as const),
      })),
  );
  if (own.length > 0) {
    return await getFile(parts, viewer, templateId, { path: matchFace(own, weight, style).path });
  }
  const installed = await listInstalledFonts(parts.fileLimits.fontsDir ?? null);
  const bundled = [...BUNDLED_FAMILIES, ...installed].find(({ name }) => isWanted(name));
  if (bundled === undefined) throw studioProblems.fileNotFound(family);
  const faces = bundled.faces.map((face) => ({ ...face, weights: [face.weight, face.weight] as const }));
  return await bundledFile(matchFace(faces, weight, style).path);
}

async function bundledFile(file: string): Promise<DownloadableFile<'application/octet-stream'>> {
  const { size, mtime } = await stat(file);
  return {
    id: path.basename(file),
    mediaType: 'application/octet-stream',
    bytes: size,
    lastModified: mtime,
    saveAs: { name: path.parse(file).name, extension: path.extname(file).slice(1) },
    // A range has its last byte, as a stream has.
    open: (part) => Promise.resolve(createReadStream(file, part)),
    check: () => Promise.resolve(),
  };
}
