/** Paths in the folder of a template. */

/**
 * Removes `./` and double slashes from a path in the template's folder. Null if the path leaves the folder,
 * is absolute or contains backslashes.
 */
export function normalizePath(path: string): string | null {
  if (/^[/\\]|^[a-z]:|\\|\0/iu.test(path)) return null;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? null : parts.join('/');
}

/**
 * The paths in the template's folder that a value may mean; the first that exists counts: its own text, and
 * that without a leading `files/`. Unicode has two spellings of letters with marks, and systems differ in
 * theirs.
 */
export function meantPaths(value: string): readonly string[] {
  const texts = value.startsWith('files/') ? [value, value.slice('files/'.length)] : [value];
  return [...new Set(texts.flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]))];
}
