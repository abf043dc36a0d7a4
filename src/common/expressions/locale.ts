import type { TemplateDocument } from '../../../generated/template.ts';

/** Whether Intl accepts a language tag. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/**
 * The locale of a document's formats: the request's, else the document's, else that of its language. A
 * language that Intl does not accept counts as none.
 */
export function readLocale(
  { locale, language }: Pick<TemplateDocument, 'locale' | 'language'>,
  requested?: string,
): string {
  return [requested, locale, language].find((tag) => tag !== undefined && isLocale(tag)) ?? 'en';
}
