import { listInstalledFonts } from '../../../render/fonts/installed-fonts.ts';
import { checkAxes } from './axes.ts';
import { decodeFiles, type CheckedFiles, type FileCheckLimits } from './files.ts';
import { checkDocumentInWorker } from './in-worker.ts';
import type { CheckResult } from './problem.ts';
import { checkColorUses } from './svg-colors.ts';

export type { CheckResult };

export interface CheckLimits extends FileCheckLimits {
  /** Pixels that a page may have. */
  readonly maxOutputPixels: number;
  /** Whether the contents of files are checked. Default: they are. */
  readonly decodes?: boolean;
  /** The folder of fonts that an operator installed; default: none. */
  readonly fontsDir?: string | null;
}

/** The defaults of the configuration, for callers without one. */
const defaultLimits: CheckLimits = {
  maxImagePixels: 50_000_000,
  maxOutputPixels: 100_000_000,
  timeoutMs: 30_000,
};

/** Problems that are reported at once. */
const maxProblems = 100;

/**
 * Checks a whole template. Without problems it can be imported. Files are decoded in a separate renderer
 * process, large documents are checked in a worker thread. Files that the template does not use are ignored.
 *
 * @param files the folder's files by their path in it
 */
export async function checkTemplate(
  json: unknown,
  files: CheckedFiles,
  limits: CheckLimits = defaultLimits,
): Promise<CheckResult> {
  const { maxOutputPixels, owner, decodes = true, fontsDir = null } = limits;
  const installedFamilies = (await listInstalledFonts(fontsDir)).map(({ name }) => name);
  const paths = [...files.keys()];
  const found = await checkDocumentInWorker({ json, paths, maxOutputPixels, installedFamilies }, owner);
  const decoded = await decodeFiles(decodes ? found.fileUses : [], files, limits);
  const read = async (path: string) => {
    const file = files.get(path);
    return file === undefined || file instanceof Uint8Array ? (file ?? null) : await file.read();
  };
  const axes = await checkAxes(found.axisUses, read);
  const colors = await checkColorUses(found.colorUses, read);
  const problems = [...found.problems, ...decoded.problems];
  const more = problems.length - maxProblems;
  return {
    problems: [
      ...problems.slice(0, maxProblems),
      ...(more > 0 ? [{ pointer: '', detail: `There are ${more} more problems.` }] : []),
    ],
    warnings: [...found.warnings, ...decoded.warnings, ...axes, ...colors].slice(0, maxProblems),
  };
}
