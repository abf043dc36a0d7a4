import { CodeValueError, encodeCode } from './encode-code.ts';
import type { ErrorCorrection } from './encode-qr.ts';
import { codeSymbologies, findSymbology } from './symbologies.ts';

export { codeSymbologies };

/**
 * Checks whether a value can be encoded in a symbology. Returns null, or the reason in plain words. The error
 * correction level applies to `qrcode` (default M): it limits how much a QR code holds. Nothing is drawn.
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
