/** Intl's formatters by locale and options. Making one takes some 50 µs, using it 1 µs. */
import { LRUCache } from 'lru-cache';
import { transformRuns } from '../text/text-transform.ts';
import type { Decimal, Rounding } from './decimal.ts';
import { ExpressionError } from './expression-error.ts';
import { isDay, isLocal, isTimeZone, toLocalTime, zoneOf } from './time-zones.ts';

/** Options of Intl, as an expression gives them. */
export type FormatOptions = Readonly<Record<string, unknown>>;

/** Of options, and of a form of `plural()`. Values may be in them. */
const maxCharacters = 1_000;
const limit = maxCharacters.toLocaleString('en');

/** Formatters that are kept. */
export const MAX_FORMATTERS = 200;

/** Options may depend on values, so the number of formatters is not known. */
const formatters = new LRUCache<string, object>({ max: MAX_FORMATTERS });

function cached<Formatter extends object>(
  kind: string,
  locale: string,
  options: FormatOptions,
  make: () => Formatter,
): Formatter {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  if (key.length > maxCharacters) throw new ExpressionError(`has options of more than ${limit} characters`);
  lastKey = key;
  const known = formatters.get(key) as Formatter | undefined;
  if (known !== undefined) return known;
  const made = make();
  formatters.set(key, made);
  return made;
}

let lastKey = '';

/** The options of the formatter that was used last. */
export function lastFormatter(): string {
  return lastKey;
}

/**
 * `Intl.NumberFormat`, of all digits. An amount that rounds to zero has no sign.
 */
export function formatNumber(locale: string, value: Decimal | bigint, options: FormatOptions = {}): string {
  const all = { signDisplay: 'negative', ...options } as const;
  const format = cached('number', locale, all, () => new Intl.NumberFormat(locale, all));
  return format.format(typeof value === 'bigint' ? value : toIntl(value));
}

/** Intl takes the digits of a text one by one, without rounding them to a double. */
function toIntl(value: Decimal): Intl.StringNumericLiteral {
  return value.toString() as Intl.StringNumericLiteral;
}

/** Decimals that `round()` may leave, and places before the point that it may round. */
const maxDecimals = 20;

/**
 * A number with some decimals, so that the sum of rounded numbers is the sum of those that are shown. Of
 * fewer than 0 decimals, the last digits before the point are zeros.
 *
 * @param name of the function, for messages
 */
export function roundNumber(name: string, value: Decimal, decimals: bigint, rounding: Rounding): Decimal {
  if (decimals >= -maxDecimals && decimals <= maxDecimals) return value.round(Number(decimals), rounding);
  const range = `-${maxDecimals} to ${maxDecimals}`;
  throw new ExpressionError(`calls ${name}() with ${decimals} decimals: ${range} are possible`);
}

/** A date as it is sent: with its time and its offset if it has them. */
export function writeDate(date: Date): string {
  if (isDay(date)) return date.toISOString().slice(0, -timeLength);
  const zone = zoneOf(date, undefined);
  const local = toLocalTime(date, zone).toISOString();
  if (isLocal(date)) return local.replace(/Z$/u, '');
  return zone === 'UTC' ? local : local.replace(/Z$/u, zone);
}

/** `T00:00:00.000Z`. */
const timeLength = 14;

/**
 * `Intl.DateTimeFormat`; a style of a date, or options. Options with a time zone alone write date and time.
 *
 * @param zone of the template, for dates with a time
 */
export function formatDate(locale: string, date: Date, style: string | FormatOptions, zone?: string): string {
  const { timeZone: own, ...others } = typeof style === 'string' ? { dateStyle: style } : style;
  if (own !== undefined && (typeof own !== 'string' || !isTimeZone(own)))
    throw new ExpressionError(`has the time zone ${JSON.stringify(own)}: name one such as "Europe/Berlin"`);
  const shown = Object.keys(others).length > 0 ? others : { dateStyle: 'medium', timeStyle: 'short' };
  const options = { ...shown, timeZone: zoneOf(date, own ?? zone) } as Intl.DateTimeFormatOptions;
  return cached(
    'date',
    locale,
    options as FormatOptions,
    () => new Intl.DateTimeFormat(locale, options),
  ).format(date);
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const weekDays = 7;
const monthDays = 365.2425 / 12;
const yearDays = 365.2425;

/**
 * The distance between two times in the largest unit that fits, as `Intl.RelativeTimeFormat` takes it. One
 * day, week, month or year is the next one of the calendar, since it is written so: "tomorrow", "next month".
 */
export function relativeTime(
  date: Date,
  from: Date,
  zone?: string,
): [value: number, unit: Intl.RelativeTimeFormatUnit] {
  const local = toLocalTime(date, zoneOf(date, zone));
  const localFrom = toLocalTime(from, zoneOf(from, findZone(date, zone)));
  const days = dayNumber(local) - dayNumber(localFrom);
  if (!isDay(date)) {
    const difference = date.getTime() - from.getTime();
    const seconds = Math.round(difference / secondMs);
    if (Math.abs(seconds) < 60) return [seconds, 'second'];
    const minutes = Math.round(difference / minuteMs);
    if (Math.abs(minutes) < 60) return [minutes, 'minute'];
    const hours = Math.round(difference / hourMs);
    if (Math.abs(hours) < 24 || days === 0) return [hours, 'hour'];
  }
  const weeks = days / weekDays;
  const months = Math.round(days / monthDays);
  const years = Math.round(days / yearDays);
  const yearsOfCalendar = local.getUTCFullYear() - localFrom.getUTCFullYear();
  const monthsOfCalendar = 12 * yearsOfCalendar + local.getUTCMonth() - localFrom.getUTCMonth();
  if (Math.abs(months) >= 12 && (Math.abs(years) > 1 || years === yearsOfCalendar)) return [years, 'year'];
  if (Math.abs(days) >= monthDays && (Math.abs(months) > 1 || months === monthsOfCalendar))
    return [months, 'month'];
  if (Math.abs(weeks) === 1 || Math.abs(Math.round(weeks)) > 1) return [Math.round(weeks), 'week'];
  return [days, 'day'];
}

function dayNumber(local: Date): number {
  return Math.floor(local.getTime() / dayMs);
}

/** The zone of what a date is compared with; a day has none of its own. */
function findZone(date: Date, zone: string | undefined): string | undefined {
  return zone ?? (isDay(date) ? undefined : zoneOf(date, undefined));
}

/** `Intl.RelativeTimeFormat`: "in 3 days", "yesterday". */
export function formatRelative(
  locale: string,
  date: Date,
  from: Date,
  options: FormatOptions = {},
  zone?: string,
): string {
  const all = { numeric: 'auto', ...options } as const;
  const [value, unit] = relativeTime(date, from, zone);
  const make = () => new Intl.RelativeTimeFormat(locale, all);
  return cached('relative', locale, all, make).format(value, unit);
}

/** The form of a number by `Intl.PluralRules`; `#` in it becomes the number. */
export function formatPlural(locale: string, count: Decimal | bigint, forms: FormatOptions): string {
  const number = Number(count);
  const category = cached('plural', locale, {}, () => new Intl.PluralRules(locale)).select(number);
  const form = Object.hasOwn(forms, category) ? forms[category] : forms['other'];
  if (typeof form !== 'string') throw new ExpressionError('plural() needs a text for "other"');
  if (form.length > maxCharacters)
    throw new ExpressionError(`has a form in plural() of more than ${limit} characters`);
  const shown = form.includes('#') ? formatNumber(locale, count) : '';
  return form.replaceAll('#', () => shown);
}

/** `Intl.ListFormat`: "a, b and c". */
export function formatList(locale: string, items: readonly string[], options: FormatOptions = {}): string {
  const make = () => new Intl.ListFormat(locale, options);
  return cached('list', locale, options, make).format(items);
}

/** The order of two texts, by `Intl.Collator`; numbers in them by their size. */
export function compareTexts(locale: string, a: string, b: string): number {
  return cached('order', locale, {}, () => new Intl.Collator(locale, { numeric: true })).compare(a, b);
}

/** The first letter of each word in title case. */
export function toTitleCase(locale: string, text: string): string {
  return transformRuns([text], 'capitalize', locale)[0] ?? '';
}

/** A text of at most some characters, with an ellipsis in place of the rest. */
export function truncate(locale: string, text: string, max: number, ellipsis = '…'): string {
  if (max < 0) throw new ExpressionError('truncate() needs a length of at least 0');
  if (text.length <= max) return text;
  const segmenter = cached('segments', locale, {}, () => new Intl.Segmenter(locale));
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return text.slice(0, index).trimEnd() + ellipsis;
    count += 1;
  }
  return text;
}
