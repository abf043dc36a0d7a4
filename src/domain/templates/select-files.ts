import { isTemplateFile } from '../files/file-kinds.ts';
import { FOLDER_LIMITS, type TemplateFolder } from './template-folder.ts';
import { UnreadableTemplate, type Candidate } from './read-zip.ts';

/** The most that a template may have. */
export type FolderLimits = Readonly<Record<keyof typeof FOLDER_LIMITS, number>>;

/** A template as it is on the disk. */
export interface TemplateOnDisk extends TemplateFolder {
  readonly exampleJson: Uint8Array | null;
}

/**
 * Reads the files of a template among those of a folder or a .zip. They must not exceed the limits.
 *
 * @throws UnreadableTemplate
 */
export async function selectFiles(
  candidates: readonly Candidate[],
  limits: FolderLimits = FOLDER_LIMITS,
): Promise<TemplateOnDisk> {
  const document = candidates.find((candidate) => candidate.path === 'template.json');
  const example = candidates.find((candidate) => candidate.path === 'example.json');
  const files = candidates.filter((candidate) => isTemplateFile(candidate.path));
  const { files: maxFiles, totalBytes, templateJsonBytes } = limits;
  if (files.length > maxFiles) {
    throw new UnreadableTemplate(
      `There are ${files.length} images, fonts, PDFs and colour profiles; at most ${maxFiles} are accepted.`,
    );
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > totalBytes) {
    throw new UnreadableTemplate(
      `The files have ${bytes} bytes together; at most ${totalBytes} are accepted.`,
    );
  }
  for (const json of [document, example]) {
    if (json === undefined || json.bytes <= templateJsonBytes) continue;
    throw new UnreadableTemplate(
      `${json.path} has ${json.bytes} bytes; at most ${templateJsonBytes} are accepted.`,
    );
  }
  const contents = new Map<string, Uint8Array>();
  for (const file of files) contents.set(file.path, await file.read());
  return {
    templateJson: document === undefined ? null : await document.read(),
    exampleJson: example === undefined ? null : await example.read(),
    files: contents,
  };
}

/** Removes the folder's name before each path: it is there if the folder was zipped, not only its content. */
export function stripCommonFolder(candidates: readonly Candidate[]): readonly Candidate[] {
  const documents = candidates.filter(({ path: name }) => /^[^/]+\/template\.json$/.test(name));
  const isAtTop = candidates.some(({ path: name }) => name === 'template.json');
  const [document] = documents;
  if (isAtTop || document === undefined || documents.length > 1) return candidates;
  const prefix = document.path.slice(0, -'template.json'.length);
  return candidates
    .filter((candidate) => candidate.path.startsWith(prefix))
    .map((candidate) => ({ ...candidate, path: candidate.path.slice(prefix.length) }));
}
