/** Names of four letters with numbers: OpenType features, and axes of variable fonts. */

/** As they are typed: `tnum, liga 0`. A feature that is on stands without its number. */
export function formatTags(value: unknown, isFeature: boolean): string {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([tag, number]) => (isFeature && Number(number) === 1 ? tag : `${tag} ${Number(number)}`))
    .join(', ');
}

/** Reads what was typed; null if it is not accepted. A feature without a number is on. */
export function readTags(text: string, isFeature: boolean): Readonly<Record<string, number>> | null {
  const tags: Record<string, number> = {};
  for (const part of text.split(',')) {
    const found = /^\s*["']?([a-z0-9]{4})["']?(?:[\s:=]+(-?\d+(?:\.\d+)?|on|off))?\s*$/iu.exec(part);
    const [, tag = '', given = isFeature ? 'on' : ''] = found ?? [];
    const number = given === 'on' ? 1 : given === 'off' ? 0 : Number(given === '' ? Number.NaN : given);
    if (Number.isNaN(number) || tag === '') return null;
    if (isFeature && (!Number.isInteger(number) || number < 0 || number > 65_535)) return null;
    tags[tag] = number;
  }
  return tags;
}
