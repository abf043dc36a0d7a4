/** Photoshop's files, read by ag-psd without a canvas: pixels stay compressed until a layer is converted. */
import {
  getCompositeImageData,
  getLayerImageData,
  getLayerMaskImageData,
  getLayerRealMaskImageData,
  initializeCanvas,
  readPsd,
  type Layer,
  type PixelData,
  type Psd,
} from 'ag-psd';
import { UnreadableDesign } from '../design.ts';
import { withoutRubbish } from './engine-data.ts';

/** What ag-psd may allocate while it reads, besides the file. */
const memoryLimit = 300 * 1024 * 1024;

/** The most pixels of one layer, and of all layers together: 200 MB at once, a few seconds in all. */
const maxLayerPixels = 50_000_000;
const maxPixels = 300_000_000;

/** Straight pixels of 8 bits for each of RGBA, at their place in the document. */
export interface LayerPixels {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** How much of a layer is shown: 0 to 255 for each pixel, and for all that lie outside of it. */
export interface LayerMask {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
  readonly outside: number;
}

/** The longest side of a document: of a .psd 30,000 pixels, of a .psb ten times as many. */
const maxSidePx = 300_000;

/** @throws UnreadableDesign */
function requireSize({ width, height }: Psd): void {
  if ([width, height].every((side) => side >= 1 && side <= maxSidePx)) return;
  throw new UnreadableDesign(
    `The file is damaged: its picture has ${width} × ${height} pixels, but each side needs 1 to 300,000.`,
  );
}

/** A document whose layers are decoded one by one. */
export class PsdDocument {
  readonly psd: Psd;
  readonly #hasTransparency: boolean;
  #pixelsLeft = maxPixels;

  /** @throws UnreadableDesign if it is no file of Photoshop, or one that is not read */
  constructor(bytes: Uint8Array) {
    initializeCanvas(noCanvas, (width, height) => {
      const data = new Uint8ClampedArray(width * height * 4);
      return { data, width, height, colorSpace: 'srgb' as const };
    });
    this.psd = attempt(() =>
      readPsd(withoutRubbish(bytes), {
        useImageData: true,
        useRawData: true,
        useRawThumbnail: true,
        skipThumbnail: true,
        skipLinkedFilesData: true,
        totalMemoryLimit: memoryLimit,
        log: () => undefined,
      }),
    );
    requireSize(this.psd);
    if (this.psd.bitsPerChannel === 32) colorsFromLinear(this.psd.children ?? []);
    this.#hasTransparency = layerCount(bytes) < 0;
  }

  /** The pixels of a layer without masks and effects; null if it has none, or why they cannot be had. */
  pixels(layer: Layer): LayerPixels | string | null {
    const { left = 0, top = 0, right = 0, bottom = 0 } = layer;
    const refusal = this.#spend(right - left, bottom - top);
    if (refusal !== null) return refusal;
    const read = readSafely(() => getLayerImageData(layer));
    if (typeof read === 'string' || read === null) return read;
    return { x: left, y: top, width: read.width, height: read.height, data: toBytes(read) };
  }

  /** The raster mask of a layer; null if it has none that is on. */
  mask(layer: Layer): LayerMask | string | null {
    // Beside a vector mask, the first mask is that of the path, and the real one is painted.
    const isPainted = layer.mask?.fromVectorData !== true;
    const mask = isPainted ? layer.mask : layer.realMask;
    if (mask === undefined || mask.disabled === true) return null;
    const { left = 0, top = 0, right = 0, bottom = 0, userMaskDensity = 1, defaultColor = 0 } = mask;
    const shown = (value: number): number => 255 - (255 - value) * userMaskDensity;
    const outside = shown(defaultColor);
    const empty = { x: left, y: top, width: 0, height: 0, data: new Uint8ClampedArray(), outside };
    if (right <= left || bottom <= top) return empty;
    const refusal = this.#spend(right - left, bottom - top);
    if (refusal !== null) return refusal;
    const read = readSafely(() =>
      isPainted ? getLayerMaskImageData(layer) : getLayerRealMaskImageData(layer),
    );
    if (typeof read === 'string') return read;
    if (read === null) return empty;
    const rgba = toBytes(read);
    const data = new Uint8ClampedArray(read.width * read.height);
    for (let at = 0; at < data.length; at += 1) data[at] = shown(rgba[at * 4] ?? 0);
    return { ...empty, width: read.width, height: read.height, data };
  }

  /** The picture of all layers that the file brings; null if it brings none. */
  composite(): LayerPixels | null {
    const { psd } = this;
    if (psd.imageResources?.versionInfo?.hasRealMergedData === false) return null;
    if (psd.width * psd.height > maxLayerPixels) return null;
    const read = readSafely(() => getCompositeImageData(psd));
    if (typeof read === 'string' || read === null) return null;
    const data = toBytes(read);
    if (!this.#hasTransparency || (psd.channels ?? 3) < 4)
      for (let at = 3; at < data.length; at += 4) data[at] = 255;
    else removeMatte(data);
    return { x: 0, y: 0, width: read.width, height: read.height, data };
  }

  #spend(width: number, height: number): string | null {
    if (width <= 0 || height <= 0) return null;
    const pixels = width * height;
    if (pixels > maxLayerPixels) return `It has more than ${maxLayerPixels / 1e6} million pixels.`;
    this.#pixelsLeft -= pixels;
    return this.#pixelsLeft < 0
      ? `The layers have more than ${maxPixels / 1e6} million pixels together.`
      : null;
  }
}

function noCanvas(): never {
  throw new Error('No canvas is used.');
}

function attempt<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    const mode = /^Color mode not supported: (?<mode>\w+)/u.exec(reason)?.groups?.['mode'];
    throw new UnreadableDesign(
      mode === undefined
        ? `It is no file of Photoshop that can be read (${reason}).`
        : `Its colours are ${mode}; files in RGB, grey, indexed colours and black and white are read.`,
    );
  }
}

function readSafely(read: () => PixelData | undefined): PixelData | string | null {
  try {
    return read() ?? null;
  } catch {
    return 'Its pixels are damaged.';
  }
}

/** Pixels of 16 bits, or of floating-point numbers in linear light, as bytes. */
function toBytes({ data }: PixelData): Uint8ClampedArray {
  if (data instanceof Uint8ClampedArray) return data;
  if (data instanceof Uint8Array) return new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const bytes = new Uint8ClampedArray(data.length);
  const isFloat = data instanceof Float32Array;
  for (let at = 0; at < data.length; at += 1) {
    const value = data[at] ?? 0;
    bytes[at] = isFloat ? (at % 4 === 3 ? value * 255 : fromLinear(value)) : value / 257;
  }
  return bytes;
}

/** Documents of 32 bits have the colours of shapes, effects and texts in linear light, too. */
function colorsFromLinear(layers: readonly Layer[]): void {
  const left: unknown[] = layers.map(withoutPixels);
  for (const value of left) {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if ('r' in value && 'g' in value && 'b' in value)
      for (const channel of ['r', 'g', 'b'] as const) {
        const light: unknown = Reflect.get(value, channel);
        if (typeof light === 'number') Reflect.set(value, channel, fromLinear(light / 255));
      }
    else left.push(...(Object.values(value) as unknown[]));
  }
}

/** What may have colours. */
function withoutPixels({ children = [], vectorFill, vectorStroke, effects, text }: Layer): unknown {
  return [children.map(withoutPixels), vectorFill, vectorStroke, effects, text];
}

/** IEC 61966-2-1. */
function fromLinear(value: number): number {
  const light = Math.min(1, Math.max(0, value));
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}

/** Photoshop stores translucent pixels of the composite as they are above white. */
function removeMatte(data: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1)
      data[channel] = ((data[channel] ?? 0) - 255) * (255 / alpha) + 255;
  }
}

/** The number of layers as the file has it: below 0 if the first alpha channel is the transparency of all. */
function layerCount(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const isLarge = view.getUint16(4) === 2;
    let at = 26;
    at += 4 + view.getUint32(at);
    at += 4 + view.getUint32(at);
    return view.getInt16(at + (isLarge ? 16 : 8));
  } catch {
    return 0;
  }
}
