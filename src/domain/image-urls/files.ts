/** Storage keys and media types of pictures at image URLs. */
import type { OutputFormat } from '../../render/job.ts';
import { extensions } from '../../common/names/output-formats.ts';

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

/** Endings that mean the same as another one. */
const aliases: Readonly<Record<string, string>> = { jpeg: 'jpg' };

/** The format of a file name, by its ending in any letter case. Null: its ending is none of ours. */
export function formatOfFile(name: string): OutputFormat | null {
  return formats.get(getEnding(name)) ?? null;
}

/** The name with the canonical ending: `photo.JPEG` is `photo.jpg`. A name with another ending stays. */
export function canonicalFile(name: string): string {
  const ending = getEnding(name);
  return formats.has(ending) ? `${getStem(name)}${ending}` : name;
}

/** The equivalent names that URLs have: the name itself, and each ending in lower and upper case. */
export function namesOfFile(name: string): readonly string[] {
  const ending = getEnding(name);
  if (!formats.has(ending)) return [name];
  const endings = [ending, ...Object.keys(aliases).filter((alias) => aliases[alias] === ending)];
  const all = endings.flatMap((each) => [each, each.toUpperCase()]).map((each) => `${getStem(name)}${each}`);
  return [...new Set([...all, name])];
}

/** The ending as formats have it, in lower case. */
function getEnding(name: string): string {
  const ending = name.slice(getStem(name).length).toLowerCase();
  return aliases[ending] ?? ending;
}

/** The name without its ending, with its last dot. */
function getStem(name: string): string {
  return name.slice(0, name.lastIndexOf('.') + 1);
}
