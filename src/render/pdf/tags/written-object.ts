/** Objects of a file as texts in ASCII. As dictionaries of pdf-lib, those of a long table take too long. */

/** Writes a dictionary. An entry without a value is left out. */
export function writeDict(entries: Readonly<Record<string, string | undefined>>): string {
  let text = '<<\n';
  for (const key in entries) if (entries[key] !== undefined) text += `/${key} ${entries[key]}\n`;
  return `${text}>>`;
}

/** Writes an array. */
export function writeArray(entries: readonly string[]): string {
  return `[ ${entries.map((entry) => `${entry} `).join('')}]`;
}
