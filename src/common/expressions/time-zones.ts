import { LRUCache } from 'lru-cache';

/**
 * What a date was sent with: `day` without a time, the offset of a time (`+01:00`), `Z`, or `local` for a
 * time without one, as sheets have it: a clock on the wall, kept as a time in UTC. Dates that expressions
 * make have none. The library knows dates by their class, so this is kept beside them.
 */
const sent = new WeakMap<Date, string>();

const dayMs = 86_400_000;
const parts = /^(\d{4}-\d\d-\d\d)(?:T([\d:.]+)(?:(Z)|([+-]\d\d):?(\d\d)?)?)?$/iu;

/**
 * Reads a date that was sent; null for a text that is none. ISO 8601 has offsets without minutes, and without
 * the colon. A leap second is in the minute that it ends: JavaScript has none.
 */
export function readDate(text: string): Date | null {
  const [, day, time, utc, hours, minutes = '00'] = parts.exec(text) ?? [];
  const offset = hours === undefined ? utc?.toUpperCase() : `${hours}:${minutes}`;
  const clock = time?.replace(/:60(?:\.\d+)?$/u, ':59.999');
  const date = new Date(time === undefined ? text : `${day}T${clock}${offset ?? 'Z'}`);
  if (Number.isNaN(date.getTime())) return null;
  if (day !== undefined) sent.set(date, offset ?? (time === undefined ? 'day' : 'local'));
  return date;
}

/** The offset of a text that an expression has made a date of. Without one, midnight is a day. */
export function keepOffset(made: Date, text: string): void {
  const known = sent.get(readDate(text) ?? made);
  if (known !== undefined && known !== 'Z') sent.set(made, known);
}

/** The same time zone for a date that was worked out of another one. */
export function keepZone(made: Date, from: Date): void {
  const known = sent.get(from);
  if (known !== undefined) sent.set(made, known);
}

/** The same moment, with the offset that a time zone has then. */
export function inZone(date: Date, zone: string): Date {
  const made = new Date(date);
  const minutes = Math.round((toLocalTime(date, zone).getTime() - date.getTime()) / 60_000);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const clock = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':');
  sent.set(made, minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${clock}`);
  return made;
}

/** Whether Intl accepts a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether a date was sent without a time, or was worked out of one that was. */
export function isOfDay(date: Date): boolean {
  return sent.get(date) === 'day';
}

/** Whether a date was sent with a time without an offset, or was worked out of one that was. */
export function isLocal(date: Date): boolean {
  return sent.get(date) === 'local';
}

/** Whether a date has no time, and is the same day everywhere. */
export function isDay(date: Date): boolean {
  const known = sent.get(date);
  return known === undefined || known === 'day' ? date.getTime() % dayMs === 0 : false;
}

/**
 * The time zone in which a date is shown: that of a template, else the offset that it was sent with, else
 * UTC. One without a time is the same day in all of them, and nine hours after its start is 9 o'clock. A time
 * without an offset is the same time in all of them.
 */
export function zoneOf(date: Date, zone: string | undefined): string {
  if (isDay(date) || isOfDay(date) || isLocal(date)) return 'UTC';
  const known = sent.get(date);
  return zone ?? (known === undefined || known === 'Z' ? 'UTC' : known);
}

/** The date whose time in UTC is the local time of a date in a zone. */
export function toLocalTime(date: Date, zone: string): Date {
  if (zone === 'UTC') return date;
  const values = new Map(
    clockOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => values.get(type) ?? 0;
  const local = new Date(0);
  local.setUTCFullYear(get('year'), get('month') - 1, get('day'));
  local.setUTCHours(get('hour'), get('minute'), get('second'), date.getUTCMilliseconds());
  return local;
}

const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 50 });

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}
