import { correction, generate, mode } from 'lean-qr';
import type { ModeFactory } from 'lean-qr';

export type ErrorCorrection = 'L' | 'M' | 'Q' | 'H';

/** The modules of a QR code, row by row; 1 is dark. */
export interface QrModules {
  readonly size: number;
  readonly dark: readonly number[];
}

/** Max digits in a QR code: version 40 at level L (ISO/IEC 18004, table 7). */
const MAX_CHARACTERS = 7089;
/** lean-qr's error code if no version holds the value. */
const TOO_LONG = 4;

const utf8 = new TextEncoder();

/**
 * UTF-8 without a declaration (ECI): scanners assume UTF-8, and many fail on a declaration. `est` is the
 * length in bits of a byte segment with its header (ISO/IEC 18004, 7.4.5).
 */
const undeclaredUtf8: ModeFactory = Object.assign((text: string) => mode.bytes(utf8.encode(text)), {
  test: () => true,
  est: (text: string, version: number) => 4 + (version > 9 ? 16 : 8) + 8 * Buffer.byteLength(text),
});

const modes = [mode.numeric, mode.alphaNumeric, mode.ascii, undeclaredUtf8];

/** Encodes a value in the smallest QR code that holds it; null if none does. */
export function encodeQr(value: string, errorCorrection: ErrorCorrection = 'M'): QrModules | null {
  if (value.length > MAX_CHARACTERS) return null;
  const level = correction[errorCorrection];
  try {
    const code = generate(value, { minCorrectionLevel: level, maxCorrectionLevel: level, modes });
    const { size } = code;
    const dark = new Array<number>(size * size);
    for (let y = 0, at = 0; y < size; y++)
      for (let x = 0; x < size; x++, at++) dark[at] = code.get(x, y) ? 1 : 0;
    return { size, dark };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === TOO_LONG) return null;
    throw error;
  }
}
