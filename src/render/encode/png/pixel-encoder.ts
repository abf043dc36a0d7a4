import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompressedStrip } from './strip-memory.ts';

/** What is used of the global that the types of Node leave to those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

/** The compiled encoder of wasm/png. Offsets and sizes are bytes of its memory. */
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

/** How rows are packed, and how repetitions are looked for in them. */
export interface Form {
  readonly bitsPerPixel: BitsPerPixel;
  readonly filters: boolean;
  /** Of how many bytes repetitions in rows of RGB or RGBA without filters are at least, 8 at most. */
  readonly shortest: number;
}

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
}

/** `from` up to, but not including, `to`. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

const compiled = new WebAssembly.Module(
  readFileSync(join(import.meta.dirname, '../../../../generated/png.wasm')),
);
/** Only very wide rows need more; then the instance is given up, because its memory cannot shrink. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

let kept: Exports | null = null;

/** The encoder of this process. One picture at a time: nothing may wait between the calls for one. */
export function pixelEncoder(): Exports {
  if (kept === null || kept.memory.buffer.byteLength > MAX_KEPT_BYTES) {
    const abort = (): never => {
      throw new Error('the PNG encoder gave up');
    };
    kept = new WebAssembly.Instance(compiled, { env: { abort } }).exports as Exports;
  }
  return kept;
}

/** Hands the pixels of rows `from` to `to` over. */
export function handOver(encoder: Exports, { data, width }: Pixels, from: number, to: number): void {
  const memory = new Uint8Array(encoder.memory.buffer);
  memory.set(data.subarray(from * width * 4, to * width * 4), encoder.inputAt());
}

/** Begins with a picture; returns how many rows a strip of it has. */
export function beginPicture(encoder: Exports, width: number, form: Form): number {
  return encoder.begin(width, form.bitsPerPixel, form.filters, form.shortest);
}

/** Compresses a strip to whole bytes of deflate (RFC 1951), which are gone when the encoder is next used. */
export function compressStrip(
  encoder: Exports,
  pixels: Pixels,
  { from, to }: Rows,
  isLast: boolean,
): CompressedStrip {
  handOver(encoder, pixels, from, to);
  const length = encoder.encode(to - from, isLast);
  const bytes = new Uint8Array(encoder.memory.buffer, encoder.outputAt(), length);
  return { bytes, checkSum: encoder.checkSum() >>> 0 };
}

/** Tells of the row above a strip, where the strip before it was not compressed. */
export function passOver(encoder: Exports, pixels: Pixels, row: number): void {
  handOver(encoder, pixels, row, row + 1);
  encoder.passOver();
}
