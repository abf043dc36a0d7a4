import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { freeMemory } from '../../free-memory.ts';
import type { RenderResult } from '../scene.ts';
import type { PooledResult } from './messages.ts';

/**
 * Writes a result into a new file, on this thread: a renderer has nothing else to do meanwhile, and to have other threads do it takes
 * longer than the system does to copy the bytes.
 *
 * @returns the result without its bytes; as it was where the file cannot be written, for another to find out why.
 */
export function writeResult(path: string, result: RenderResult): PooledResult {
  const { data } = result;
  try {
    const descriptor = openSync(path, 'wx', 0o600);
    try {
      for (let at = 0; at < data.byteLength;) at += writeSync(descriptor, data, at);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return result;
  }
  const written = { bytes: data.byteLength, crc32: crc32(data) };
  freeMemory(data);
  return { ...result, data: new Uint8Array(), written };
}
