/**
 * How the cells of a column are read whose variable wants a number, a date or a phone number in one form: by
 * the decimal sign, the order of dates, or the country that the column has.
 */
import { readDate } from '../../expressions/time-zones.ts';
import { readLocalDate, type DateOrder } from './local-dates.ts';
import { isPlainNumber, mayBeGrouped, readLocalNumber, type DecimalSign } from './local-numbers.ts';
import { findCountry, isNationalPhone, readLocalPhone } from './local-phones.ts';

/** A decimal sign, an order of dates, or a country as two letters; `plain`: as the variable wants it. */
export type ColumnReading = DecimalSign | DateOrder | 'plain' | (string & {});

/** What the cells of a column say about their reading. */
export type Proposal =
  /** They need none. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'read'; readonly reading: ColumnReading; readonly sample: Sample }
  /** They fit several, or a country is missing. */
  | { readonly kind: 'ask'; readonly text: string; readonly choices: readonly Choice[] };

interface Sample {
  readonly text: string;
  readonly value: string;
}

interface Choice {
  readonly reading: ColumnReading;
  /** What the text of the proposal is then. */
  readonly value: string;
}

/** A column, and the type of its variable. */
export interface TypedColumn {
  readonly name: string;
  readonly type: string;
  /** Texts of its cells, without those of cells that hold numbers. */
  readonly values: readonly string[];
}

const readingsOf: Readonly<Record<string, readonly ColumnReading[]>> = {
  number: ['point', 'comma'],
  date: ['dmy', 'mdy', 'ymd'],
};

/** Whether the answer to a question about a column changes a cell. */
export function isOpen(type: string, text: string, choices: readonly Choice[]): boolean {
  const value = text.trim();
  if (type === 'phone') return isNationalPhone(value);
  return new Set(choices.map(({ reading }) => readLocal(type, value, reading) ?? value)).size > 1;
}

/** Whether the values of a type are read by the reading of their column. */
export function isLocalType(type: string): boolean {
  return type === 'number' || type === 'date' || type === 'phone';
}

/** The value that a cell means for its variable; null if it is not written like that. */
export function readLocal(type: string, text: string, reading: ColumnReading): string | null {
  if (reading === 'plain') return null;
  switch (type) {
    case 'number':
      return readLocalNumber(text, reading === 'comma' ? 'comma' : 'point');
    case 'date':
      return isPlain(type, text) ? null : readLocalDate(text, reading as DateOrder);
    case 'phone':
      return readLocalPhone(text, reading);
    default:
      return null;
  }
}

/** The reading of a type in a locale, such as `de-AT`. */
export function readingOfLocale(type: string, locale: string): ColumnReading {
  switch (type) {
    case 'number':
      return new Intl.NumberFormat(locale).formatToParts(1.5).some(({ value }) => value === ',')
        ? 'comma'
        : 'point';
    case 'date': {
      const format = new Intl.DateTimeFormat(locale, {
        calendar: 'gregory',
        dateStyle: 'short',
        timeZone: 'UTC',
      });
      const order = format.formatToParts(0).flatMap(({ type: part }) => orderLetters[part] ?? []);
      return order.join('');
    }
    case 'phone':
      return new Intl.Locale(locale).maximize().region ?? 'plain';
    default:
      return 'plain';
  }
}

const orderLetters: Readonly<Record<string, string>> = { day: 'd', month: 'm', year: 'y' };

/**
 * Proposes how columns are read. A column that fits several readings takes that of the others of its type, if
 * these have one.
 */
export function proposeReadings(
  columns: readonly TypedColumn[],
  { hasSemicolons = false }: { readonly hasSemicolons?: boolean } = {},
): ReadonlyMap<string, Proposal> {
  const own = columns.map((column) => ({ column, proposal: propose(column) }));
  const ofOthers = (type: string): ReadonlySet<ColumnReading> =>
    new Set(
      own.flatMap(({ column, proposal }) =>
        column.type === type && proposal.kind === 'read' && isTelling(column, proposal.reading)
          ? [proposal.reading]
          : [],
      ),
    );
  return new Map(
    own.map(({ column, proposal }) => {
      const others = ofOthers(column.type);
      const hasCommas = hasSemicolons || others.has('comma');
      if (proposal.kind === 'plain' && column.type === 'number' && hasCommas)
        return [column.name, askAboutGroups(column)] as const;
      if (proposal.kind !== 'ask' || others.size !== 1) return [column.name, proposal] as const;
      const [reading = ''] = others;
      const value = readLocal(column.type, proposal.text, reading);
      const settled = { kind: 'read', reading, sample: { text: proposal.text, value: value ?? '' } } as const;
      return [column.name, value === null ? proposal : settled] as const;
    }),
  );
}

/** Whether a column's cells decide on the reading: `15 %` does not. */
function isTelling({ type, values }: TypedColumn, reading: ColumnReading): boolean {
  if (type === 'phone') return true;
  const others = (readingsOf[type] ?? []).filter((each) => each !== reading);
  return values.some(
    (value) =>
      readLocal(type, value, reading) !== null &&
      others.every((other) => readLocal(type, value, other) !== readLocal(type, value, reading)),
  );
}

/** `1.250` beside decimal commas. */
function askAboutGroups({ values }: TypedColumn): Proposal {
  const pointed = values.filter((value) => value.includes('.'));
  const [text] = pointed;
  if (text === undefined || !pointed.every(mayBeGrouped)) return { kind: 'plain' };
  return ask('number', text, ['point', 'comma']);
}

function propose({ type, values }: TypedColumn): Proposal {
  const open = [...new Set(values.map((value) => value.trim()))].filter(
    (value) => value !== '' && !isPlain(type, value),
  );
  if (open.length === 0 || !isLocalType(type)) return { kind: 'plain' };
  if (type === 'phone') return proposeCountry(open, values);
  // Numbers as JSON writes them say that there is a decimal point. Other plain values fit everything.
  const telling = type === 'number' ? [...new Set(values.map((value) => value.trim()))] : open;
  const fits = (readingsOf[type] ?? []).map((reading) => ({
    reading,
    fitting: telling.filter((value) => value !== '' && readLocal(type, value, reading) !== null),
  }));
  const readable = new Set(fits.flatMap(({ fitting }) => fitting));
  // None fits all if half of the cells are written in one way and half in another.
  const best = fits.filter(({ fitting }) => fitting.length > 0 && fitting.length === readable.size);
  const [first, ...others] = type === 'date' ? preferDots(best) : best;
  if (first === undefined || !open.some((value) => readable.has(value))) return { kind: 'plain' };
  const text = first.fitting.find((value) => !isPlain(type, value)) ?? '';
  const differing = first.fitting.find(
    (value) => new Set([first, ...others].map(({ reading }) => readLocal(type, value, reading))).size > 1,
  );
  if (differing !== undefined) {
    return ask(
      type,
      differing,
      [first, ...others].map(({ reading }) => reading),
    );
  }
  return { kind: 'read', reading: first.reading, sample: sampleOf(type, text, first.reading) };
}

interface Fit {
  readonly reading: ColumnReading;
  readonly fitting: readonly string[];
}

/** No country writes the month first with points: `03.04.2026` is in April. */
function preferDots(best: readonly Fit[]): readonly Fit[] {
  const dayFirst = best.find(({ reading }) => reading === 'dmy');
  const hasDots = dayFirst?.fitting.every((value) => /^\d{1,2}\.\s?\d{1,2}\.\s?\d{4}/u.test(value));
  return dayFirst !== undefined && hasDots === true ? [dayFirst] : best;
}

function ask(type: string, text: string, readings: readonly ColumnReading[]): Proposal {
  const values = new Map<string, Choice>();
  for (const reading of readings) {
    const value = readLocal(type, text, reading);
    if (value !== null && !values.has(value)) values.set(value, { reading, value });
  }
  return { kind: 'ask', text, choices: [...values.values()] };
}

function sampleOf(type: string, text: string, reading: ColumnReading): Sample {
  return { text, value: readLocal(type, text, reading) ?? '' };
}

function proposeCountry(open: readonly string[], values: readonly string[]): Proposal {
  const [text] = open.filter(isNationalPhone);
  if (text === undefined) return { kind: 'plain' };
  const countries = new Set(values.flatMap((value) => findCountry(value.trim()) ?? []));
  const [country = ''] = countries;
  const isSure = countries.size === 1 && readLocalPhone(text, country) !== null;
  return isSure
    ? { kind: 'read', reading: country, sample: sampleOf('phone', text, country) }
    : { kind: 'ask', text, choices: [] };
}

/** Whether a value is as the variable wants it. */
function isPlain(type: string, value: string): boolean {
  switch (type) {
    case 'number':
      return isPlainNumber(value);
    case 'date':
      return /^\d{4}-\d\d-\d\d(?:[Tt]\S+)?$/u.test(value) && readDate(value) !== null;
    case 'phone':
      return value.startsWith('+');
    default:
      return true;
  }
}
