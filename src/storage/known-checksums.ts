/**
 * Checksums for archiver. It reckons one of each file with the package `crc-32`, in JavaScript, which takes three times as long as
 * zlib does and half of what an archive of pictures costs, and cannot be told of one that is known. So that package's function is
 * exchanged for one that gives the same numbers: what is known as it is, and zlib's otherwise.
 */
import { crc32 } from 'node:zlib';
import javascript from 'crc-32';

const known = new WeakMap<Uint8Array, number>();

/** Notes what the checksum of some bytes is, which do not change any more while it is asked for. */
export function noteChecksum(bytes: Uint8Array, checksum: number): void {
  known.set(bytes, checksum);
}

/** As `buf` of crc-32, whose results have a sign. Where archiver begins with a stream, its seed is no number but empty bytes. */
function checksumOf(bytes: Uint8Array, seed: unknown): number {
  if (seed === undefined) return (known.get(bytes) ?? crc32(bytes)) | 0;
  return crc32(bytes, typeof seed === 'number' ? seed >>> 0 : 0) | 0;
}

Object.assign(javascript, { buf: checksumOf });
