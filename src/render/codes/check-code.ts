import type { CodeOptions } from '../../common/codes/code-options.ts';
import { CodeValueError } from './code-value.ts';
import { encodeCode } from './encode-code.ts';
import { codeSymbologies, findSymbology } from './symbologies.ts';

export { codeSymbologies };

/**
 * Checks whether a value can be encoded in a symbology with its options. Returns null, or the reason in plain
 * words. The error correction level of `qrcode` (`eclevel`, default M) limits how much it holds. Nothing is
 * drawn.
 */
export function checkCode(symbology: string, value: string, options: CodeOptions = {}): string | null {
  const found = findSymbology(symbology);
  if (found === null) return `"${symbology}" is not a symbology; accepted are ${codeSymbologies.join(', ')}`;
  try {
    encodeCode(found, value, options);
    return null;
  } catch (error) {
    if (error instanceof CodeValueError) return error.message;
    throw error;
  }
}
