import { stat } from 'node:fs/promises';
import { BUNDLED_FAMILIES, type BundledFace } from '../../render/fonts/bundled-fonts.ts';
import { listInstalledFonts } from '../../render/fonts/installed-fonts.ts';
import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import type { TemplateFile } from '../../store/authoring/versions.ts';
import type { Viewer } from '../../store/projects.ts';
import { describeFontFile } from '../templates/check/files.ts';
import { storedFile } from './check-draft.ts';
import { findWorkingCopy } from './drafts.ts';
import { findFileKind } from '../files/file-kinds.ts';
import { partsForWorkspace, type AuthoringParts } from './parts.ts';

/** A family that a template can use. */
export interface UsableFont {
  readonly family: string;
  readonly source: 'CATALOGUE' | 'TEMPLATE';
  readonly weights: readonly number[];
  readonly hasItalics: boolean;
  /** Of one of its files, regular if there is one. */
  readonly bytes: number;
}

/** One face of a family. */
interface Face {
  readonly family: string;
  readonly weights: readonly number[];
  readonly isItalic: boolean;
}

/** A face with the size of its file. */
interface StoredFace extends Face {
  readonly bytes: number;
}

/**
 * The families of the catalogue, and those among the template's own files: by the name, weight and style that
 * the document gives a file, or else by those that the file has.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, SERVICE_UNAVAILABLE
 */
export async function listFonts(
  parts: AuthoringParts,
  viewer: Viewer,
  templateId: string,
): Promise<UsableFont[]> {
  const { document, files } = await findWorkingCopy(parts.db, viewer, templateId);
  const own: StoredFace[] = [];
  for (const file of files.filter(({ path }) => findFileKind(path) === 'font')) {
    const declared = facesIn(document, file.path);
    const described = declared.length > 0 ? declared : await getFaces(partsForWorkspace(parts, viewer), file);
    own.push(...described.map((face) => ({ ...face, bytes: file.bytes })));
  }
  return [...families(own), ...(await listCatalogue(parts.fileLimits.fontsDir))];
}

/** The families that every template can use: those of the service, then those that its operator installed. */
export async function listCatalogue(fontsDir: string | null = null): Promise<UsableFont[]> {
  const names = new Set(BUNDLED_FAMILIES.map(({ name }) => name.toLowerCase()));
  const installed = (await listInstalledFonts(fontsDir)).filter(({ name }) => !names.has(name.toLowerCase()));
  return await Promise.all(
    [...BUNDLED_FAMILIES, ...installed].map(async ({ name, faces }) => ({
      family: name,
      source: 'CATALOGUE' as const,
      weights: [...new Set(faces.map(({ weight }) => weight))].sort((a, b) => a - b),
      hasItalics: faces.some(({ style }) => style === 'italic'),
      bytes: (await stat((faces.find(isRegular) ?? faces[0]!).path)).size,
    })),
  );
}

function isRegular({ weight, style }: BundledFace): boolean {
  return weight === 400 && style === 'normal';
}

function families(faces: readonly StoredFace[]): UsableFont[] {
  const byFamily = Map.groupBy(faces, ({ family }) => family);
  return [...byFamily].map(([family, of]) => ({
    family,
    source: 'TEMPLATE',
    weights: [...new Set(of.flatMap(({ weights }) => weights))].sort((a, b) => a - b),
    hasItalics: of.some(({ isItalic }) => isItalic),
    bytes: (of.find(({ isItalic, weights }) => !isItalic && weights.includes(400)) ?? of[0]!).bytes,
  }));
}

/** The faces that a document makes of a file. */
export function facesIn({ fonts }: JsonDocument, path: string): Face[] {
  if (!Array.isArray(fonts)) return [];
  return (fonts as readonly unknown[]).flatMap((entry) => {
    const font = (entry ?? {}) as Readonly<Record<string, unknown>>;
    const { family, weight = 400, style, src } = font;
    if (src !== path || typeof family !== 'string' || !isWeight(weight)) return [];
    return [{ family, weights: [weight], isItalic: style === 'italic' }];
  });
}

async function getFaces(
  { storage, fileLimits }: AuthoringParts,
  { path, hash }: TemplateFile,
): Promise<Face[]> {
  const font = await describeFontFile(path, storedFile(storage, hash), fileLimits);
  if (font === null || font.family === '' || !font.weights.every(isWeight)) return [];
  return [{ family: font.family, weights: [...new Set(font.weights)], isItalic: font.isItalic }];
}

function isWeight(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1000;
}
