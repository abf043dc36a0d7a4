import { joinAdler32 } from './adler32.ts';
import { inspectColors } from './palette.ts';
import type { CompressedStripCache, LastImage } from './compressed-strips.ts';
import { compressStrip, pixelEncoder, setRowAbove, startImage } from './pixel-encoder.ts';
import type { BitsPerPixel, Form } from './pixel-encoder.ts';
import { PngFile } from './png-file.ts';

const METRES_PER_INCH = 0.0254;
/** Rendering intent "perceptual" of the chunk sRGB. */
const PERCEPTUAL = 0;
const RGB = 2;
const INDEXED = 3;
const RGBA = 6;
/** Deflate with a window of 32 KiB, the fastest level (RFC 1950, section 2.2). */
const ZLIB_HEADER = Buffer.of(0x78, 0x01);
/** Rows that are compressed in each form, at each of three places, to choose the form. */
const SAMPLE_ROWS = 5;
/**
 * A drawing whose sample keeps more of its bytes is busy: dithered gradients, whose short repetitions are
 * chance.
 */
const BUSY_SHARE = 0.12;
/** The shortest repetition in bytes: one pixel in drawings, two in busy ones. */
const MIN_REPETITION = 3;
const MIN_BUSY_REPETITION = 6;

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly opaque: boolean;
}

/** Images that have much in common, for example of one template. */
export interface ImageSeries {
  readonly name: string;
  readonly cache: CompressedStripCache;
}

/**
 * Encodes premultiplied RGBA pixels as PNG in sRGB with `density` pixels per inch. Up to 256 colours become
 * indexes of 1, 2, 4 or 8 bits; other images become RGB, or RGBA if they are translucent. Needs a few
 * megabytes besides the file, whatever the size of the image. The same pixels give the same bytes, with or
 * without a series.
 */
export function encodePng(pixels: Pixels, density: number, series: ImageSeries | null = null): Buffer {
  const { data, width, height } = pixels;
  const { opaque, palette } = inspectColors(data, width, height, pixels.opaque);
  const bitsPerPixel: BitsPerPixel = palette?.bits ?? (opaque ? 24 : 32);

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(palette?.bits ?? 8, 8);
  header.writeUInt8(palette !== null ? INDEXED : opaque ? RGB : RGBA, 9);
  const file = new PngFile();
  file.addChunk('IHDR', header);
  file.addChunk('sRGB', Buffer.from([PERCEPTUAL]));
  file.addChunk('pHYs', physicalSize(density));
  if (palette !== null) {
    file.addChunk('PLTE', palette.colors);
    if (palette.alphas.length > 0) file.addChunk('tRNS', palette.alphas);
  }
  const name = series === null ? '' : `${series.name} ${width} x ${height}`;
  const last = series?.cache.take(name, data.byteLength) ?? null;
  last?.startImage(
    palette === null ? '' : `${palette.colors.toString('latin1')} ${palette.alphas.toString('latin1')}`,
  );
  const form = chooseForm(pixels, bitsPerPixel, last);
  addPixels(file, pixels, form, last);
  if (last !== null) series?.cache.put(name, last);
  file.addChunk('IEND', Buffer.alloc(0));
  return file.finish();
}

/** Adds the zlib stream of the pixels (RFC 1950), a chunk for each strip. */
function addPixels(file: PngFile, pixels: Pixels, form: Form, last: LastImage | null): void {
  const { data, width, height } = pixels;
  const encoder = pixelEncoder();
  const stripRows = startImage(encoder, width, form);
  last?.startStrips(JSON.stringify(form));
  const packedRowBytes = 1 + Math.ceil((width * form.bitsPerPixel) / 8);
  const rowBytes = 4 * width;
  let checkSum = 1;
  let compressedTo = 0;
  for (let from = 0, index = 0; from < height; from += stripRows, index += 1) {
    const to = Math.min(height, from + stripRows);
    const place = { index, start: from * rowBytes, end: to * rowBytes, rowBytes };
    let strip = last?.find(data, place) ?? null;
    if (strip === null) {
      if (compressedTo !== from) setRowAbove(encoder, pixels, from - 1);
      strip = compressStrip(encoder, pixels, { from, to }, to === height);
      last?.store(index, strip);
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

/**
 * Chooses filtered rows, which suit photos, or plain rows, which suit drawings, by compressing sample rows in
 * both forms.
 */
function chooseForm(pixels: Pixels, bitsPerPixel: BitsPerPixel, last: LastImage | null): Form {
  const plain = { bitsPerPixel, filters: false, shortest: MIN_REPETITION };
  if (bitsPerPixel < 8) return plain;
  const places = [0.25, 0.5, 0.75].map((place) => {
    const from = Math.floor(pixels.height * place);
    return { from, to: Math.min(pixels.height, from + SAMPLE_ROWS) };
  });
  const size = (form: Form): number =>
    places.reduce((sum, rows) => sum + compressedBytes(pixels, rows, form, last), 0);
  const withFilters = { ...plain, filters: true };
  const bytes = size(plain);
  if (size(withFilters) <= bytes) return withFilters;
  const packed = places.reduce(
    (sum, { from, to }) => sum + ((to - from) * pixels.width * bitsPerPixel) / 8,
    0,
  );
  return bytes > packed * BUSY_SHARE ? { ...plain, shortest: MIN_BUSY_REPETITION } : plain;
}

/** The size that some rows compress to on their own. */
function compressedBytes(
  { data, width }: Pixels,
  rows: { readonly from: number; readonly to: number },
  form: Form,
  last: LastImage | null,
): number {
  const compress = (): number => {
    const encoder = pixelEncoder();
    startImage(encoder, width, form);
    return compressStrip(encoder, { data, width }, rows, true).bytes.length;
  };
  if (last === null) return compress();
  const place = { start: 4 * width * rows.from, end: 4 * width * rows.to };
  return last.compressedBytes(data, place, JSON.stringify(form), compress);
}

function physicalSize(density: number): Buffer {
  const data = Buffer.alloc(9);
  const perMetre = Math.round(density / METRES_PER_INCH);
  data.writeUInt32BE(perMetre, 0);
  data.writeUInt32BE(perMetre, 4);
  data.writeUInt8(1, 8);
  return data;
}
