import { checkCode } from '../../render/codes/check-code.ts';
import { checkCodeInWorker, type CodeCheck as LargeCode } from '../../render/codes/check-code-in-worker.ts';
import type { CodeCheck } from './codes.ts';

/** Checking a code means encoding it. Up to this length, that takes a few milliseconds at most. */
const maxInlineCharacters = 60;

/**
 * Runs a check that encodes codes, the large ones in a worker thread: each takes up to a second and would
 * block other requests. A pass collects the codes without a result; the next pass uses their results.
 *
 * @param run is called until it needs no more results
 * @param maxLarge how many large codes are encoded; the others are taken as good
 */
export async function withCodesInWorker<Result>(
  run: (check: CodeCheck) => Result,
  maxLarge = Infinity,
): Promise<Result> {
  const results = new Map<string, string | null>();
  for (;;) {
    const pending = new Map<string, LargeCode>();
    const result = run((symbology, value, options = {}) => {
      if (value.length <= maxInlineCharacters) return checkCode(symbology, value, options);
      const key = JSON.stringify([symbology, options, value]);
      const found = results.get(key);
      if (found === undefined && results.size + pending.size < maxLarge)
        pending.set(key, { symbology, value, options });
      return found ?? null;
    });
    if (pending.size === 0) return result;
    for (const [key, code] of pending) results.set(key, await checkCodeInWorker(code));
  }
}
