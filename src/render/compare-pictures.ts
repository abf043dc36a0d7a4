import sharp, { type Sharp } from 'sharp';
import { sniffImageType } from '../common/pictures/sniff.ts';

/** A part of a picture, as fractions of it, that looks otherwise in another one. */
export interface Difference {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The pixels that differ, as a share of the whole picture. */
  readonly share: number;
}

/** What differs between two pictures. */
export interface Comparison {
  /** The pixels that differ in the listed parts, as a share of the picture. */
  readonly share: number;
  /** The largest first. */
  readonly differences: readonly Difference[];
}

/** The longer side of the pictures that are compared: finer differences are those of smoothing. */
const side = 400;

/** Values of a channel that differ by less look the same. */
const tolerance = 48;

/** A pixel is compared with those up to this many pixels away: edges and letters move a little. */
const reach = 1;

/** Parts are found on a grid of squares of this many pixels a side. */
const square = 8;

/** A square belongs to a part if at least this many of its pixels differ. */
const leastInSquare = 6;

/** The pixels that a picture may have: renderers draw them at most 1,600 wide and high. */
const maxPixels = 4_000_000;

/** Smaller parts are not listed, as a share of the picture. */
const leastShare = 0.0005;

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Compares two pictures of the same design on white, whatever their sizes are. Call it in a renderer process
 * only: a fault of the decoder ends the process.
 *
 * @throws Error if one is no PNG, is damaged or has too many pixels
 */
export async function comparePictures(original: Uint8Array, other: Uint8Array): Promise<Comparison> {
  const { width, height } = await open(other).metadata();
  const scale = Math.min(1, side / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const [one, two] = await Promise.all([readPixels(original, size), readPixels(other, size)]);
  const differs = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1)
      if (isAlone(one, two, x, y) || isAlone(two, one, x, y)) differs[y * size.width + x] = 1;
  const differences = findParts(differs, size)
    .filter(({ share }) => share >= leastShare)
    .toSorted((a, b) => b.share - a.share);
  return { share: differences.reduce((sum, { share }) => sum + share, 0), differences };
}

function open(bytes: Uint8Array): Sharp {
  if (sniffImageType(bytes) !== 'png') throw new Error('the picture is no PNG');
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
}

async function readPixels(bytes: Uint8Array, { width, height }: Omit<Pixels, 'data'>): Promise<Pixels> {
  const data = await open(bytes)
    .flatten({ background: '#ffffff' })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, width, height };
}

/** Whether a channel of a pixel is outside of what the other picture has around its place. */
function isAlone(one: Pixels, other: Pixels, x: number, y: number): boolean {
  const { width, height, data } = one;
  for (let channel = 0; channel < 3; channel += 1) {
    let [least, most] = [255, 0];
    for (let beside = Math.max(0, y - reach); beside <= Math.min(height - 1, y + reach); beside += 1)
      for (let along = Math.max(0, x - reach); along <= Math.min(width - 1, x + reach); along += 1) {
        const value = other.data[(beside * width + along) * 3 + channel] ?? 0;
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    const value = data[(y * width + x) * 3 + channel] ?? 0;
    if (value < least - tolerance || value > most + tolerance) return true;
  }
  return false;
}

/** Boxes around squares that touch each other and have pixels that differ. */
function findParts(differs: Uint8Array, { width, height }: Omit<Pixels, 'data'>): Difference[] {
  const [columns, rows] = [Math.ceil(width / square), Math.ceil(height / square)];
  const counts = new Uint16Array(columns * rows);
  for (let at = 0; at < differs.length; at += 1) {
    if (differs[at] === 0) continue;
    const place = Math.floor(Math.floor(at / width) / square) * columns + Math.floor((at % width) / square);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const parts: Difference[] = [];
  for (let start = 0; start < counts.length; start += 1) {
    if ((counts[start] ?? 0) < leastInSquare) continue;
    let [left, top, right, bottom, pixels] = [columns, rows, -1, -1, 0];
    const open = [start];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const count = counts[place] ?? 0;
      if (count < leastInSquare) continue;
      counts[place] = 0;
      pixels += count;
      const [x, y] = [place % columns, Math.floor(place / columns)];
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x),
        Math.max(bottom, y),
      ];
      for (let down = Math.max(0, y - 1); down <= Math.min(rows - 1, y + 1); down += 1)
        for (let across = Math.max(0, x - 1); across <= Math.min(columns - 1, x + 1); across += 1)
          open.push(down * columns + across);
    }
    const share = (squares: number, whole: number): number => Math.min(1, (squares * square) / whole);
    const [x, y] = [share(left, width), share(top, height)];
    parts.push({
      x,
      y,
      width: share(right + 1, width) - x,
      height: share(bottom + 1, height) - y,
      share: pixels / (width * height),
    });
  }
  return parts;
}
