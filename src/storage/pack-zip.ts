import { buffer } from 'node:stream/consumers';

export interface Packing {
  /** Default: they are. */
  readonly isCompressed?: boolean;
  /** Of all files. Default: now. */
  readonly date?: Date;
}

/** Packs files, by their path in it, into a .zip in memory. */
export async function packZip(
  files: ReadonlyMap<string, Uint8Array>,
  { isCompressed = true, date }: Packing = {},
): Promise<Buffer> {
  // Loaded at the first archive, like all that few processes need.
  const { ZipArchive } = await import('archiver');
  const archive = new ZipArchive(isCompressed ? { zlib: { level: 6 } } : { store: true });
  for (const [name, bytes] of files) {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    archive.append(content, { name, mode: 0o644, ...(date && { date }) });
  }
  const [packed] = await Promise.all([buffer(archive), archive.finalize()]);
  return packed;
}
