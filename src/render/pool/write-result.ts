import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { freeMemory } from '../../free-memory.ts';
import type { RenderResult } from '../scene.ts';
import type { PooledResult } from './messages.ts';

/**
 * Writes a result into a new file.
 *
 * @returns the result without its bytes; as it was where the file cannot be written, for another to find out why.
 */
export async function writeResult(path: string, result: RenderResult): Promise<PooledResult> {
  const { data } = result;
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(data);
    } finally {
      await handle.close();
    }
  } catch {
    return result;
  }
  const written = { bytes: data.byteLength, crc32: crc32(data) };
  freeMemory(data);
  return { ...result, data: new Uint8Array(), written };
}
