/** Creates .zip files, also with entries that no normal program writes, and reads the service's archives. */
import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import yauzl from 'yauzl';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Unix mode, for links. */
  readonly mode?: number;
  /** A false size for the directory. */
  readonly declaredBytes?: number;
  /** A false checksum. */
  readonly declaredCrc32?: number;
  readonly isEncrypted?: boolean;
}

/** Creates a .zip of deflated entries in the given order (APPNOTE.TXT, 4.3). */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    content,
    mode = 0o100644,
    declaredBytes,
    declaredCrc32,
    isEncrypted = false,
  } of entries) {
    const data = Buffer.from(content as string);
    const packed = deflateRawSync(data);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 0x801 : 0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(declaredCrc32 ?? crc32(data), 10);
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
  /** As written, read as UTC. */
  readonly modifiedAt: Date;
}

/** Reads the entries that a .zip's directory lists, and checks their checksums. */
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

/** Reads the entries of a .zip as a streaming reader does: from local headers only. */
export function streamZip(bytes: Buffer): { name: string; content: Buffer }[] {
  const found: { name: string; content: Buffer }[] = [];
  let offset = 0;
  while (bytes.toString('latin1', offset, offset + 4) === 'PK\x03\x04') {
    const flags = bytes.readUInt16LE(offset + 6);
    assert.equal(flags & 0x8, 0, 'the size must come before the content');
    assert.equal(bytes.readUInt16LE(offset + 8), 0, 'the content must be stored uncompressed');
    const size = bytes.readUInt32LE(offset + 18);
    const nameAt = offset + 30;
    const contentAt = nameAt + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const name = bytes.subarray(nameAt, nameAt + bytes.readUInt16LE(offset + 26));
    assert.ok((flags & 0x800) !== 0 || name.every((byte) => byte < 0x80), 'the UTF-8 flag must be set');
    const content = bytes.subarray(contentAt, contentAt + size);
    assert.equal(crc32(content), bytes.readUInt32LE(offset + 14));
    found.push({ name: name.toString(), content });
    offset = contentAt + size;
  }
  assert.equal(bytes.toString('latin1', offset, offset + 4), 'PK\x01\x02');
  return found;
}
