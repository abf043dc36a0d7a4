import { inspectColors } from './palette.ts';
import { compressRows, pixelEncoder } from './pixel-encoder.ts';
import type { BitsPerPixel, Form } from './pixel-encoder.ts';
import { PngFile } from './png-file.ts';

const METRES_PER_INCH = 0.0254;
/** Rendering intent "perceptual" of the chunk sRGB. */
const PERCEPTUAL = 0;
const RGB = 2;
const INDEXES = 3;
const RGBA = 6;
/** Rows that are compressed both ways, at each of three places, before one way is taken for all. */
const SAMPLE_ROWS = 5;
/** A drawing whose sample keeps more than this share of its bytes is busy: dithered gradients, in which short repetitions are chance. */
const BUSY = 0.12;
/** Repetitions are of one pixel's bytes at least in drawings, of two pixels' in busy ones. */
const SHORT = 3;
const LONG = 6;

/**
 * A PNG of premultiplied RGBA pixels, which says that it is sRGB and has `density` pixels per inch. At most 256 colours become
 * indexes of 1, 2, 4 or 8 bits; otherwise what has no transparency is RGB. Takes a few megabytes besides the file, however
 * large the picture is. The same pixels give the same bytes.
 */
export function encodePng(
  pixels: {
    readonly data: Uint8Array;
    readonly width: number;
    readonly height: number;
    readonly opaque: boolean;
  },
  density: number,
): Buffer {
  const { data, width, height } = pixels;
  const { opaque, palette } = inspectColors(data, width, height, pixels.opaque);
  const bitsPerPixel: BitsPerPixel = palette?.bits ?? (opaque ? 24 : 32);

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(palette?.bits ?? 8, 8);
  header.writeUInt8(palette !== null ? INDEXES : opaque ? RGB : RGBA, 9);
  const file = new PngFile();
  file.addChunk('IHDR', header);
  file.addChunk('sRGB', Buffer.from([PERCEPTUAL]));
  file.addChunk('pHYs', physical(density));
  if (palette !== null) {
    file.addChunk('PLTE', palette.colors);
    if (palette.alphas.length > 0) file.addChunk('tRNS', palette.alphas);
  }
  const form = chooseForm(data, width, height, bitsPerPixel);
  compressRows(pixelEncoder(), { data, width }, { from: 0, to: height }, form, (part) => {
    file.addChunk('IDAT', part);
  });
  file.addChunk('IEND', Buffer.alloc(0));
  return file.finish();
}

/** Whether filtered rows become smaller, as in photos, or rows as they are, as in drawings: tried on a few rows. */
function chooseForm(data: Uint8Array, width: number, height: number, bitsPerPixel: BitsPerPixel): Form {
  const plain = { bitsPerPixel, filters: false, shortest: SHORT };
  if (bitsPerPixel < 8) return plain;
  let packed = 0;
  const size = (form: Form): number => {
    let bytes = 0;
    packed = 0;
    for (const place of [0.25, 0.5, 0.75]) {
      const from = Math.floor(height * place);
      const rows = { from, to: Math.min(height, from + SAMPLE_ROWS) };
      packed += ((rows.to - rows.from) * width * bitsPerPixel) / 8;
      compressRows(pixelEncoder(), { data, width }, rows, form, (part) => {
        bytes += part.length;
      });
    }
    return bytes;
  };
  const withFilters = { ...plain, filters: true };
  const bytes = size(plain);
  if (size(withFilters) <= bytes) return withFilters;
  return bytes > packed * BUSY ? { ...plain, shortest: LONG } : plain;
}

function physical(density: number): Buffer {
  const data = Buffer.alloc(9);
  const perMetre = Math.round(density / METRES_PER_INCH);
  data.writeUInt32BE(perMetre, 0);
  data.writeUInt32BE(perMetre, 4);
  data.writeUInt8(1, 8);
  return data;
}
