import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { embedProfile } from '../render/images/icc-profiles.ts';
import type { ConvertedPicture, PictureToConvert } from './messages.ts';

const heicQuality = 92;
const tiffQuality = 95;

/** Bits per pixel up to which a TIFF counts as a drawing, a text or a scan. */
const maxDrawingBits = 4;

/**
 * Converts a HEIC or TIFF picture into a JPEG, or into a PNG if it has transparency or few colours: upright,
 * with its colour profile, without its other metadata. Call it in a renderer process only.
 *
 * @returns or what is wrong with it, as the end of a sentence that starts with the file's name
 */
export async function convertPicture({
  bytes,
  maxPixels,
}: PictureToConvert): Promise<ConvertedPicture | string> {
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = metadata.autoOrient;
    if (width * height > maxPixels) {
      const max = maxPixels.toLocaleString('en');
      return `has ${width} × ${height} pixels, more than the ${max} that are accepted.`;
    }
    return metadata.format === 'heif'
      ? await convertHeic(bytes, metadata)
      : await convertTiff(bytes, metadata);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return `is damaged or cut off (${reason.trim()}); copy or download it again, or save it as JPEG.`;
  }
}

async function convertHeic(bytes: Uint8Array, { icc, pages = 1 }: Metadata): Promise<ConvertedPicture> {
  const { data, hasAlpha, ...size } = await decodeHeic(bytes);
  const pixels = sharp(data, { raw: { ...size, channels: 4 } });
  const note = pages > 1 ? `It has ${pages} pictures; the main one is taken.` : null;
  if (!hasAlpha) {
    const jpeg = await pixels.removeAlpha().jpeg({ quality: heicQuality }).toBuffer();
    return { bytes: icc === undefined ? jpeg : embedProfile(jpeg, icc), ending: 'jpg', note };
  }
  const png = await pixels.png().toBuffer();
  return { bytes: icc === undefined ? png : embedPngProfile(png, icc), ending: 'png', note };
}

/** A decoded picture: upright, with straight alpha. */
interface HeicPixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

/** The part of libheif's interface for JavaScript that is used. */
interface Libheif {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  has_alpha_channel(): boolean;
  display(target: Omit<HeicPixels, 'hasAlpha'>, done: (drawn: object | null) => void): void;
  free(): void;
}

/** Decodes the main picture. sharp's libheif has no decoder of HEVC, for reasons of patents. */
async function decodeHeic(bytes: Uint8Array): Promise<HeicPixels> {
  // Loaded with the first one: it takes memory.
  const { HeifDecoder } = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif;
  const images = new HeifDecoder().decode(bytes);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (image === undefined) throw new Error('it has no picture that can be read');
  const [width, height] = [image.get_width(), image.get_height()];
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const drawn = await new Promise<object | null>((resolve) => image.display(target, resolve));
  if (drawn === null) throw new Error('its pixels cannot be decoded');
  const hasAlpha = image.has_alpha_channel() && target.data.some((value, at) => at % 4 === 3 && value < 255);
  for (const each of images) each.free();
  return { ...target, hasAlpha };
}

async function convertTiff(bytes: Uint8Array, metadata: Metadata): Promise<ConvertedPicture> {
  const { pages = 1, hasAlpha, bitsPerSample = 8, space } = metadata;
  const note = pages > 1 ? `It has ${pages} pages; the first one is taken.` : null;
  const isDrawing = hasAlpha || bitsPerSample <= maxDrawingBits;
  const upright = sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .keepIccProfile();
  const pipeline = inOwnColors(upright, space);
  const converted = isDrawing
    ? pipeline.png({ compressionLevel: 9 })
    : pipeline.jpeg({ quality: tiffQuality, chromaSubsampling: '4:4:4' });
  return { bytes: await converted.toBuffer(), ending: isDrawing ? 'png' : 'jpg', note };
}

/** Eight bits a channel, and the inks of a picture for print. */
function inOwnColors(pipeline: Sharp, space: string | undefined): Sharp {
  if (space === 'cmyk') return pipeline.toColourspace('cmyk');
  return pipeline.toColourspace(space === 'b-w' || space === 'grey16' ? 'b-w' : 'srgb');
}

const pngStartBytes = 8;
const pngHeaderBytes = 25;

/** A PNG with a chunk `iCCP` after its header (PNG 3, 11.3.2.3). */
function embedPngProfile(png: Buffer, icc: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(icc)]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length - 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  const at = pngStartBytes + pngHeaderBytes;
  return Buffer.concat([png.subarray(0, at), frame, content, sum, png.subarray(at)]);
}
