import { checkFiles, type FileChecker } from '../../../renderer/check-files.ts';
import type { FontDescription } from '../../../render/fonts/describe-font.ts';
import type { PictureConverter } from '../../../renderer/convert-pictures.ts';
import { sniffImageType } from '../../../common/pictures/sniff.ts';
import { hashContent } from '../../../async/hash-content.ts';
import { describeSvgLoss, type SvgLoss } from '../../../render/vector/svg-losses.ts';
import { inspectSvgInWorker } from './svg-in-worker.ts';
import type { CheckResult, FileUse, TemplateProblem } from './problem.ts';

/** Files of a template by their path. */
export type CheckedFiles = ReadonlyMap<string, Uint8Array | StoredFile>;

/** A file in storage. It is read only if its verdict is not known. */
export interface StoredFile {
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  /** Null: the file is lost or damaged in storage. */
  readonly read: () => Promise<Uint8Array | null>;
}

/** What was found in the content of a file. */
export interface FileVerdict {
  /** The end of a sentence that starts with the file; null if nothing is wrong. */
  readonly problem: string | null;
  /** What an SVG has that renders leave out. */
  readonly losses: readonly SvgLoss[];
  /** Sentences about what renders leave out, each without its start, the file. Default: none. */
  readonly notes?: readonly string[];
  /** Of a font: what it says about itself; null if that cannot be read. */
  readonly font?: FontDescription | null;
  /** Whether it is an image, by its first bytes. */
  readonly isImage: boolean;
}

/** Verdicts by kind and hash: a content never changes. */
export interface KnownVerdicts {
  get(key: string): FileVerdict | undefined;
  set(key: string, verdict: FileVerdict): unknown;
}

export interface FileCheckLimits {
  readonly maxImagePixels: number;
  /** Time limit for decoding one file. */
  readonly timeoutMs: number;
  /** Decodes the files. Default: a process for each call. */
  readonly checker?: FileChecker;
  /** Converts a picture that is uploaded. Default: a process for each. */
  readonly converter?: PictureConverter;
  /** Whose work it is, where owners take turns. Default: nobody's. */
  readonly owner?: string;
  /** Files with a verdict are not decoded again. Default: every file is decoded. */
  readonly verdicts?: KnownVerdicts;
  /** Whether files are only read, not decoded, if they have no verdict yet. Default: they are decoded. */
  readonly onlyReads?: boolean;
}

/** Decodes every used file once. A file with problems is reported at the first place that names it. */
export async function decodeFiles(
  uses: readonly FileUse[],
  files: CheckedFiles,
  limits: FileCheckLimits,
): Promise<CheckResult> {
  const judged = await judgeFiles(firstUses(uses), files, limits);
  const problems: TemplateProblem[] = [];
  const warnings: TemplateProblem[] = [];
  for (const [
    { kind, pointer, path, data, isOptional },
    { problem, losses, notes = [], isImage },
  ] of judged) {
    if (isOptional === true && !isImage) continue;
    const name = kind === 'chart' ? 'The chart' : data === undefined ? `The file "${path}"` : 'The data: URL';
    if (problem !== null) problems.push({ pointer, detail: `${name} ${problem}` });
    for (const note of notes) warnings.push({ pointer, detail: `${name} ${note}` });
    for (const loss of losses) warnings.push({ pointer, detail: `${name} ${describeSvgLoss(loss)}` });
  }
  return { problems, warnings };
}

/** What a font file says about itself, read in the process that decodes it; null: it cannot be read. */
export async function describeFontFile(
  path: string,
  file: StoredFile,
  limits: FileCheckLimits,
): Promise<FontDescription | null> {
  const use = { kind: 'font', path, pointer: '' } as const;
  const verdict = (await judgeFiles([use], new Map([[path, file]]), limits)).get(use);
  return verdict?.problem === null ? (verdict.font ?? null) : null;
}

/** The first use of each file; one that must be an image goes before one that need not. */
function firstUses(uses: readonly FileUse[]): FileUse[] {
  const first = new Map<string, FileUse>();
  for (const use of uses) {
    const key = `${use.kind} ${use.path}`;
    const earlier = first.get(key);
    if (earlier === undefined || (earlier.isOptional === true && use.isOptional !== true))
      first.set(key, use);
  }
  return [...first.values()];
}

async function judgeFiles(
  uses: readonly FileUse[],
  files: CheckedFiles,
  limits: FileCheckLimits,
): Promise<ReadonlyMap<FileUse, FileVerdict>> {
  const { maxImagePixels, timeoutMs, verdicts, owner, onlyReads = false } = limits;
  const { checker = (list) => checkFiles(list, timeoutMs) } = limits;
  const judged = new Map<FileUse, FileVerdict>();
  const toDecode: { readonly use: FileUse; readonly bytes: Uint8Array; readonly key: string }[] = [];
  for (const use of uses) {
    const file = use.data ?? files.get(use.path);
    if (file === undefined) continue;
    const key = verdicts === undefined ? '' : `${use.kind} ${await getHash(file)}`;
    const readKey = `read ${key}`;
    const known = verdicts?.get(key) ?? (onlyReads ? verdicts?.get(readKey) : undefined);
    if (known !== undefined) {
      judged.set(use, known);
      continue;
    }
    const bytes = file instanceof Uint8Array ? file : await file.read();
    if (bytes === null) {
      judged.set(use, { problem: 'is damaged in storage; upload it again.', losses: [], isImage: true });
      continue;
    }
    const verdict = await inspect(use, bytes, onlyReads, owner);
    judged.set(use, verdict);
    if (verdict.problem !== null) verdicts?.set(key, verdict);
    else if (onlyReads) verdicts?.set(readKey, verdict);
    else if (verdict.isImage || use.isOptional !== true) toDecode.push({ use, bytes, key });
  }
  if (toDecode.length === 0) return judged;
  const decoded = await checker(
    toDecode.map(({ use, bytes }) => ({ kind: use.kind, bytes, maxPixels: maxImagePixels })),
    owner,
  );
  for (const [index, { use, key }] of toDecode.entries()) {
    const found = judged.get(use);
    const finding = decoded[index] ?? null;
    if (found === undefined) continue;
    const problem = typeof finding === 'string' ? finding : null;
    const { notes = [], font = null } = typeof finding === 'string' || finding === null ? {} : finding;
    const verdict = { ...found, problem, notes, font };
    judged.set(use, verdict);
    verdicts?.set(key, verdict);
  }
  return judged;
}

/** What can be found without decoding. */
async function inspect(
  { kind }: FileUse,
  bytes: Uint8Array,
  onlyChecks: boolean,
  owner: string | undefined,
): Promise<FileVerdict> {
  if (kind !== 'image') return { problem: null, losses: [], isImage: false };
  const inspected = await inspectSvgInWorker({ bytes, onlyChecks }, owner);
  return { ...inspected, isImage: sniffImageType(bytes) !== null };
}

async function getHash(file: Uint8Array | StoredFile): Promise<string> {
  return file instanceof Uint8Array ? await hashContent(file) : file.hash;
}
