/** Documents in CMYK and Lab: their layers are not read, the picture of all of them is. */
import type { Layer } from 'ag-psd';
import type { InkPicture } from '../../render/images/ink-picture.ts';
import { UnreadableDesign } from '../design.ts';

/** What the head of a file says of its colours (Adobe's file format, "File header"). */
const modes: Readonly<Record<number, { readonly mode: InkPicture['mode']; readonly planes: number }>> = {
  4: { mode: 'cmyk', planes: 4 },
  9: { mode: 'lab', planes: 3 },
};
const rgbMode = 3;
const [modeAt, resourcesAt] = [24, 26];

/** Numbers of image resources. */
const [profileId, versionId] = [1039, 1057];

const maxPixels = 50_000_000;

/** The picture of all layers of a document in inks or Lab; null for documents in other colours. */
export function readFlat(bytes: Uint8Array): InkPicture | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return read(file);
  } catch (error) {
    if (error instanceof UnreadableDesign) throw error;
    throw new UnreadableDesign('Its picture is damaged, or cut off.');
  }
}

function read(file: Buffer): InkPicture | null {
  const found = modes[file.readUInt16BE(modeAt)];
  if (found === undefined) return null;
  const { mode, planes } = found;
  const isLarge = file.readUInt16BE(4) === 2;
  const [channels, height, width] = [file.readUInt16BE(12), file.readUInt32BE(14), file.readUInt32BE(18)];
  const bits = file.readUInt16BE(22);
  if (bits !== 8 && bits !== 16)
    throw new UnreadableDesign(`Its channels have ${bits} bits; 8 and 16 are read.`);
  if (width < 1 || height < 1 || width * height > maxPixels || channels < planes)
    throw new UnreadableDesign(`Its picture of ${width} × ${height} pixels is too large, or damaged.`);
  let at = resourcesAt + 4 + file.readUInt32BE(resourcesAt);
  const resources = readResources(file.subarray(at + 4, at + 4 + file.readUInt32BE(at)));
  at += 4 + file.readUInt32BE(at);
  at += isLarge ? 8 + Number(file.readBigUInt64BE(at)) : 4 + file.readUInt32BE(at);
  if (resources.get(versionId)?.[4] === 0)
    throw new UnreadableDesign(
      `Its colours are ${mode.toUpperCase()}, and it was saved without a picture of its layers. ` +
        'Photoshop: Image, Mode, RGB; or save it with "Maximize compatibility".',
    );
  const row = width * (bits / 8);
  const data = readRows(file.subarray(at), { row, rows: height, channels, planes, isLarge });
  return {
    mode,
    width,
    height,
    bits,
    planes: mode === 'cmyk' ? data.map(inverted) : data,
    profile: mode === 'cmyk' ? (resources.get(profileId) ?? null) : null,
  };
}

/** A copy of a file that says that its colours are RGB, so that its layers have names. */
export function asRgb(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.writeUInt16BE(rgbMode, modeAt);
  return copy;
}

/** What a layer is, for its loss. */
export function layerKind({ text, children }: Layer): string {
  return text !== undefined ? 'text' : children !== undefined ? 'group' : 'layer';
}

function readResources(section: Buffer): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  let at = 0;
  while (at + 12 <= section.length && section.toString('latin1', at, at + 4) === '8BIM') {
    const id = section.readUInt16BE(at + 4);
    const name = 1 + (section[at + 6] ?? 0);
    const start = at + 6 + name + (name % 2) + 4;
    const length = section.readUInt32BE(start - 4);
    found.set(id, section.subarray(start, start + length));
    at = start + length + (length % 2);
  }
  return found;
}

interface Rows {
  /** The bytes of a row. */
  readonly row: number;
  readonly rows: number;
  readonly channels: number;
  /** How many channels are read. */
  readonly planes: number;
  readonly isLarge: boolean;
}

function readRows(section: Buffer, { row, rows, channels, planes, isLarge }: Rows): Buffer[] {
  const compression = section.readUInt16BE(0);
  if (compression === 0) {
    if (section.length < 2 + planes * row * rows) throw new RangeError('cut off');
    return Array.from({ length: planes }, (_, plane) =>
      section.subarray(2 + plane * row * rows, 2 + (plane + 1) * row * rows),
    );
  }
  if (compression !== 1) throw new UnreadableDesign('Its picture is packed in a way that is not read.');
  const size = isLarge ? 4 : 2;
  let at = 2 + channels * rows * size;
  const read = Array.from({ length: planes }, () => Buffer.alloc(row * rows));
  for (const [plane, target] of read.entries())
    for (let line = 0; line < rows; line += 1) {
      const length = section.readUIntBE(2 + (plane * rows + line) * size, size);
      if (at + length > section.length) throw new RangeError('cut off');
      unpackBits(section.subarray(at, at + length), target.subarray(line * row, (line + 1) * row));
      at += length;
    }
  return read;
}

/** PackBits, as TIFF 6.0 has it in section 9. */
function unpackBits(packed: Uint8Array, target: Buffer): void {
  let [from, to] = [0, 0];
  while (from < packed.length && to < target.length) {
    const head = packed[from] ?? 0;
    from += 1;
    if (head < 128) {
      const end = Math.min(from + head + 1, packed.length);
      target.set(packed.subarray(from, Math.min(end, from + target.length - to)), to);
      to += head + 1;
      from = end;
    } else if (head > 128) {
      target.fill(packed[from] ?? 0, to, Math.min(target.length, to + 257 - head));
      to += 257 - head;
      from += 1;
    }
  }
}

/** Photoshop has no ink as the greatest value. */
function inverted(plane: Buffer): Uint8Array {
  return plane.map((value) => 255 - value);
}
