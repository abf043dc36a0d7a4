/** The families that a `fontFamily` names, in order: one name, or several with commas, quoted or not. */
export function readFamilyNames(fontFamily: string): string[] {
  return fontFamily
    .split(',')
    .map((part) => part.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((name) => name !== '');
}
