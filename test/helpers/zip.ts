/**
 * Makes .zip files out of entries that a well-behaved program would not write, and reads those that ours writes.
 */
import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import yauzl from 'yauzl';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Unix mode, for links. */
  readonly mode?: number;
  /** What the directory says of its size, in place of the truth. */
  readonly declaredBytes?: number;
  readonly isEncrypted?: boolean;
}

/** A .zip with its entries deflated, in the order given (APPNOTE.TXT, 4.3). */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644, declaredBytes, isEncrypted = false } of entries) {
    const data = Buffer.from(content as string);
    const packed = deflateRawSync(data);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 0x801 : 0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredBytes ?? data.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, tail, nameBytes);
    locals.push(local);
    offset += local.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directoryBytes, Buffer.from('PK\x05\x06'), end]);
}

export interface ListedEntry {
  readonly name: string;
  readonly content: Buffer;
  readonly isStored: boolean;
  /** As it was written, zone or not. */
  readonly modifiedAt: Date;
}

/** The entries of a .zip as its directory lists them, read and checked against their checksums. */
export async function listZip(bytes: Buffer): Promise<ListedEntry[]> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  const listed: ListedEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const content = Buffer.concat((await stream.toArray()) as Buffer[]);
    assert.equal(crc32(content), entry.crc32, entry.fileName);
    listed.push({
      name: entry.fileName,
      content,
      isStored: entry.compressionMethod === 0,
      modifiedAt: entry.getLastModDate({ timezone: 'UTC' }),
    });
  }
  return listed;
}

/** The entries of a .zip as a reader finds them that cannot look ahead: all it knows is what comes before each. */
export function streamZip(bytes: Buffer): { name: string; content: Buffer }[] {
  const found: { name: string; content: Buffer }[] = [];
  let offset = 0;
  while (bytes.toString('latin1', offset, offset + 4) === 'PK\x03\x04') {
    const flags = bytes.readUInt16LE(offset + 6);
    assert.equal(flags & 0x8, 0, 'the size comes only after the content');
    assert.equal(bytes.readUInt16LE(offset + 8), 0, 'the content is not stored as it is');
    const size = bytes.readUInt32LE(offset + 18);
    const nameAt = offset + 30;
    const contentAt = nameAt + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const name = bytes.subarray(nameAt, nameAt + bytes.readUInt16LE(offset + 26));
    assert.ok((flags & 0x800) !== 0 || name.every((byte) => byte < 0x80), 'the name is not said to be UTF-8');
    const content = bytes.subarray(contentAt, contentAt + size);
    assert.equal(crc32(content), bytes.readUInt32LE(offset + 14));
    found.push({ name: name.toString(), content });
    offset = contentAt + size;
  }
  assert.equal(bytes.toString('latin1', offset, offset + 4), 'PK\x01\x02');
  return found;
}
