/** What the values in a large body may hold, so that they can be handed over and checked. */
import { escapePointer } from '../../common/text/json-text.ts';
import { checkEntryCount, MAX_ENTRIES, tooManyEntries } from '../../common/values/lists.ts';
import type { FieldError } from '../../domain/problems/problem.ts';

/** Names in a row, and in a single request. */
const maxNames = 10_000;

/** Values of one template: 5,000 entries of a list may have 19 fields each. */
export const maxValues = 100_000;

/** Finds the first value, or map of values, of a body that is too large; null: there is none. */
export function findLargeValues({ rows, variables, values }: Record<string, unknown>): FieldError | null {
  const inOne = findLargeMap(variables, '/variables') ?? findLargeMap(values, '/values');
  if (inOne !== null || !Array.isArray(rows)) return inOne;
  for (const [index, row] of (rows as object[]).entries()) {
    const pointer = `/rows/${index}`;
    const found = findLargeMap(row, pointer);
    if (found !== null) return found;
    if (countValues(row, 0) > maxValues) {
      return { pointer, detail: `Has more than ${maxValues} values, those of lists included.` };
    }
  }
  return null;
}

function findLargeMap(map: unknown, pointer: string): FieldError | null {
  if (!isObject(map)) return null;
  const names = Object.keys(map).length;
  if (names <= maxNames) return findLargeList(map, pointer);
  return { pointer, detail: `Has ${names} names; at most ${maxNames} are accepted.` };
}

/** Finds a list with too many entries, as the check of a template's variables does. */
function findLargeList(values: object, pointer: string): FieldError | null {
  for (const [name, value] of Object.entries(values)) {
    if (!Array.isArray(value) || countEntries(value, 0) <= MAX_ENTRIES) continue;
    const detail =
      value.length > MAX_ENTRIES ? (checkEntryCount({}, value.length) ?? tooManyEntries()) : tooManyEntries();
    return { pointer: `${pointer}/${escapePointer(name)}`, detail: `Variable "${name}" ${detail}` };
  }
  return null;
}

/** The entries of a list and of the lists in it, added to others; if they are too many, not all. */
function countEntries(list: readonly unknown[], counted: number): number {
  let count = counted + list.length;
  for (const entry of list) {
    if (count > MAX_ENTRIES) break;
    if (!isObject(entry)) continue;
    for (const value of Object.values(entry)) if (Array.isArray(value)) count = countEntries(value, count);
  }
  return count;
}

/** The members of a value at all depths, added to others; if they are too many, not all. */
export function countValues(value: unknown, counted: number): number {
  let count = counted + 1;
  if (!isObject(value)) return count;
  for (const key in value) {
    if (count > maxValues) break;
    count = countValues((value as Record<string, unknown>)[key], count);
  }
  return count;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
