import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './error-code.ts';

/**
 * The keys of the files in a folder and in those inside it, in the order of their characters. What comes and goes while it is
 * read may be listed or not.
 *
 * @param prefix with which the keys of its files begin, with the slash.
 * @param after only keys behind this one.
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
      // Keys inside begin with this one: all of them are behind `after`, or some, or none.
      if (key > after || after.startsWith(key)) yield* listFiles(path.join(folder, name), key, after);
    } else if (key > after) {
      yield key;
    }
  }
}
