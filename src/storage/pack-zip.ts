import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';

/** Packs files, by their path in it, into a .zip in memory. */
export async function packZip(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const archive = new ZipArchive({ zlib: { level: 6 } });
  for (const [name, bytes] of files)
    archive.append(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { name, mode: 0o644 });
  const [packed] = await Promise.all([buffer(archive), archive.finalize()]);
  return packed;
}
