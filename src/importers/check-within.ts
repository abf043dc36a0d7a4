import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import { startFileChecker, type FileChecker } from '../renderer/check-files.ts';
import type { FileFinding } from '../renderer/messages.ts';
import { UnreadableDesign, type ConvertedDesign, type ReadDesign } from './design.ts';
import { keepValid } from './keep-valid.ts';

/** How a check may end. */
export interface CheckEnd {
  /** For all pictures and fonts of the design together. */
  readonly timeoutMs: number;
  /** Ends the check; its reason is thrown. */
  readonly signal: AbortSignal;
}

/**
 * As `keepValid`, within a time: each file has a limit, but a design may have many. Files are decoded once,
 * also where elements are left out and the rest is checked again.
 *
 * @throws UnreadableDesign also if the files take too long
 */
export async function keepValidWithin(
  read: ReadDesign,
  limits: CheckLimits,
  { timeoutMs, signal }: CheckEnd,
): Promise<ConvertedDesign> {
  const end = performance.now() + timeoutMs;
  let decoder: ReturnType<typeof startFileChecker> | undefined;
  const checker: FileChecker = async (files) => {
    decoder ??= startFileChecker(Math.min(limits.timeoutMs, timeoutMs));
    const findings: FileFinding[] = [];
    for (const file of files) {
      signal.throwIfAborted();
      if (performance.now() > end)
        throw new UnreadableDesign(`Its pictures take longer than ${timeoutMs / 1_000} s to decode.`);
      findings.push(...(await decoder.check([file])));
    }
    return findings;
  };
  try {
    return await keepValid(read, { verdicts: new Map(), ...limits, checker });
  } finally {
    decoder?.close();
  }
}
