/** The families that a `fontFamily` names, in order: one name, or several with commas, quoted or not. */
export function readFamilyNames(fontFamily: string): string[] {
  return fontFamily
    .split(',')
    .map((part) => part.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((name) => name !== '');
}

/** CSS generic family names (lower case) and their bundled family. */
export const GENERIC_FAMILIES: ReadonlyMap<string, string> = new Map([
  ['sans-serif', 'Inter'],
  ['system-ui', 'Inter'],
  ['ui-sans-serif', 'Inter'],
  ['serif', 'Playfair Display'],
  ['ui-serif', 'Playfair Display'],
  ['emoji', 'Noto Color Emoji'],
]);
