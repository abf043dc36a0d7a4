/** Numbers and dates of charts by language, as Vega's formats need them. */
import { currencyOf } from './currencies.ts';

/** The number format of a language: separators, grouping and the currency of its region, from Intl. */
export function numberLocale(locale: string): FormatLocaleDefinition {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true });
  const find = (type: string, value: number): string =>
    parts.formatToParts(value).find((part) => part.type === type)?.value ?? '';
  return {
    decimal: find('decimal', 1.5) || '.',
    thousands: find('group', 1_234_567),
    grouping: getGrouping(parts),
    currency: currencyAffixes(locale),
    numerals: getNumerals(locale),
  };
}

/** The digits of a language, from 0 to 9. */
function getNumerals(locale: string): string[] {
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  return Array.from({ length: 10 }, (_, digit) => format.format(digit));
}

/** What stands before and after an amount of money: `["", " €"]`. */
function currencyAffixes(locale: string): [string, string] {
  const options = { style: 'currency', currency: currencyOf(locale) } as const;
  const parts = new Intl.NumberFormat(locale, options).formatToParts(1);
  const first = parts.findIndex(({ type }) => type === 'integer');
  const last = parts.findLastIndex(({ type }) => type === 'integer' || type === 'fraction');
  const write = (some: typeof parts) => some.map(({ value }) => value).join('');
  return [write(parts.slice(0, first)), write(parts.slice(last + 1))];
}

/** The sizes of the groups of digits from the right; the last one repeats. */
function getGrouping(format: Intl.NumberFormat): number[] {
  const groups = format
    .formatToParts(123_456_789_012)
    .filter(({ type }) => type === 'integer')
    .map(({ value }) => value.length)
    .reverse();
  const [first = 3, second = first] = groups;
  return first === second ? [first] : [first, ...Array<number>(6).fill(second)];
}

/** The names of months and days, and the order of dates, from Intl. */
export function timeLocale(locale: string): TimeLocaleDefinition {
  const name = (date: Date, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', calendar: 'gregory', ...options }).format(date);
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)));
  // The 4th of January 2026 is a Sunday.
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 4 + day)));
  const order = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .formatToParts(new Date(Date.UTC(2026, 10, 24)))
    .map(({ type, value }) => ({ year: '%Y', month: '%m', day: '%d' })[type as 'year'] ?? value)
    .join('');
  return {
    dateTime: `%x, %X`,
    date: order,
    time: '%H:%M:%S',
    periods: ['AM', 'PM'],
    days: days.map((day) => name(day, { weekday: 'long' })),
    shortDays: days.map((day) => name(day, { weekday: 'short' })),
    months: months.map((month) => name(month, { month: 'long' })),
    shortMonths: months.map((month) => name(month, { month: 'short' })),
  };
}

/** What Vega writes dates with. */
interface TimeFormats {
  readonly timeFormat: TimeFormat;
  readonly utcFormat: TimeFormat;
}

type TimeFormat = (specifier: never) => (date: never) => string;

/** The same formats with dates in the digits of a language: d3 has them for numbers only. */
export function withDigits<Formats extends TimeFormats>(formats: Formats, locale: string): Formats {
  const numerals = getNumerals(locale);
  const write = (text: string) => text.replaceAll(/\d/gu, (digit) => numerals[Number(digit)] ?? digit);
  const change =
    (format: TimeFormat): TimeFormat =>
    (specifier) => {
      const dates = format(specifier);
      return (date) => write(dates(date));
    };
  return { ...formats, timeFormat: change(formats.timeFormat), utcFormat: change(formats.utcFormat) };
}

/** As d3 takes the format of numbers. */
export interface FormatLocaleDefinition {
  readonly decimal: string;
  readonly thousands: string;
  readonly grouping: readonly number[];
  readonly currency: readonly [string, string];
  /** The digits from 0 to 9. */
  readonly numerals: readonly string[];
}

/** As d3 takes the names of a calendar. */
export interface TimeLocaleDefinition {
  readonly dateTime: string;
  readonly date: string;
  readonly time: string;
  readonly periods: readonly [string, string];
  readonly days: readonly string[];
  readonly shortDays: readonly string[];
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
}
