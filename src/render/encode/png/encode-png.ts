import { joinAdler32 } from './adler32.ts';
import { inspectColors } from './palette.ts';
import { beginPicture, compressStrip, passOver, pixelEncoder } from './pixel-encoder.ts';
import type { BitsPerPixel, Form } from './pixel-encoder.ts';
import { PngFile } from './png-file.ts';
import type { CompressedStrip, KeptPicture, StripMemory } from './strip-memory.ts';

const METRES_PER_INCH = 0.0254;
/** Rendering intent "perceptual" of the chunk sRGB. */
const PERCEPTUAL = 0;
const RGB = 2;
const INDEXES = 3;
const RGBA = 6;
/** Deflate with a window of 32 KiB, the fastest level (RFC 1950, section 2.2). */
const ZLIB_HEADER = Buffer.of(0x78, 0x01);
/** Rows that are compressed both ways, at each of three places, before one way is taken for all. */
const SAMPLE_ROWS = 5;
/** A drawing whose sample keeps more than this share of its bytes is busy: dithered gradients, in which short repetitions are chance. */
const BUSY = 0.12;
/** Repetitions are of one pixel's bytes at least in drawings, of two pixels' in busy ones. */
const SHORT = 3;
const LONG = 6;

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly opaque: boolean;
}

/** Pictures that are likely to have much in common, and what is kept of the last one. */
export interface PictureSeries {
  readonly name: string;
  readonly memory: StripMemory;
}

/**
 * A PNG of premultiplied RGBA pixels, which says that it is sRGB and has `density` pixels per inch. At most 256 colours become
 * indexes of 1, 2, 4 or 8 bits; otherwise what has no transparency is RGB. Takes a few megabytes besides the file, however
 * large the picture is. The same pixels give the same bytes, whatever is kept of their series.
 */
export function encodePng(pixels: Pixels, density: number, series: PictureSeries | null = null): Buffer {
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
  const name = series === null ? '' : `${series.name} ${width} x ${height}`;
  const kept = series?.memory.recall(name, data.byteLength) ?? null;
  kept?.begin(
    palette === null ? '' : `${palette.colors.toString('latin1')} ${palette.alphas.toString('latin1')}`,
  );
  const form = chooseForm(pixels, bitsPerPixel, kept);
  addPixels(file, pixels, form, kept);
  if (kept !== null) series?.memory.remember(name, kept);
  file.addChunk('IEND', Buffer.alloc(0));
  return file.finish();
}

/** Adds the zlib stream of the pixels (RFC 1950), a chunk for each strip. */
function addPixels(file: PngFile, pixels: Pixels, form: Form, kept: KeptPicture | null): void {
  const { data, width, height } = pixels;
  const encoder = pixelEncoder();
  const stripRows = beginPicture(encoder, width, form);
  kept?.beginStrips(JSON.stringify(form));
  const packedRowBytes = 1 + Math.ceil((width * form.bitsPerPixel) / 8);
  const rowBytes = 4 * width;
  let checkSum = 1;
  let compressedTo = 0;
  for (let from = 0, index = 0; from < height; from += stripRows, index += 1) {
    const to = Math.min(height, from + stripRows);
    const place = { index, start: from * rowBytes, end: to * rowBytes, rowBytes };
    let strip: CompressedStrip | null = kept?.find(data, place) ?? null;
    if (strip === null) {
      if (compressedTo !== from) passOver(encoder, pixels, from - 1);
      strip = compressStrip(encoder, pixels, { from, to }, to === height);
      kept?.keep(index, strip);
      compressedTo = to;
    }
    checkSum = joinAdler32(checkSum, strip.checkSum, (to - from) * packedRowBytes);
    const before = index === 0 ? [ZLIB_HEADER] : [];
    const behind = to === height ? [bigEndian(checkSum)] : [];
    file.addChunk('IDAT', ...before, strip.bytes, ...behind);
  }
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Whether filtered rows become smaller, as in photos, or rows as they are, as in drawings: tried on a few rows. */
function chooseForm(pixels: Pixels, bitsPerPixel: BitsPerPixel, kept: KeptPicture | null): Form {
  const plain = { bitsPerPixel, filters: false, shortest: SHORT };
  if (bitsPerPixel < 8) return plain;
  const places = [0.25, 0.5, 0.75].map((place) => {
    const from = Math.floor(pixels.height * place);
    return { from, to: Math.min(pixels.height, from + SAMPLE_ROWS) };
  });
  const size = (form: Form): number =>
    places.reduce((sum, rows) => sum + compressedBytes(pixels, rows, form, kept), 0);
  const withFilters = { ...plain, filters: true };
  const bytes = size(plain);
  if (size(withFilters) <= bytes) return withFilters;
  const packed = places.reduce(
    (sum, { from, to }) => sum + ((to - from) * pixels.width * bitsPerPixel) / 8,
    0,
  );
  return bytes > packed * BUSY ? { ...plain, shortest: LONG } : plain;
}

/** What some rows compress to, on their own. */
function compressedBytes(
  { data, width }: Pixels,
  rows: { readonly from: number; readonly to: number },
  form: Form,
  kept: KeptPicture | null,
): number {
  const measure = (): number => {
    const encoder = pixelEncoder();
    beginPicture(encoder, width, form);
    return compressStrip(encoder, { data, width }, rows, true).bytes.length;
  };
  if (kept === null) return measure();
  const place = { start: 4 * width * rows.from, end: 4 * width * rows.to };
  return kept.tryRows(data, place, JSON.stringify(form), measure);
}

function physical(density: number): Buffer {
  const data = Buffer.alloc(9);
  const perMetre = Math.round(density / METRES_PER_INCH);
  data.writeUInt32BE(perMetre, 0);
  data.writeUInt32BE(perMetre, 4);
  data.writeUInt8(1, 8);
  return data;
}
