/** The names of months and days in the languages in which sheets are often written. */

const languages =
  'en de fr es it nl pt ca sv da nb fi is pl cs sk sl hr hu ro et lv lt tr el ru uk bg id'.split(' ');

const months = new Map<string, Set<number>>();
const weekdays = new Set<string>();
let isLoaded = false;

/** The month, from 1, that a word names; null for no month, and for one that languages do not agree about. */
export function findMonth(word: string): number | null {
  load();
  const found = months.get(fold(word));
  return found?.size === 1 ? ([...found][0] ?? null) : null;
}

/** Whether a word names a day of the week. */
export function isWeekday(word: string): boolean {
  load();
  return weekdays.has(fold(word));
}

function load(): void {
  if (isLoaded) return;
  isLoaded = true;
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      // With a day, a month has the case that dates need.
      const inDate = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' });
      const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
      const named = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
      for (let month = 0; month < 12; month += 1) {
        const date = Date.UTC(2026, month, 15);
        for (const format of [inDate, alone]) {
          const name = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
          add(name, month + 1);
        }
      }
      for (let day = 1; day <= 7; day += 1) weekdays.add(fold(named.format(Date.UTC(2026, 1, day))));
    }
  }
  // Written beside those of the formats.
  for (const [name, month] of [
    ['sept', 9],
    ['mrz', 3],
    ['märz', 3],
    ['jän', 1],
    ['jänner', 1],
  ] as const)
    add(name, month);
}

function add(name: string, month: number): void {
  const key = fold(name);
  if (/\d/u.test(key) || key === '') return;
  months.set(key, (months.get(key) ?? new Set()).add(month));
}

function fold(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase();
}
