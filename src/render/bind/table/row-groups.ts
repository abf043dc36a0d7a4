/** The rows of a table, gathered in groups. */
import type { Entry } from '../../../common/expressions/entries.ts';
import { ExpressionError } from '../../../common/expressions/expression-error.ts';
import { keyText } from '../../../common/expressions/groups.ts';
import type { TableElement } from '../../../../generated/template.ts';
import { ENTRY_NAME, GROUP_NAME } from '../../../common/values/values.ts';
import { listTexts, refuseOtherOrder } from '../row-places.ts';
import type { VariableValues } from '../variable-values.ts';

/** A row of a table. */
export interface TableRow {
  /** Its place in the table, from 0. */
  readonly at: number;
  /** Its place in the list that the table shows. */
  readonly from: number;
  readonly entry: Entry;
}

/** Rows that stand together. */
export interface RowGroup {
  readonly rows: readonly TableRow[];
  /** What the cells of a row know. All rows at once would be kept until the last one is bound. */
  readonly variablesOf: (row: TableRow) => VariableValues;
  /** What its header and total know. */
  readonly variables: VariableValues;
}

/**
 * The rows of a table in the order in which they are printed. With `groupBy`, those of a group stand
 * together, also where others are between them in the list; groups stand in the order of their first rows.
 * Without it, all rows are one group.
 */
export function gatherRows(
  { rows, as = ENTRY_NAME, index, groupBy }: TableElement,
  variables: VariableValues,
): RowGroup[] {
  const entries = variables.entries(rows);
  const namesOf = (entry: Entry, at: number) => ({
    [as]: entry,
    ...(index === undefined ? {} : { [index]: at }),
  });
  const groups = new Map<string, { readonly entry: Entry; readonly from: number }[]>();
  for (const [at, entry] of entries.entries()) {
    const key = groupBy === undefined ? '' : findKey(groupBy, variables.within(namesOf(entry, at)));
    const group = groups.get(key);
    const row = { entry, from: at };
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  let next = 0;
  return Array.from(groups.values(), (group) => {
    const start = next;
    next += group.length;
    return {
      rows: group.map(({ entry, from }, place) => ({ at: start + place, from, entry })),
      variablesOf: ({ entry, at }) => variables.within(namesOf(entry, at)),
      variables: variables.within({
        ...namesOf(group[0]!.entry, start),
        [GROUP_NAME]: group.map(({ entry }) => entry),
      }),
    };
  });
}

/** What the rows of a group have in common: equal values, as `group()` has them, or the same text. */
function findKey(groupBy: string, row: VariableValues): string {
  return row.isOnePlaceholder(groupBy) ? keyText(row.value(groupBy)) : row.text(groupBy);
}

/**
 * Refuses an item that is taken by the number of the row where it would be that of another row: where groups
 * have moved rows, and from a list in another order.
 *
 * @throws ExpressionError
 */
export function refuseOtherRows(
  element: TableElement,
  groups: readonly RowGroup[],
  variables: VariableValues,
): void {
  const { index, columns, body, carry, groupHeader, groupTotal } = element;
  if (index === undefined) return;
  const part = [
    carry?.value,
    body,
    columns.map(({ value, cell, style }) => [value, cell, style]),
    groupHeader?.cells,
    groupTotal?.cells,
  ];
  const rows = groups.flatMap((group) => group.rows);
  const use = listTexts(part).flatMap((text) => variables.names.findPlaceUses(text, index))[0];
  if (use === undefined) return;
  if (rows.some(({ at, from }) => at !== from))
    throw new ExpressionError(
      `takes an item by "${index}", the number of the row, but "groupBy" has moved rows: sort the list by ` +
        'its groups, here and in "rows"',
      use.expression,
    );
  refuseOtherOrder(part, { index, entries: rows.map(({ entry }) => entry), key: 'rows', variables });
}
