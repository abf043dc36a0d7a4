import type { TemplateDocument } from '../../../../generated/template.ts';
import { isTimeZone } from '../../../common/expressions/time-zones.ts';
import { isLocale } from '../../../common/expressions/locale.ts';
import { quoteValue } from '../../variables/types.ts';
import { toFindings, problemAt, type Findings } from './problem.ts';

/** Checks that Intl accepts the document's locale and time zone. */
export function checkLocale({ locale, timeZone }: TemplateDocument): Findings {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    return problemAt(
      '/timeZone',
      `${quoteValue(timeZone)} is not an IANA time zone, such as "Europe/Berlin".`,
    );
  if (locale === undefined || isLocale(locale)) return toFindings({});
  return problemAt('/locale', `${quoteValue(locale)} is not a BCP 47 language tag, such as "de-AT".`);
}
