import type { Entry } from '../../common/expressions/entries.ts';
import { ExpressionError } from '../../common/expressions/expression-error.ts';
import type { VariableValues } from './variable-values.ts';

/** What is shown once for each entry of a list. */
interface Rows {
  /** The name of their number. */
  readonly index: string | undefined;
  /** In the order in which they are shown. */
  readonly entries: readonly Entry[];
  /** The key that names the list. */
  readonly key: 'rows' | 'each';
  /** What is known around them. */
  readonly variables: VariableValues;
}

/**
 * Refuses an item that is taken by the number of the row, as a balance in each row is, from a list that has
 * the entries in another order: it would be that of another row. `items[i]` is, where `sort(items, …)` or
 * some of the items are shown.
 *
 * @param part of the template that knows the number
 * @throws ExpressionError
 */
export function refuseOtherOrder(part: unknown, { index, entries, key, variables }: Rows): void {
  if (index === undefined) return;
  const isSame = new Map<string, boolean>();
  for (const text of listTexts(part)) {
    for (const { expression, list } of variables.names.findPlaceUses(text, index)) {
      if (!isSame.has(list)) isSame.set(list, hasSameOrder(variables.findEntries(list), entries));
      if (isSame.get(list) === true) continue;
      throw new ExpressionError(
        `takes an item by "${index}", the number of the row, but its list has other items there than ` +
          `the one that is shown: write the same list here and in "${key}"`,
        expression,
      );
    }
  }
}

/** The texts of a part of a template. */
export function listTexts(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(listTexts) : [];
}

/** Entries of other lists, as of colours that go with the rows, are taken by the number on purpose. */
function hasSameOrder(items: readonly Entry[], entries: readonly Entry[]): boolean {
  return entries.every((entry, at) => {
    const item = items[at];
    return item === undefined || item.listPlace !== entry.listPlace || item.index === entry.index;
  });
}
