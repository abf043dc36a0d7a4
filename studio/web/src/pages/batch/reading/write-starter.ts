import type { Schema } from '../../../api/client.ts';

/** A CSV with a column for each variable, and the template's example as its row, as Excel reads it. */
export function writeStarter({
  variables,
  example,
}: Pick<Schema<'Template'>, 'variables' | 'example'>): string {
  const names = variables.map(({ name }) => name);
  const values = names.map((name) => example[name] ?? '');
  const rows = values.every((value) => value === '') ? [names] : [names, values];
  return `\uFEFF${rows.map((cells) => cells.map(writeCell).join(',')).join('\r\n')}\r\n`;
}

/** RFC 4180. */
function writeCell(text: string): string {
  return /[",\r\n;\t]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
