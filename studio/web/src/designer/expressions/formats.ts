/** Formats that functions of expressions take: words of Intl. */

interface Style {
  readonly name: string;
  readonly hint: string;
}

const dateStyles: readonly Style[] = [
  { name: 'short', hint: '3/12/26' },
  { name: 'medium', hint: 'Mar 12, 2026' },
  { name: 'long', hint: 'March 12, 2026' },
  { name: 'full', hint: 'Thursday, March 12, 2026' },
];

const currencies: readonly Style[] = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'JPY',
  'CNY',
  'INR',
  'SEK',
  'PLN',
  'BRL',
].map((name) => ({ name, hint: '' }));

/** The texts that a function takes as an argument. */
export function listStyles(name: string): readonly Style[] {
  if (name === 'date') return dateStyles;
  return name === 'currency' ? currencies : [];
}

const digits = [
  'maximumFractionDigits',
  'minimumFractionDigits',
  'minimumIntegerDigits',
  'maximumSignificantDigits',
  'useGrouping',
  'notation',
  'signDisplay',
];

const options: Readonly<Record<string, readonly string[]>> = {
  number: [...digits, 'style', 'unit', 'unitDisplay'],
  percent: digits,
  currency: [...digits, 'currencyDisplay'],
  date: ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'hour12', 'dateStyle', 'timeStyle', 'era'],
  relative: ['numeric', 'style'],
  plural: ['zero', 'one', 'two', 'few', 'many', 'other'],
  list: ['type', 'style'],
};

/** The keys of the options that a function takes. */
export function listFormatOptions(name: string): readonly string[] {
  return options[name] ?? [];
}
