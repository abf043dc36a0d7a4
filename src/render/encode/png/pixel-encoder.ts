import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompressedStrip } from './compressed-strips.ts';

/** The part of `WebAssembly` that is used here: Node's types do not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

/**
 * The exports of the compiled encoder, see wasm/png/encoder.ts. Offsets and sizes are bytes of its memory.
 */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  begin(width: number, bitsPerPixel: number, filters: boolean, shortest: number): number;
  inputAt(): number;
  outputAt(): number;
  passOver(): void;
  encode(rows: number, last: boolean): number;
  checkSum(): number;
  forgetColors(): void;
  countColors(pixels: number): number;
  isOpaque(pixels: number): boolean;
  colorsAt(): number;
  ranksAt(): number;
}

/** Bits of one pixel: an index, RGB or RGBA. */
export type BitsPerPixel = 1 | 2 | 4 | 8 | 24 | 32;

/** How rows are packed, and how the encoder searches repetitions in them. */
export interface Form {
  readonly bitsPerPixel: BitsPerPixel;
  readonly filters: boolean;
  /** The shortest repetition in bytes, at most 8, for rows of RGB or RGBA without filters. */
  readonly shortest: number;
}

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
}

/** `to` is not included. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

const compiled = new WebAssembly.Module(
  readFileSync(join(import.meta.dirname, '../../../../generated/png.wasm')),
);
/**
 * Only very wide rows need more. Memory of WebAssembly cannot shrink, so a larger instance is replaced after
 * use.
 */
const MAX_INSTANCE_BYTES = 16 * 1024 * 1024;

let instance: Exports | null = null;

/**
 * The encoder of this process. It encodes one image at a time: do not await between the calls for one image.
 */
export function pixelEncoder(): Exports {
  if (instance === null || instance.memory.buffer.byteLength > MAX_INSTANCE_BYTES) {
    const abort = (): never => {
      throw new Error('the PNG encoder aborted');
    };
    instance = new WebAssembly.Instance(compiled, { env: { abort } }).exports as Exports;
  }
  return instance;
}

/** Copies the pixels of rows `from` to `to` into the encoder's memory. */
export function copyRows(encoder: Exports, { data, width }: Pixels, from: number, to: number): void {
  const memory = new Uint8Array(encoder.memory.buffer);
  memory.set(data.subarray(from * width * 4, to * width * 4), encoder.inputAt());
}

/** Starts an image. Returns the number of rows in a strip. */
export function startImage(encoder: Exports, width: number, form: Form): number {
  return encoder.begin(width, form.bitsPerPixel, form.filters, form.shortest);
}

/**
 * Compresses a strip to whole bytes of deflate (RFC 1951). They are valid until the next call to the encoder.
 */
export function compressStrip(
  encoder: Exports,
  pixels: Pixels,
  { from, to }: Rows,
  isLast: boolean,
): CompressedStrip {
  copyRows(encoder, pixels, from, to);
  const length = encoder.encode(to - from, isLast);
  const bytes = new Uint8Array(encoder.memory.buffer, encoder.outputAt(), length);
  return { bytes, checkSum: encoder.checkSum() >>> 0 };
}

/** Passes the row above a strip to the encoder's filters, if the strip before was not compressed. */
export function setRowAbove(encoder: Exports, pixels: Pixels, row: number): void {
  copyRows(encoder, pixels, row, row + 1);
  encoder.passOver();
}
