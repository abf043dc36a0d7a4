import type { TemplateElement } from '../../../generated/template.ts';
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import { readName, type PdfmeContext } from './context.ts';
import { convertText } from './texts.ts';

/** A date or a time as its text; its format is not kept, since each value is a text that is formatted. */
export function convertDate(field: PdfmeField, content: string, context: PdfmeContext): TemplateElement[] {
  const { format } = field;
  const date = new Date(
    field.type === 'time' && /^\d{1,2}:/u.test(content) ? `2021-01-01T${content}` : content,
  );
  if (content === '' || format === undefined || Number.isNaN(date.getTime()))
    return convertText({ ...field, type: 'text' }, content, context);
  const { text, unknown } = formatDate(date, format);
  context.builder.lose(
    readName(field),
    'format',
    unknown ? `Values are shown as they are given, not as "${format}".` : 'Values have to be formatted.',
  );
  return convertText({ ...field, type: 'text' }, unknown ? content : text, context);
}

/** A date by the letters of a format that are the same in all languages. */
function formatDate(date: Date, format: string): { readonly text: string; readonly unknown: boolean } {
  const two = (value: number) => String(value).padStart(2, '0');
  const parts: Readonly<Record<string, string>> = {
    yyyy: String(date.getFullYear()),
    yy: two(date.getFullYear() % 100),
    MM: two(date.getMonth() + 1),
    M: String(date.getMonth() + 1),
    dd: two(date.getDate()),
    d: String(date.getDate()),
    HH: two(date.getHours()),
    H: String(date.getHours()),
    mm: two(date.getMinutes()),
    m: String(date.getMinutes()),
    ss: two(date.getSeconds()),
    s: String(date.getSeconds()),
  };
  let unknown = false;
  const text = format.slice(0, 200).replaceAll(/([a-zA-Z])\1*/gu, (letters) => {
    const part = parts[letters];
    if (part === undefined) unknown = true;
    return part ?? letters;
  });
  return { text, unknown };
}
