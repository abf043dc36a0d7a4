import { checkOutlines } from '../render/fonts/check-outlines.ts';
import { describeFont, type FontDescription } from '../render/fonts/describe-font.ts';
import { FontFace } from '../render/fonts/font-face.ts';
import type { FileFinding } from './messages.ts';

let checkedFonts = 0;

/**
 * Reads a whole font. Returns what was found.
 *
 * @throws any error for what is not a font
 */
export function checkFont(bytes: Uint8Array): FileFinding {
  const alias = `platen-check-${checkedFonts++}`;
  const face = new FontFace(
    { bytes },
    { alias, weight: 400, style: 'normal', language: 'en', isEmoji: false },
  );
  // Shaping and metrics read the tables; registering makes the canvas read the outlines.
  if (face.shaping.unitsPerEm === 0 || !(face.metrics.ascent >= 0))
    return 'is a font without usable metrics.';
  face.register();
  face.release();
  checkOutlines(bytes);
  return { notes: [], font: describeIfReadable(bytes) };
}

/** Null: its tables of names or styles are damaged, which no render needs. */
function describeIfReadable(bytes: Uint8Array): FontDescription | null {
  try {
    return describeFont(bytes);
  } catch {
    return null;
  }
}
