import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberLocale } from './locale.ts';

describe('money in charts', () => {
  it('has the currency of the region, in the place that the locale has for it', () => {
    for (const [locale, affixes] of Object.entries({
      en: ['$', ''],
      'en-US': ['$', ''],
      'en-GB': ['£', ''],
      'en-IE': ['€', ''],
      de: ['', '\u00a0€'],
      'de-DE': ['', '\u00a0€'],
      'de-AT': ['€\u00a0', ''],
      'de-CH': ['CHF\u00a0', ''],
      fr: ['', '\u00a0€'],
      'nl-NL': ['€\u00a0', ''],
      'pl-PL': ['', '\u00a0zł'],
      'sv-SE': ['', '\u00a0kr'],
      'pt-BR': ['R$\u00a0', ''],
      'ja-JP': ['￥', ''],
      'es-MX': ['$', ''],
    }))
      assert.deepEqual(numberLocale(locale).currency, affixes, locale);
  });

  it('is written as currency() writes it, also in digits of its own', () => {
    for (const [locale, currency] of Object.entries({
      'ar-EG': 'EGP',
      'mr-IN': 'INR',
      'de-CH': 'CHF',
      en: 'USD',
    })) {
      const {
        decimal,
        thousands,
        currency: [before, after],
        numerals,
      } = numberLocale(locale);
      const digits = `250${thousands}000${decimal}50`.replace(
        /\d/gu,
        (digit) => numerals[Number(digit)] ?? '',
      );
      const expected = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(250_000.5);
      assert.equal(before + digits + after, expected, locale);
    }
  });

  it('is in dollars where the region has no listed currency', () => {
    for (const locale of ['en-AQ', 'und-ZZ'])
      assert.match(numberLocale(locale).currency.join(''), /\$/u, locale);
  });
});
