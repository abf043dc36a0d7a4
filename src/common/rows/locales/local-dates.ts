/** Dates as people write them: `18.09.2026`, `9/18/26 2:30 PM`, `18 septembre 2026`, `2026年9月18日`. */
import { findMonth, isWeekday } from './month-names.ts';

/** The order of day, month and year. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

const time = String.raw`(?:[T,\s]\s*(\d\d?)[:.](\d\d)(?:[:.](\d\d)(?:\.0+)?)?\s*([ap]\.?\s?m\.?|uhr|h)?)?`;
const numeric = new RegExp(String.raw`^(\d{1,4})(\s?[./\-‐–]\s?)(\d{1,2})\2(\d{1,4})\.?${time}$`, 'iu');
const eastAsian = new RegExp(
  String.raw`^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]?${time}$`,
  'iu',
);
const clock = new RegExp(`${time}$`, 'iu');

/**
 * The date that a text means, as RFC 3339 writes it; null for any other text, and for a year of two digits
 * that programs read as another century.
 */
export function readLocalDate(text: string, order: DateOrder): string | null {
  const given = text.trim();
  const [, ...parts] = numeric.exec(given) ?? [];
  if (parts.length > 0) {
    const [first = '', , second = '', third = '', ...clockParts] = parts;
    return writeDate(assignParts([first, second, third], order), clockParts);
  }
  const [, year, month, day, ...rest] = eastAsian.exec(given) ?? [];
  if (year !== undefined) return writeDate([year, month ?? '', day ?? ''], rest);
  return readNamedMonth(given);
}

/** Year, month and day of three numbers; null if they cannot have the order. */
function assignParts(
  [first, second, third]: readonly [string, string, string],
  order: DateOrder,
): readonly [string, string, string] | null {
  if (first.length > 2) return [first, second, third];
  if (order === 'ymd') return third.length > 2 ? null : [first, second, third];
  return order === 'dmy' ? [third, second, first] : [third, first, second];
}

function readNamedMonth(text: string): string | null {
  const [ending = '', ...clockParts] = clock.exec(text) ?? [];
  const words = text
    .slice(0, text.length - ending.length)
    .split(/[\s,./-]+/u)
    .filter((word) => word !== '' && !fillers.has(word.toLowerCase()) && !isWeekday(word));
  if (words.length !== 3) return null;
  const place = words.findIndex((word) => findMonth(word) !== null);
  if (place < 0 || place > 1) return null;
  const month = String(findMonth(words[place] ?? ''));
  const [one = '', other = ''] = words.filter((_, index) => index !== place);
  if (/^\d{4}$/u.test(one)) return writeDate([one, month, readDay(other)], clockParts);
  return writeDate([other, month, readDay(one)], clockParts);
}

const fillers = new Set(['of', 'the', 'de', 'del', 'den', 'der', 'di', 'do', 'г', 'roku']);

/** `18th`, `1er`, `18º`. */
function readDay(word: string): string {
  return word.replace(/(?:st|nd|rd|th|er|e|º|°)$/iu, '');
}

function writeDate(
  parts: readonly [year: string, month: string, day: string] | null,
  [hour, minute, second, half]: readonly (string | undefined)[],
): string | null {
  if (parts === null || parts.some((part) => !/^\d+$/u.test(part))) return null;
  const year = fullYear(parts[0]);
  const [month, day] = [Number(parts[1]), Number(parts[2])];
  if (year === null || month < 1 || month > 12) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  const whole = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (hour === undefined) return whole;
  const isAfternoon = /^p/iu.test(half ?? '');
  const isHalf = /^[ap]/iu.test(half ?? '');
  const hours = isHalf ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59 || (isHalf && Number(hour) > 12))
    return null;
  return `${whole}T${two(hours)}:${minute}:${second ?? '00'}`;
}

/** Excel and LibreOffice do not agree on the century of 30 to 49. */
function fullYear(text: string): number | null {
  const year = Number(text);
  if (text.length === 4) return year;
  if (text.length !== 2) return null;
  if (year < 30) return 2000 + year;
  return year < 50 ? null : 1900 + year;
}
