import { constants, crc32, createDeflate, createInflate } from 'node:zlib';

import { PNG_CHUNKS } from './damage.ts';

/** A PNG that decoders read, and how many of its first rows are those of the damaged one. */
interface PngStart {
  readonly bytes: Buffer;
  readonly rows: number;
}

/** Samples of a pixel, by the colour type of the header (PNG, table 11.1). */
const SAMPLES = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
/** Bytes that are unpacked at once: what comes before an error in them is kept. */
const PIECE = 4096;

/**
 * Takes the rows of a damaged PNG that can be unpacked into a new one, whose other rows are zeros. Null if
 * its rows are in passes, or its header cannot be read.
 */
export async function readPngStart(file: Buffer, maxPixels: number): Promise<PngStart | null> {
  const before: Buffer[] = [];
  const data: Buffer[] = [];
  for (let at = PNG_CHUNKS; at + 8 < file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') data.push(file.subarray(at + 8, Math.min(end - 4, file.length)));
    else if (name === 'IEND' || end > file.length) break;
    else if (data.length === 0)
      before.push(file.subarray(at, end - 4), checksum(file.subarray(at + 4, end - 4)));
    at = end;
  }
  const header = before[0]?.subarray(8);
  if (header === undefined || header.length !== 13 || header[12] !== 0 || data.length === 0) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const samples = SAMPLES.get(header[9] ?? 0);
  if (samples === undefined || width * height === 0 || width * height > maxPixels) return null;
  const rowBytes = 1 + Math.ceil((width * samples * (header[8] ?? 8)) / 8);
  const { packed, length } = await repack(Buffer.concat(data), rowBytes * height);
  const image = [...before, ...writeChunk('IDAT', packed), ...writeChunk('IEND', Buffer.alloc(0))];
  return {
    bytes: Buffer.concat([file.subarray(0, PNG_CHUNKS), ...image]),
    rows: Math.floor(length / rowBytes),
  };
}

/** Unpacks as much as there is, fills it with zeros to `total` bytes, and packs it again. */
async function repack(data: Buffer, total: number): Promise<{ packed: Buffer; length: number }> {
  const inflate = createInflate({ flush: constants.Z_SYNC_FLUSH });
  const deflate = createDeflate({ level: 1 });
  const packed: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => packed.push(piece));
  let length = 0;
  inflate.on('data', (piece: Buffer) => {
    const used = piece.subarray(0, total - length);
    length += used.length;
    if (used.length > 0) deflate.write(used);
  });
  // At an error, and at the end of the packed data, Node calls no callback of a write.
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    for (const event of ['end', 'error', 'close'])
      inflate.on(event, () => {
        isOver = true;
        resolve();
      });
  });
  for (let at = 0; at < data.length && !isOver && length < total; at += PIECE) {
    const { promise, resolve } = Promise.withResolvers<void>();
    inflate.write(data.subarray(at, at + PIECE), () => resolve());
    await Promise.race([promise, over]);
  }
  inflate.destroy();
  for (let rest = total - length; rest > 0; rest -= 65_536)
    deflate.write(Buffer.alloc(Math.min(rest, 65_536)));
  await new Promise<void>((resolve, reject) => {
    deflate.on('end', resolve).on('error', reject);
    deflate.end();
  });
  return { packed: Buffer.concat(packed), length };
}

function writeChunk(name: string, data: Buffer): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return [length, content, checksum(content)];
}

function checksum(content: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(content));
  return bytes;
}
