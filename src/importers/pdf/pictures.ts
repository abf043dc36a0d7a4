/** Pictures of a PDF as files. */
import { pictureOfPixels } from '../../render/images/picture-of-pixels.ts';

/** A picture as pdf.js has decoded it. */
export interface PdfPicture {
  readonly width: number;
  readonly height: number;
  /** 1: bits, 2: RGB, 3: RGBA; none for a stencil. */
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray | null;
}

/** The file of a picture; null if pdf.js has not decoded it. */
export async function readPicture(picture: PdfPicture): Promise<Uint8Array | null> {
  const { width, height, kind, data } = picture;
  if (data == null || width < 1 || height < 1) return null;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (kind === 1)
    return await pictureOfPixels({ data: expandBits(picture, bytes), width, height, channels: 3 });
  const channels = kind === 2 ? 3 : 4;
  if (bytes.byteLength < width * height * channels) return null;
  if (channels === 4 && isOpaque(bytes))
    return await pictureOfPixels({ data: withoutAlpha(bytes), width, height, channels: 3 });
  return await pictureOfPixels({ data: bytes, width, height, channels });
}

/** The file of a stencil in a colour, `#rrggbb`; null if pdf.js has not decoded it. */
export async function readStencil(stencil: PdfPicture, color: string): Promise<Uint8Array | null> {
  const { width, height, data } = stencil;
  if (data == null || width < 1 || height < 1) return null;
  const rowBytes = (width + 7) >> 3;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0, at = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 4) {
      const isClear = (((data[row * rowBytes + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1) === 1;
      pixels.set([red ?? 0, green ?? 0, blue ?? 0, isClear ? 0 : 255], at);
    }
  return await pictureOfPixels({ data: pixels, width, height, channels: 4 });
}

function expandBits({ width, height }: PdfPicture, bits: Uint8Array): Uint8Array {
  const rowBytes = (width + 7) >> 3;
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0, at = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 3) {
      const bit = ((bits[row * rowBytes + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1;
      pixels.fill(bit * 255, at, at + 3);
    }
  return pixels;
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

/** A part of a picture with four channels. */
export function cutPicture(
  { width, data }: PdfPicture,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): PdfPicture {
  const pixels = new Uint8Array(part.width * part.height * 4);
  for (let row = 0; row < part.height; row += 1) {
    const from = ((part.y + row) * width + part.x) * 4;
    pixels.set((data ?? pixels).subarray(from, from + part.width * 4), row * part.width * 4);
  }
  return { width: part.width, height: part.height, kind: 3, data: pixels };
}
