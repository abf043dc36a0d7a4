import { format } from 'oxfmt';

/** Formats the text of a file as `npm run format` does with a file of this name. */
export async function formatText(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, { printWidth: 110, singleQuote: true });
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0]?.message}`);
  return code;
}
