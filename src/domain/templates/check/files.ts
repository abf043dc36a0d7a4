import { checkFiles, type FileChecker } from '../../../renderer/check-files.ts';
import { sniffImageType } from '../../../render/images/sniff.ts';
import { describeSvgLoss, svgLosses, type SvgLoss } from '../../../render/vector/svg-losses.ts';
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
  const add = (list: TemplateProblem[], { pointer, path, data }: FileUse, detail: string) =>
    void list.push({
      pointer,
      detail: `${data === undefined ? `The file "${path}"` : 'The data: URL'} ${detail}`,
    });

  const toDecode: { readonly use: FileUse; readonly bytes: Uint8Array }[] = [];
  for (const use of [...first.values()].toReversed()) {
    const bytes = use.data ?? files.get(use.path);
    if (bytes === undefined) continue;
    const unsafe = use.kind === 'image' ? checkSvg(bytes) : null;
    if (unsafe === null) toDecode.push({ use, bytes });
    else add(problems, use, unsafe);
  }
  const decoded = await checker(
    toDecode.map(({ use, bytes }) => ({ kind: use.kind, bytes, maxPixels: maxImagePixels })),
  );
  for (const [index, problem] of decoded.entries()) {
    const use = toDecode[index]?.use;
    if (use !== undefined && problem !== null) add(problems, use, problem);
  }
  for (const { use, bytes } of toDecode) {
    for (const loss of use.kind === 'image' ? findSvgLosses(bytes) : [])
      add(warnings, use, describeSvgLoss(loss));
  }
  return { problems, warnings };
}

function findSvgLosses(bytes: Uint8Array): SvgLoss[] {
  return sniffImageType(bytes) === 'svg' ? svgLosses(new TextDecoder().decode(bytes)) : [];
}
