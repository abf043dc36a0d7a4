import { isLost, readBlob } from '../../storage/checksums.ts';
import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import type { TemplateFile } from '../../store/authoring/versions.ts';
import { checkTemplate } from '../templates/check/check-template.ts';
import type { StoredFile } from '../templates/check/files.ts';
import { locateFindingsInWorker } from '../templates/check/in-worker.ts';
import type { LocatedFindings } from '../templates/locate-problems.ts';
import type { AuthoringParts } from './parts.ts';

/** What was found in a draft. Problems keep it from being published, warnings do not. */
export type DraftFindings = LocatedFindings;

/**
 * Checks a document as an import does. Files that were decoded once are not decoded again.
 *
 * @throws an error of storage, or Problem SERVICE_UNAVAILABLE while too many files are decoded
 */
export async function checkDraft(
  { storage, fileLimits }: AuthoringParts,
  document: JsonDocument,
  files: readonly TemplateFile[],
): Promise<DraftFindings> {
  const stored = new Map(files.map(({ path, hash }) => [path, storedFile(storage, hash)]));
  return await locateFindingsInWorker(
    document,
    await checkTemplate(document, stored, fileLimits),
    fileLimits.owner,
  );
}

/**
 * As `checkDraft`, but reads files without decoding them: somebody waits for what is shown. Stored files were
 * decoded when they were uploaded or imported, and saving or publishing the draft decodes those that this
 * process does not know.
 */
export async function inspectDraft(
  parts: AuthoringParts,
  document: JsonDocument,
  files: readonly TemplateFile[],
): Promise<DraftFindings> {
  const fileLimits = { ...parts.fileLimits, onlyReads: true };
  return await checkDraft({ ...parts, fileLimits }, document, files);
}

/**
 * As `checkDraft`, for a draft that is kept whatever is found: files that cannot be checked now are taken as
 * good. Publishing checks them.
 */
export async function checkDraftLeniently(
  parts: AuthoringParts,
  document: JsonDocument,
  files: readonly TemplateFile[],
): Promise<DraftFindings> {
  try {
    return await checkDraft(parts, document, files);
  } catch {
    // An error of storage or of decoding: this check reads no files. It throws any other error again.
    const { fileLimits } = parts;
    const unchecked = new Map(files.map(({ path }) => [path, new Uint8Array()]));
    const checker = { ...fileLimits, decodes: false };
    return await locateFindingsInWorker(
      document,
      await checkTemplate(document, unchecked, checker),
      fileLimits.owner,
    );
  }
}

/** A file as the checks read it. */
export function storedFile(storage: AuthoringParts['storage'], hash: string): StoredFile {
  return {
    hash,
    read: () =>
      readBlob(storage, hash).catch((error: unknown) => {
        if (isLost(error)) return null;
        throw error;
      }),
  };
}
