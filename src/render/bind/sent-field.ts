import { Decimal } from '../../common/expressions/decimal.ts';
import { Entry } from '../../common/expressions/entries.ts';
import type { ExtraValues } from '../../common/expressions/extra-names.ts';
import { plainFilled, wholeFilled, type FilledText } from './filled-text.ts';

const fieldAlone = /^([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*)|\["([^"\\]+)"\])$/u;

/** The field that an expression is, as it was sent; undefined for any other expression. */
export function fillField(expression: string, extra: ExtraValues): FilledText | undefined {
  const [, name = '', key, quoted = ''] = fieldAlone.exec(expression) ?? [];
  const entry = extra.get(name);
  const field = key ?? quoted;
  if (!(entry instanceof Entry) || !Object.hasOwn(entry.sent, field)) return undefined;
  const text = entry.sent[field];
  if (typeof text !== 'string') return undefined;
  const value = entry.get(field);
  return value instanceof Decimal || value instanceof Date ? wholeFilled(text) : plainFilled(text);
}
