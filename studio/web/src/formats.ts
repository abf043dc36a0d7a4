/** Dates, numbers and sizes as the browser's language writes them. */

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const plain = new Intl.NumberFormat();

type DateLike = string | number | Date;

/** `23 Nov 2026, 12:15` */
export function formatDateTime(date: DateLike): string {
  return dateTime.format(new Date(date));
}

/** `23 Nov 2026` */
export function formatDate(date: DateLike): string {
  return day.format(new Date(date));
}

/** `12:15` */
export function formatTime(date: DateLike): string {
  return time.format(new Date(date));
}

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const utcMonth = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** A day in UTC, such as `2026-11-23`: `23 Nov 2026` */
export function formatDay(date: string): string {
  return utcDay.format(new Date(`${date}T00:00:00Z`));
}

/** A month in UTC, such as `2026-11`: `November 2026` */
export function formatMonth(month: string): string {
  return utcMonth.format(new Date(`${month}-01T00:00:00Z`));
}

/** `5 minutes ago`, `in 2 days`, `now` */
export function formatAgo(date: DateLike, now: number = Date.now()): string {
  const seconds = (new Date(date).getTime() - now) / 1_000;
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 60];
  return relative.format(Math.trunc(seconds / length), unit);
}

/** `12,345` */
export function formatNumber(value: number): string {
  return plain.format(value);
}

/** `12%` */
export function formatPercent(part: number): string {
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 }).format(part);
}

const byteUnits = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const oneDigit = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** `1.2 MiB`: in the units of the limits, of the API's messages and of the documentation. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return formatCount(bytes, 'byte', 'bytes');
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), byteUnits.length - 1);
  return `${oneDigit.format(bytes / 1_024 ** power)} ${byteUnits[power] ?? ''}`;
}

/** `1 row`, `2,000 rows` */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** `340 ms`, `1.2 sec` */
export function formatMilliseconds(durationMs: number): string {
  const isShort = durationMs < 1_000;
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? durationMs : durationMs / 1_000);
}

/** Names in a row: "Ada, Bob and Cleo". */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(undefined, { type: 'conjunction' }).format(names);
}
