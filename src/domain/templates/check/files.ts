import { checkFiles, type FileChecker } from '../../../renderer/check-files.ts';
import { checkSvg } from './svg.ts';
import type { CheckResult, FileUse, TemplateProblem } from './problem.ts';

export interface FileCheckLimits {
  readonly maxImagePixels: number;
  /** Time limit for decoding one file. */
  readonly timeoutMs: number;
  /** Decodes the files. Default: a process for each call. */
  readonly checker?: FileChecker;
}

/** Decodes every used file once. A file with problems is reported at the first place that names it. */
export async function decodeFiles(
  uses: readonly FileUse[],
  files: ReadonlyMap<string, Uint8Array>,
  { maxImagePixels, timeoutMs, checker = (files) => checkFiles(files, timeoutMs) }: FileCheckLimits,
): Promise<CheckResult> {
  const first = new Map<string, FileUse>();
  for (const use of uses.toReversed()) first.set(`${use.kind} ${use.path}`, use);
  const problems: TemplateProblem[] = [];
  const warnings: TemplateProblem[] = [];
  const report = ({ pointer, path, data }: FileUse, problem: string) =>
    void problems.push({
      pointer,
      detail: `${data === undefined ? `The file "${path}"` : 'The data: URL'} ${problem}`,
    });

  const toDecode: { readonly use: FileUse; readonly bytes: Uint8Array }[] = [];
  for (const use of [...first.values()].toReversed()) {
    const bytes = use.data ?? files.get(use.path);
    if (bytes === undefined) continue;
    const unsafe = use.kind === 'image' ? checkSvg(bytes) : null;
    if (unsafe === null) toDecode.push({ use, bytes });
    else report(use, unsafe);
  }
  const decoded = await checker(
    toDecode.map(({ use, bytes }) => ({ kind: use.kind, bytes, maxPixels: maxImagePixels })),
  );
  for (const [index, problem] of decoded.entries()) {
    const use = toDecode[index]?.use;
    if (use !== undefined && problem !== null) report(use, problem);
  }
  return { problems, warnings };
}
