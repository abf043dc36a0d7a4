import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Editors and copies write in several steps; this long after the first one, all are read at once. */
const debounceMs = 40;

export interface WatchedFiles {
  /** Folders of which every file counts, and files. Neither needs to exist. */
  readonly places: readonly string[];
  /** Files in these folders that do not count. */
  readonly except: readonly string[];
}

/**
 * Calls back soon after files change. Watches folders, never files: editors replace a file by a new one.
 * Every call opens the watchers again, so that new and replaced folders are seen. No change is missed
 * meanwhile, since the callback runs after that.
 */
export async function watchFiles(
  { places, except }: WatchedFiles,
  onChange: () => void,
): Promise<{ close(): void }> {
  const own = places.map((place) => path.resolve(place));
  const ignored = new Set(except.map((file) => path.resolve(file)));
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const isWatched = (file: string): boolean =>
    !ignored.has(file) && own.some((place) => file === place || file.startsWith(place + path.sep));
  const closeAll = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  const report = (): void => {
    timer = undefined;
    void open().then(() => {
      if (!isClosed) onChange();
    });
  };
  const open = async (): Promise<void> => {
    let folders = await listFolders(own);
    for (;;) {
      closeAll();
      if (isClosed) return;
      for (const folder of folders) watchFolder(folder);
      // A folder that was made before the watchers were there has none yet.
      const found = await listFolders(own);
      if (found.every((folder) => folders.includes(folder))) return;
      folders = found;
    }
  };
  const watchFolder = (folder: string): void => {
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name === null || isWatched(path.join(folder, name))) timer ??= setTimeout(report, debounceMs);
      });
      watcher.on('error', () => (timer ??= setTimeout(report, debounceMs)));
      watchers.push(watcher);
    } catch (error) {
      // A folder that was removed just now is reported by its parent's watcher.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  };

  await open();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      closeAll();
    },
  };
}

/** The folders in the places, and those that hold the places. */
async function listFolders(places: readonly string[]): Promise<string[]> {
  const folders = new Set(places.map((place) => path.dirname(place)));
  for (const place of places) {
    const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => null);
    if (entries === null) continue;
    folders.add(place);
    for (const entry of entries)
      if (entry.isDirectory()) folders.add(path.join(entry.parentPath, entry.name));
  }
  return [...folders];
}
