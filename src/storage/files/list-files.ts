import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './error-code.ts';

/**
 * Lists the keys of all files below a folder, in the order of their characters. Files that are created or
 * deleted meanwhile may be listed or not.
 *
 * @param prefix the folder's keys begin with it; ends with a slash.
 * @param after lists only keys behind this one.
 */
export async function* listFiles(folder: string, prefix: string, after = ''): AsyncGenerator<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  for (const name of names) {
    const key = prefix + name;
    if (name.endsWith('/')) {
      // Keys inside begin with `key`. If neither holds, all of them are before `after`.
      if (key > after || after.startsWith(key)) yield* listFiles(path.join(folder, name), key, after);
    } else if (key > after) {
      yield key;
    }
  }
}
