import { createCanvas, loadImage } from '@napi-rs/canvas';
import sharp from 'sharp';

import { sniffImageType, type ImageType } from '../../common/pictures/sniff.ts';
import type { Size } from '../geometry.ts';
import { isFill, isKnownEarly, noteEarlyEnd } from './early-end.ts';
import { chunkChecksum, findDamage, findGifFrame, pngChunks, type Damage } from './damage.ts';
import { readPngStart } from './repair-png.ts';

/** A file that decoders read, in place of one that they refuse. */
interface RepairedPicture {
  readonly bytes: Uint8Array;
  readonly type: ImageType;
  /** The share of the rows that could be read; null if nothing is lost. */
  readonly share: number | null;
}

/** The pixels of a file that is decoded as a whole; a JPEG is read row by row. */
const MAX_DECODED_PIXELS = 25_000_000;
/** Pixels of a row that tell whether its end could be read. */
const ROW_END = 8;

const repaired = new WeakMap<Uint8Array, Promise<RepairedPicture | null>>();

/**
 * Repairs a file that ends early or that the decoder does not know, as browsers read it: rows that are
 * missing are transparent. Null for a file that needs no repair.
 *
 * @throws if nothing of the file can be read
 */
export function repairPicture(
  bytes: Uint8Array,
  type: ImageType,
  maxPixels: number,
): Promise<RepairedPicture | null> {
  const damage = isKnownEarly(bytes) ? 'cut' : findDamage(bytes, type);
  if (damage === null) return Promise.resolve(null);
  let result = repaired.get(bytes);
  if (result === undefined) {
    result = repair(bytes, type, damage, maxPixels);
    repaired.set(bytes, result);
  }
  return result;
}

/** The bytes that a decoder reads: those of the file, or of the repaired one. */
export async function readableBytes(
  { bytes }: { readonly bytes: Uint8Array },
  { isRepaired }: { readonly isRepaired: boolean },
  maxPixels: number,
): Promise<Uint8Array> {
  const type = isRepaired ? sniffImageType(bytes) : null;
  // Another render has found it out, and keeps that in mind.
  if (type === 'jpeg' && findDamage(bytes, type) === null) noteEarlyEnd(bytes);
  return (type === null ? null : await repairPicture(bytes, type, maxPixels))?.bytes ?? bytes;
}

/** What a damaged file lacks, in words that continue its name; null for a whole file. */
export function describeDamage(share: number | null): string | null {
  if (share === null) return null;
  return share === 1
    ? 'is damaged or cut off. All of its rows could be read, some of them perhaps in less detail.'
    : `is damaged or cut off: ${percent(share)} of its rows could be read. The others are transparent.`;
}

/** A share, rounded down. */
export function percent(share: number): string {
  return `${Math.floor(100 * share)} %`;
}

async function repair(
  bytes: Uint8Array,
  type: ImageType,
  damage: Damage,
  maxPixels: number,
): Promise<RepairedPicture | null> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = readSize(file, type);
  // Larger files are refused without a look at their pixels.
  if (size !== null && size.width * size.height > maxPixels) return null;
  if (type === 'jpeg') return await repairJpeg(file, maxPixels);
  const candidate = rewrite(file, type, damage);
  const isLossless = damage === 'sequence' || type === 'gif';
  if (candidate !== null && (await isReadable(candidate, maxPixels)))
    return { bytes: candidate, type, share: isLossless ? null : 1 };
  const start = type === 'png' ? await readPngStart(file, maxPixels) : null;
  if (start !== null) return await cutRows(start.bytes, start.rows, maxPixels);
  return await decodeStart(file, type, damage, size);
}

/** The file with little changes that make it whole; null if none would. */
function rewrite(file: Buffer, type: ImageType, damage: Damage): Buffer | null {
  if (damage === 'sequence') {
    const still = Buffer.from(file);
    still.write('avif', 8, 'latin1');
    return still;
  }
  if (type === 'gif') {
    const end = damage === 'cut' ? (findGifFrame(file)?.end ?? null) : null;
    return end === null ? null : Buffer.concat([file.subarray(0, end), Buffer.from([0x3b])]);
  }
  if (type !== 'png') return null;
  const checked = Buffer.from(file);
  for (const chunk of pngChunks(checked)) checked.writeUInt32BE(chunkChecksum(checked, chunk), chunk.end - 4);
  return checked;
}

async function isReadable(file: Buffer, maxPixels: number): Promise<boolean> {
  const decoder = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
  return await decoder
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** With its end marker a JPEG is complete; rows without data are cut off, and left transparent. */
async function repairJpeg(file: Buffer, maxPixels: number): Promise<RepairedPicture | null> {
  const ended = Buffer.concat([file, Buffer.from([0xff, 0xd9])]);
  const open = () => sharp(ended, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
  const { width = 0, height = 0 } = await open().metadata();
  if (width * height > maxPixels) return null;
  const columns = Math.min(ROW_END, width);
  const { data } = await open()
    .extract({ left: width - columns, top: 0, width: columns, height })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rows = height - countFilledRows(data, height);
  if (rows === height) return { bytes: ended, type: 'jpeg', share: 1 };
  return await cutRows(ended, rows, maxPixels);
}

/** The first rows of a picture; the others are transparent. */
async function cutRows(file: Buffer, rows: number, maxPixels: number): Promise<RepairedPicture> {
  const open = () => sharp(file, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
  const { width = 0, height = 0, orientation } = await open().metadata();
  if (rows === 0) return { bytes: file, type: 'png', share: 0 };
  const bytes = await open()
    .extract({ left: 0, top: 0, width, height: rows })
    .toColourspace('srgb')
    .ensureAlpha()
    .extend({ bottom: height - rows, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .withMetadata(orientation === undefined ? {} : { orientation })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { bytes, type: 'png', share: rows / height };
}

/** The rows at the end that are grey all along. */
function countFilledRows(pixels: Buffer, height: number): number {
  const stride = pixels.length / height;
  const [red = 0, green = 0, blue = 0] = pixels.subarray(pixels.length - 3);
  if (!isFill(red, green, blue)) return 0;
  const last = pixels.subarray(pixels.length - stride);
  let rows = 0;
  for (let end = pixels.length; end > 0; end -= stride) {
    if (!pixels.subarray(end - stride, end).equals(last)) break;
    rows += 1;
  }
  return rows;
}

/** Decodes what is there with the canvas, whose decoders keep the rows before an error. */
async function decodeStart(
  file: Buffer,
  type: ImageType,
  damage: Damage,
  size: Size | null,
): Promise<RepairedPicture> {
  if (size === null) throw new Error('it is cut off in its header');
  if (size.width * size.height > MAX_DECODED_PIXELS)
    throw new Error(`it is cut off, and with ${size.width} × ${size.height} pixels too large to be mended`);
  const image = await loadImage(file);
  const { width, height } = image;
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const pixels = canvas.data();
  // A canvas without area releases its memory at once.
  canvas.width = canvas.height = 0;
  const bytes = await sharp(pixels, { raw: { width, height, channels: 4, premultiplied: true } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  if (damage === 'partial-frame') return { bytes, type: 'png', share: null };
  const frame = type === 'gif' ? findGifFrame(file) : null;
  const [top, bottom] = [frame?.top ?? 0, frame?.bottom ?? height];
  let end = bottom;
  while (end > top && isEmptyRow(pixels, width, end - 1)) end -= 1;
  return { bytes, type: 'png', share: (end - top) / Math.max(1, bottom - top) };
}

function isEmptyRow(pixels: Buffer, width: number, row: number): boolean {
  return pixels.subarray(row * width * 4, (row + 1) * width * 4).every((sample) => sample === 0);
}

/** The size in a header, without decoding. */
function readSize(file: Buffer, type: ImageType): Size | null {
  if (file.length < 30) return null;
  if (type === 'png') return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  if (type === 'gif') return { width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
  if (type !== 'webp') return null;
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    default:
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  }
}
