/**
 * Cells of a workbook as people see them. Numbers, dates and times are all doubles; only the cell's format
 * distinguishes them.
 */
import type { CellObject } from '@e965/xlsx';

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
}

/**
 * The text of a cell; the empty string for an empty one. A number has the decimals that the sheet shows, but
 * no currency and no grouping. A date is as in RFC 3339, a time without an offset: cells have no time zone.
 *
 * @throws RangeError if the cell has no usable value. The message is the end of a sentence that starts with
 *   the name of the cell.
 */
export function cellText(cell: CellObject, reading: CellReading): string {
  switch (cell.t) {
    case 'e':
      throw new RangeError(`holds the error ${cell.w ?? '#?'}`);
    case 'b':
      return cell.v === true ? 'true' : 'false';
    case 'n':
      return numberText(Number(cell.v), String(cell.z ?? 'General'), reading);
    case 's':
      return String(cell.v ?? '').replaceAll(/\r\n?/g, '\n');
    case 'd':
    case 'z':
      if (cell.f === undefined) return '';
      throw new RangeError(
        'has a formula without its result; open and save the workbook in a spreadsheet program',
      );
  }
}

/** The limit of spreadsheet programs. A longer format could ask for millions of decimals. */
const maxFormatCharacters = 255;

function numberText(value: number, format: string, reading: CellReading): string {
  if (!Number.isFinite(value)) throw new RangeError('holds a number that is not finite');
  if (format.length > maxFormatCharacters) {
    throw new RangeError(
      `has a format of ${format.length} characters; at most ${maxFormatCharacters} are accepted`,
    );
  }
  if (reading.formats.is_date(format)) return dateText(value, format, reading);
  const shape = /^[^0#?]*?([#,]*)(0+)(?:\.(0+))?([^0#?]*)$/.exec(bareFormat(format));
  const digits = plainDigits(value);
  if (shape === null || /[eE/]/.test(shape[0])) return digits;
  const [, grouping = '', whole = '', decimals = '', after = ''] = shape;
  const percent = after.includes('%');
  if (percent && !Number.isFinite(value * 100)) throw new RangeError('holds a percentage that is not finite');
  const rounded = roundDigits(percent ? plainDigits(value * 100) : digits, decimals.length);
  // A format such as 00000, for postcodes, adds leading zeros. With grouping the zeros are only placeholders.
  const padded = grouping === '' ? padWhole(rounded, whole.length) : rounded;
  return percent ? `${padded}%` : padded;
}

/** The format of positive numbers without colours, conditions and literal text. */
function bareFormat(format: string): string {
  const bare = format.replaceAll(/\\.|"[^"]*"|\[[^\]]*\]|_.|\*./gs, '');
  return bare.split(';')[0] ?? '';
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
  if (/\[(h+|m+|s+)\]/.test(bare)) return formatTime(value, format, { is1904, formats });
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

/** A duration, which may exceed 24 hours. The library throws errors or strings for formats it cannot read. */
function formatTime(value: number, format: string, { is1904, formats }: CellReading): string {
  try {
    return formats.format(format, value, { date1904: is1904 });
  } catch {
    throw new RangeError(`has the format ${JSON.stringify(format)}, which cannot be read`);
  }
}
