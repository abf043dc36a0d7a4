import type { TableColumn, TableFormat } from '../../../../generated/template.ts';
import { formatDate, formatNumber, type FormatOptions } from '../../../common/expressions/formats.ts';
import { isNumber } from '../../../common/expressions/numbers.ts';
import { toText } from '../../../common/expressions/template-expressions.ts';
import { wholeFilled, type FilledText } from '../filled-text.ts';
import type { VariableValues } from '../variable-values.ts';

/** The text of a cell. A format goes for numbers and dates; what was not given is empty. */
export function cellText(
  template: string,
  format: TableColumn['format'],
  variables: VariableValues,
  locale: string,
): FilledText {
  if (format === undefined) return variables.filled(template);
  const text = variables.formatted(template, (value) => {
    if (value instanceof Date) return formatDate(locale, value, dateOptions(format), variables.timeZone);
    if (isNumber(value)) return formatNumber(locale, value, numberOptions(format));
    return toText(value);
  });
  return wholeFilled(text);
}

/** The options of `Intl.NumberFormat` for a format. */
export function numberOptions(format: NonNullable<TableColumn['format']>): FormatOptions {
  if (typeof format === 'object') return format as TableFormat & FormatOptions;
  return format === 'percent' ? { style: 'percent' } : {};
}

/** The style or the options of `Intl.DateTimeFormat` for a format. */
export function dateOptions(format: NonNullable<TableColumn['format']>): string | FormatOptions {
  return typeof format === 'object' ? (format as TableFormat & FormatOptions) : 'medium';
}
