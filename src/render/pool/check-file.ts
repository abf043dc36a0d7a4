import sharp from 'sharp';
import { RenderInputError } from '../errors.ts';
import { FontFace } from '../fonts/font-face.ts';
import { checkPixels, inspectImage } from '../images/decode.ts';
import type { FileToCheck } from './messages.ts';

/** An SVG is drawn this large for the check: about the largest that a card shows, far from what hurts. */
const svgCheckSidePx = 2048;

let checkedFonts = 0;

/**
 * Decodes a file of a template from its first to its last byte. Returns what is wrong with it as the end of a sentence that
 * begins with the file, or null. To be run in a renderer process: hostile files may crash or hang what decodes them.
 */
export async function checkFile(file: FileToCheck): Promise<string | null> {
  return file.kind === 'font' ? checkFont(file.bytes) : await checkImage(file.bytes, file.maxPixels);
}

function checkFont(bytes: Uint8Array): string | null {
  const alias = `platen-check-${checkedFonts++}`;
  try {
    const face = new FontFace(
      { bytes },
      { alias, weight: 400, style: 'normal', language: 'en', isEmoji: false },
    );
    // Shaping and metrics read the tables, registering lets the canvas read the outlines.
    if (face.shaping.unitsPerEm === 0 || !(face.metrics.ascent >= 0))
      return 'is a font without usable metrics.';
    face.register();
    face.release();
    return null;
  } catch (error) {
    return `is not a font that can be read (${firstLine(error)}); accepted are ttf, otf, woff and woff2.`;
  }
}

async function checkImage(bytes: Uint8Array, maxPixels: number): Promise<string | null> {
  const reference = { hash: '', origin: 'template', kind: 'image', variable: null } as const;
  try {
    const source = { bytes, reference, key: '' };
    const info = await inspectImage(source);
    checkPixels(source, info, maxPixels);
    const decoder = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
    if (info.type !== 'svg') {
      // Statistics need every pixel, and keep none.
      await decoder.stats();
      return null;
    }
    await decoder.resize(svgCheckSidePx, svgCheckSidePx, { fit: 'inside' }).raw().toBuffer();
    return null;
  } catch (error) {
    if (error instanceof RenderInputError) return `${error.reason.replace(/^The file "" /u, '')}.`;
    return `is not a picture that can be decoded (${firstLine(error)}); accepted are png, jpeg, webp, gif, avif and svg.`;
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0]?.trim() ?? '';
}
