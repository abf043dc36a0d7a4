/** The family that the name of a font file suggests: `fonts/OpenSans-Bold.ttf` is "Open Sans". */
export function familyOfFile(path: string): string {
  const file = path.split('/').at(-1) ?? path;
  const [stem = ''] = file.replace(/\.\w+$/u, '').split(/[-[]/u);
  const spaced = stem
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/gu, ' ')
    .trim();
  return spaced === '' ? file : spaced;
}
