import { correction, generate, mode } from 'lean-qr';
import type { Correction, ModeFactory } from 'lean-qr';

/** The level and the version of a code. */
interface Size {
  readonly minCorrectionLevel: Correction;
  readonly maxCorrectionLevel: Correction;
  readonly minVersion?: number;
  readonly maxVersion?: number;
}

export type ErrorCorrection = 'L' | 'M' | 'Q' | 'H';

/** The modules of a QR code, row by row; 1 is dark. */
export interface QrModules {
  readonly size: number;
  readonly dark: readonly number[];
}

/** Max digits in a QR code: version 40 at level L (ISO/IEC 18004, table 7). */
const MAX_CHARACTERS = 7089;
/** lean-qr's error codes if no version holds the value, and if no mode has one of its characters. */
const REFUSALS: ReadonlySet<unknown> = new Set([4, 5]);

/** ASCII as it is; other characters as UTF-8 with its declaration (ECI 26), since readers guess without. */
const declaredUtf8 = [mode.numeric, mode.alphaNumeric, mode.ascii, mode.utf8];

/** Characters of JIS X 0208 that all versions of Shift JIS map to the same code. */
const kanjiCharacter =
  /[\u3000-\u3003\u3005-\u3015\u3041-\u30fe！％＆（）＋，．-；？Ａ-Ｚａ-ｚ\p{Unified_Ideograph}]/u;
const kanji: ModeFactory = Object.assign((text: string) => mode.shift_jis(text), {
  test: (character: string) => kanjiCharacter.test(character) && mode.shift_jis.test(character),
  est: (text: string, version: number) => mode.shift_jis.est(text, version),
});
/** 13 bits a character and no declaration, for values of Japanese and ASCII only. */
const undeclaredKanji = [mode.numeric, mode.alphaNumeric, mode.ascii, kanji];
const ascii = /^[\0-\x7f]*$/;

/**
 * Encodes a value in the smallest QR code that holds it, or in that of a version; null if it does not fit.
 *
 * @param version from 1 to 40; null: the smallest that holds the value
 */
export function encodeQr(
  value: string,
  errorCorrection: ErrorCorrection = 'M',
  version: number | null = null,
): QrModules | null {
  if (value.length > MAX_CHARACTERS) return null;
  const size: Size = {
    minCorrectionLevel: correction[errorCorrection],
    maxCorrectionLevel: correction[errorCorrection],
    ...(version === null ? {} : { minVersion: version, maxVersion: version }),
  };
  const declared = generateCode(value, size, declaredUtf8);
  if (ascii.test(value)) return declared;
  const japanese = generateCode(value, size, undeclaredKanji);
  if (declared === null || japanese === null) return declared ?? japanese;
  return japanese.size <= declared.size ? japanese : declared;
}

/** The smallest code with the modes; null if the value is too long or has characters that none has. */
function generateCode(value: string, given: Size, modes: readonly ModeFactory[]): QrModules | null {
  try {
    const code = generate(value, { ...given, modes });
    const { size } = code;
    const dark = new Array<number>(size * size);
    for (let y = 0, at = 0; y < size; y++)
      for (let x = 0; x < size; x++, at++) dark[at] = code.get(x, y) ? 1 : 0;
    return { size, dark };
  } catch (error) {
    if (error instanceof Error && 'code' in error && REFUSALS.has(error.code)) return null;
    throw error;
  }
}
