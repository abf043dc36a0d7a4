import { checkCode } from '../../render/codes/check-code.ts';
import { checkCodeInWorker, type CodeCheck as LargeCode } from '../../render/codes/check-code-in-worker.ts';
import type { CodeOptions } from '../../common/codes/code-options.ts';
import type { CodeCheck } from './codes.ts';

/** Checking a code means encoding it. Up to this length, that takes two milliseconds at most. */
const maxInlineCharacters = 60;

/** Codes that one check encodes here, and large ones that it encodes in the thread. */
const maxCodes = { small: 200, large: 5 };

/**
 * Runs a check that encodes codes, the large ones in a worker thread: each takes up to a second and would
 * block other requests. A pass collects the codes without a result; the next pass uses their results.
 *
 * @param run is called until it needs no more results
 * @param max how many codes are encoded; the others are taken as good, and left to the renderer
 */
export async function withCodesInWorker<Result>(
  run: (check: CodeCheck) => Result,
  max = maxCodes,
): Promise<Result> {
  const results = new Map<string, string | null>();
  for (;;) {
    const pending = new Map<string, LargeCode>();
    let small = 0;
    const result = run((symbology, value, options = {}) => {
      if (!isLarge(symbology, value, options)) {
        small += 1;
        return small <= max.small ? checkCode(symbology, value, options) : null;
      }
      const key = JSON.stringify([symbology, options, value]);
      const found = results.get(key);
      if (found === undefined && results.size + pending.size < max.large)
        pending.set(key, { symbology, value, options });
      return found ?? null;
    });
    if (pending.size === 0) return result;
    for (const [key, code] of pending) results.set(key, await checkCodeInWorker(code));
  }
}

/** Options may make a code large, whatever its value is. A QR code has a level of error correction. */
function isLarge(symbology: string, value: string, options: CodeOptions): boolean {
  if (value.length > maxInlineCharacters) return true;
  return symbology === 'qrcode' ? options['version'] !== undefined : Object.keys(options).length > 0;
}
