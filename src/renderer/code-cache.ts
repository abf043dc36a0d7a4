import { chownSync, mkdirSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { rendererUserId, type Confinement } from './confinement.ts';

/**
 * Makes the folder of the renderers' compiled code, if this process caches its own: compiling takes most of a
 * renderer's start. It is not the folder of this process, which must not run code that a renderer has
 * written. Null if there is none.
 */
export function makeCodeCacheFolder({ ownUser }: Confinement): string | null {
  const compiled = getCompileCacheDir();
  if (compiled === undefined) return null;
  // Node appends a folder for its version to the configured folder.
  const name = ownUser ? `renderers-${rendererUserId}` : 'renderers';
  const folder = path.join(path.dirname(compiled), name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (ownUser) chownSync(folder, rendererUserId, rendererUserId);
    return folder;
  } catch {
    // The data folder cannot be written: renderers compile at each start.
    return null;
  }
}
