/**
 * Cells of a workbook as people see them. Numbers, dates and times are all doubles; only the cell's format
 * distinguishes them.
 */
import type { CellObject } from '@e965/xlsx';
import { isCurrency } from './locales/local-numbers.ts';

/** The part of the library's format code that is used here. The library has no types for it. */
export interface Formats {
  is_date(format: string): boolean;
  format(format: string, value: number, options: { date1904: boolean }): string;
  parse_date_code(value: number, options: { date1904: boolean }): DateParts | null | undefined;
}

/** A date and time without a time zone; months and days count from 1. */
interface DateParts {
  readonly y: number;
  readonly m: number;
  readonly d: number;
  readonly H: number;
  readonly M: number;
  readonly S: number;
}

/** Whether the workbook counts days from 1904, and the library that reads formats. */
export interface CellReading {
  readonly is1904: boolean;
  readonly formats: Formats;
  /** Whether cells have the text that the program has shown, as in OpenDocument. */
  readonly hasShownTexts?: boolean;
}

/** What a cell has. */
export interface CellTexts {
  /** What the sheet shows; the empty string for an empty cell. */
  readonly shown: string;
  /** The number of a cell that has one, as JSON writes it, with the decimals that the sheet shows. */
  readonly number?: string;
}

/**
 * The texts of a cell. A date is as in RFC 3339, a time without an offset: cells have no time zone.
 *
 * @throws RangeError if the cell has no usable value. The message is the end of a sentence that starts with
 *   the name of the cell.
 */
export function cellTexts(cell: CellObject, reading: CellReading): CellTexts {
  switch (cell.t) {
    case 'e':
      throw new RangeError(`holds the error ${cell.w ?? '#?'}`);
    case 'b':
      return { shown: cell.v === true ? 'true' : 'false' };
    case 'n': {
      const texts = numberTexts(Number(cell.v), String(cell.z ?? 'General'), reading);
      const own = reading.hasShownTexts === true && texts.number !== undefined ? cell.w : undefined;
      return own === undefined ? texts : { ...texts, shown: own.trim() };
    }
    case 's':
      return { shown: String(cell.v ?? '').replaceAll(/\r\n?/g, '\n') };
    case 'd':
    case 'z':
      if (cell.f === undefined) return { shown: '' };
      throw new RangeError(
        'has a formula without its result; open and save the workbook in a spreadsheet program',
      );
  }
}

/** The limit of spreadsheet programs. A longer format could ask for millions of decimals. */
const maxFormatCharacters = 255;

function numberTexts(value: number, given: string, reading: CellReading): CellTexts {
  if (!Number.isFinite(value)) throw new RangeError('holds a number that is not finite');
  if (given.length > maxFormatCharacters) {
    throw new RangeError(
      `has a format of ${given.length} characters; at most ${maxFormatCharacters} are accepted`,
    );
  }
  const format = withoutCommaAtCurrency(given);
  if (reading.formats.is_date(format)) return { shown: dateText(value, format, reading) };
  const digits = plainDigits(value);
  const sections = bareFormat(format).split(';');
  const [bare = ''] = sections;
  // The number chooses its section before it is rounded, and each may round in another way.
  const asShown = (): CellTexts => ({ shown: formatNumber(value, format, reading), number: digits });
  if (/\[[<>=]/.test(format) || new Set(sections.flatMap(roundingOf)).size > 1) return asShown();
  if (/^(general|@?)$/i.test(bare.trim()) && !/["\\]/.test(format)) return { shown: digits, number: digits };
  const shape = /^[^0#?]*?([#,]*)(0*)(?:\.([0#]*))?([^0#?]*)$/.exec(bare);
  if (shape === null || /[eE/]/.test(shape[0])) return asShown();
  const [, grouping = '', whole = '', decimals = '', after = ''] = shape;
  const isPercent = after.includes('%');
  if (isPercent && !Number.isFinite(value * 100)) {
    throw new RangeError('holds a percentage that is not finite');
  }
  // A comma behind the digits divides by a thousand.
  if (after.startsWith(',') || after.split('%').length > 2) return asShown();
  const places = decimals.length + (isPercent ? 2 : 0);
  const rounded = roundDigits(digits, places);
  if (sections.length > 1 && Number(rounded) === 0 && value !== 0) return asShown();
  const number = isPercent || decimals.includes('#') ? withoutZeros(rounded) : rounded;
  // The library counts in doubles, which show no more than 15 digits.
  const isPlain = !/[#,]/.test(grouping + decimals) && /^(\[[^\]]*\])?0+(\.0+)?%?$/.test(format);
  if (isPlain) {
    const percent = isPercent ? roundDigits(plainDigits(value * 100), decimals.length) : rounded;
    return { shown: padWhole(percent, whole.length) + (isPercent ? '%' : ''), number };
  }
  return { shown: formatNumber(Number(rounded), format, reading), number };
}

function withoutZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

/** What decides on the decimals of a section; none for one that is only text. */
function roundingOf(section: string): string[] {
  const [, decimals = '', after = ''] = /^[^0#?]*[0#?,]+(?:\.([0#?]*))?(.*)$/s.exec(section) ?? [];
  return /[0#?]/.test(section) ? [decimals + after.replaceAll(/[^%,eE/0#?]/g, '')] : [];
}

/** A format without colours, conditions and literal text. */
function bareFormat(format: string): string {
  return format.replaceAll(/\\.|"[^"]*"|\[[^\]]*\]|_.|\*./gs, '');
}

/**
 * LibreOffice writes the blank between an amount and its currency into .xls files as a comma, which would
 * divide by a thousand: `#,##0.00,\€`.
 */
function withoutCommaAtCurrency(format: string): string {
  return format.replaceAll(
    /(?<=[0#?]),((?:\\.|"[^"]*"|\[\$[^\]]*\])+)/gsu,
    (match: string, literal: string) => {
      const text = literal.replaceAll(
        /\\(.)|"([^"]*)"|\[\$([^\]-]*)[^\]]*\]/gsu,
        (_, ...[escaped, quoted, sign]: (string | undefined)[]) => escaped ?? quoted ?? sign ?? '',
      );
      return isCurrency(text.trim()) ? literal : match;
    },
  );
}

/** A number in 15 digits, as in spreadsheets, without exponent: 0.1+0.2 is 0.3, and 1e21 has 22 digits. */
function plainDigits(value: number): string {
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential(14).split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(exponent) + 1;
  const padded = digits.padEnd(point, '0');
  const text =
    point > 0 ? `${padded.slice(0, point)}.${padded.slice(point)}` : `0.${'0'.repeat(-point)}${digits}`;
  const short = text.replace(/\.?0*$/, '');
  return value < 0 && short !== '0' ? `-${short}` : short;
}

/** Rounds half away from zero, as spreadsheets do, and pads with zeros. */
function roundDigits(digits: string, decimals: number): string {
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const rounded = kept + ((fraction[decimals] ?? '0') >= '5' ? 1n : 0n);
  const text = rounded.toString().padStart(decimals + 1, '0');
  const point = text.length - decimals;
  const sign = digits.startsWith('-') && rounded !== 0n ? '-' : '';
  return sign + text.slice(0, point) + (decimals > 0 ? `.${text.slice(point)}` : '');
}

function padWhole(digits: string, length: number): string {
  const [whole = '', ...fraction] = digits.replace('-', '').split('.');
  return (digits.startsWith('-') ? '-' : '') + [whole.padStart(length, '0'), ...fraction].join('.');
}

function dateText(value: number, format: string, { is1904, formats }: CellReading): string {
  const bare = format.replaceAll(/\\.|"[^"]*"|\[\$[^\]]*\]/g, '').toLowerCase();
  if (/\[(h+|m+|s+)\]/.test(bare)) return formatWith(value, format, { is1904, formats });
  const hasTime = /[hs]/.test(bare);
  const hasDate = /[yd]/.test(bare) || !hasTime;
  const parts = value < 0 ? null : formats.parse_date_code(value, { date1904: is1904 });
  // A formula that refers to an empty cell has day 0.
  if (parts == null || (hasDate && parts.d === 0)) {
    throw new RangeError('is formatted as a date, but its number is not a date');
  }
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`;
  const minutes = `${two(parts.H)}:${two(parts.M)}`;
  if (!hasDate) return /s/.test(bare) ? `${minutes}:${two(parts.S)}` : minutes;
  return hasTime ? `${date}T${minutes}:${two(Math.floor(parts.S))}` : date;
}

/** A number with the signs, blanks and words of its format. What aligns columns is left out. */
function formatNumber(value: number, format: string, reading: CellReading): string {
  return formatWith(value, format, reading).trim();
}

/** A duration may exceed 24 hours. The library throws errors or strings for formats it cannot read. */
function formatWith(value: number, format: string, { is1904, formats }: CellReading): string {
  try {
    return formats.format(format, value, { date1904: is1904 });
  } catch {
    throw new RangeError(`has the format ${JSON.stringify(format)}, which cannot be read`);
  }
}
