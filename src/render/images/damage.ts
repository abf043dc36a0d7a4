import { crc32 } from 'node:zlib';

import type { ImageType } from '../../common/pictures/sniff.ts';

/**
 * What keeps a decoder from reading a file: it ends early, a checksum is wrong, only a part of the canvas has
 * pixels, or its brand is that of a sequence.
 */
export type Damage = 'cut' | 'checksum' | 'partial-frame' | 'sequence';

/** What is unusual about a file, by its structure: nothing is decoded. Null if nothing is. */
export function findDamage(bytes: Uint8Array, type: ImageType): Damage | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case 'jpeg':
      return hasEndOfJpeg(file) ? null : 'cut';
    case 'png':
      return checkPng(file);
    case 'gif':
      return checkGif(file);
    case 'webp':
      return file.length < file.readUInt32LE(4) + 8 ? 'cut' : null;
    case 'avif':
      return file.toString('latin1', 8, 12) === 'avis' ? 'sequence' : null;
    case 'svg':
      return null;
  }
}

/** Where the chunks of a PNG begin. */
export const PNG_CHUNKS = 8;

/** A chunk of a PNG: where its length, its checksum and the next chunk are. */
interface PngChunk {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The chunks of a PNG that are complete. */
export function* pngChunks(file: Buffer): Generator<PngChunk> {
  for (let start = PNG_CHUNKS; start + 12 <= file.length;) {
    const end = start + 12 + file.readUInt32BE(start);
    if (end > file.length) return;
    const name = file.toString('latin1', start + 4, start + 8);
    yield { name, start, end };
    if (name === 'IEND') return;
    start = end;
  }
}

/** The checksum that a chunk of a PNG should have. */
export function chunkChecksum(file: Buffer, { start, end }: PngChunk): number {
  return crc32(file.subarray(start + 4, end - 4));
}

/** Decoders skip chunks that say nothing about pixels, whatever their checksums are. */
function checkPng(file: Buffer): Damage | null {
  let isWrong = false;
  let last = '';
  for (const chunk of pngChunks(file)) {
    last = chunk.name;
    const isPixels = last === 'IHDR' || last === 'PLTE' || last === 'IDAT';
    if (isPixels && chunkChecksum(file, chunk) !== file.readUInt32BE(chunk.end - 4)) isWrong = true;
  }
  // Without IEND alone nothing is missing.
  if (last !== 'IEND' && last !== 'IDAT') return 'cut';
  if (isWrong) return 'checksum';
  return last === 'IEND' || endsAfterChunk(file) ? null : 'cut';
}

/** Whether a PNG without its last chunk ends where a chunk ends. */
function endsAfterChunk(file: Buffer): boolean {
  const ends = [...pngChunks(file)].map(({ end }) => end);
  return ends.at(-1) === file.length;
}

/** Looks for the end marker: after the last scan, or at the end. A preview in the header has one, too. */
function hasEndOfJpeg(file: Buffer): boolean {
  if (file.length >= 2 && file.readUInt16BE(file.length - 2) === 0xffd9) return true;
  for (let at = 2; at + 4 <= file.length;) {
    if (file[at] !== 0xff) return hasMarker(file, at);
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) return true;
    if (marker === 0xff) at += 1;
    else if (marker === 0xda) return hasMarker(file, at + 2);
    else at += 2 + file.readUInt16BE(at + 2);
  }
  return false;
}

/** Whether the end marker comes after a scan, in which each 0xff has a zero behind it. */
function hasMarker(file: Buffer, from: number): boolean {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1))
    if (file[at + 1] === 0xd9) return true;
  return false;
}

/** The first frame of a GIF. */
interface GifFrame {
  /** Where its data ends; null if it is not complete. */
  readonly end: number | null;
  /** It fills the canvas. */
  readonly isWhole: boolean;
  /** The frame's first and last row on the canvas. */
  readonly top: number;
  readonly bottom: number;
}

/** Finds the first frame of a GIF (GIF89a, sections 20 to 23). Null: the file ends before it. */
export function findGifFrame(file: Buffer): GifFrame | null {
  if (file.length < 13) return null;
  const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)];
  let at = 13 + colorTableBytes(file[10] ?? 0);
  while (at < file.length) {
    const kind = file[at];
    if (kind === 0x21) {
      const end = skipBlocks(file, at + 2);
      if (end === null) return null;
      at = end;
    } else if (kind === 0x2c) {
      if (at + 10 > file.length) return null;
      const [x, y, w, h] = [1, 3, 5, 7].map((part) => file.readUInt16LE(at + part));
      const [left = 0, top = 0, across = 0, down = 0] = [x, y, w, h];
      const isWhole = left === 0 && top === 0 && across >= width && down >= height;
      const end = skipBlocks(file, at + 11 + colorTableBytes(file[at + 9] ?? 0));
      return { end, isWhole, top, bottom: Math.min(height, top + down) };
    } else return null;
  }
  return null;
}

function checkGif(file: Buffer): Damage | null {
  const frame = findGifFrame(file);
  if (frame === null || frame.end === null) return 'cut';
  if (!frame.isWhole) return 'partial-frame';
  // Later frames are not shown, but a decoder counts them.
  for (let at = frame.end; at < file.length;) {
    const kind = file[at];
    const header = kind === 0x21 ? 2 : 11 + colorTableBytes(file[at + 9] ?? 0);
    if (kind !== 0x21 && kind !== 0x2c) return null;
    const end = skipBlocks(file, at + header);
    if (end === null) return 'cut';
    at = end;
  }
  return null;
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** The end of a list of sub-blocks; null if the file ends before. */
function skipBlocks(file: Buffer, from: number): number | null {
  for (let at = from; at < file.length;) {
    const length = file[at] ?? 0;
    at += 1 + length;
    if (length === 0) return at;
  }
  return null;
}
