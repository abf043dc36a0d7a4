import { CodeValueError, encodeCode } from './encode-code.ts';
import type { ErrorCorrection } from './encode-qr.ts';
import { codeSymbologies, findSymbology } from './symbologies.ts';

export { codeSymbologies };

/**
 * Why a value cannot be drawn as a code of this symbology, in plain words, or null where it can. `qrcode` takes the error
 * correction level that decides how much a version-40 code holds (M where none is given). Draws nothing, so that
 * it can be asked anywhere.
 */
export function checkCode(
  symbology: string,
  value: string,
  errorCorrection?: ErrorCorrection,
): string | null {
  const found = findSymbology(symbology);
  if (found === null) return `"${symbology}" is not a symbology; accepted are ${codeSymbologies.join(', ')}`;
  try {
    encodeCode(found, value, symbology === 'qrcode' ? (errorCorrection ?? 'M') : undefined);
    return null;
  } catch (error) {
    if (error instanceof CodeValueError) return error.message;
    throw error;
  }
}
