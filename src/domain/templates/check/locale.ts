import type { TemplateDocument } from '../../../../generated/template.ts';
import { isLocale } from '../../../common/expressions/locale.ts';
import { quoteValue } from '../../variables/types.ts';
import { toFindings, problemAt, type Findings } from './problem.ts';

/** Checks that Intl accepts the document's locale. */
export function checkLocale({ locale }: TemplateDocument): Findings {
  if (locale === undefined || isLocale(locale)) return toFindings({});
  return problemAt('/locale', `${quoteValue(locale)} is not a BCP 47 language tag, such as "de-AT".`);
}
