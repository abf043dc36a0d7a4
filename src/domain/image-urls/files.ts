/** Storage keys and media types of pictures at image URLs. */
import type { OutputFormat } from '../../render/job.ts';
import { extensions } from '../files/file-names.ts';

/** The prefix of all cached pictures. */
export const cachedImagesPrefix = 'images/';

/** The key of a picture's file. */
export function cachedImageKey(hash: Buffer): string {
  const hex = hash.toString('hex');
  return `${cachedImagesPrefix}${hex.slice(0, 2)}/${hex}`;
}

/** The hash of a file, in hex, from its key. */
export function hashOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

const formats = new Map(
  Object.entries(extensions).map(([format, extension]) => [extension as string, format as OutputFormat]),
);

/** The format of a file name. Null: its extension is none of ours. */
export function formatOfFile(name: string): OutputFormat | null {
  return formats.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
}
