/** The rows of a table, gathered in groups. */
import type { Entry } from '../../../common/expressions/entries.ts';
import { ExpressionError } from '../../../common/expressions/expression-error.ts';
import type { TableElement } from '../../../../generated/template.ts';
import { ENTRY_NAME, GROUP_NAME } from '../../../common/values/values.ts';
import type { VariableValues } from '../variable-values.ts';

/** A row with the values that its cells know. */
export interface TableRow {
  /** Its place in the table, from 0. */
  readonly at: number;
  /** Its place in the list that the table shows. */
  readonly from: number;
  readonly variables: VariableValues;
}

/** Rows that stand together. */
export interface RowGroup {
  readonly rows: readonly TableRow[];
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
    const key = groupBy === undefined ? '' : variables.within(namesOf(entry, at)).text(groupBy);
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
      rows: group.map(({ entry, from }, place) => ({
        at: start + place,
        from,
        variables: variables.within(namesOf(entry, start + place)),
      })),
      variables: variables.within({
        ...namesOf(group[0]!.entry, start),
        [GROUP_NAME]: group.map(({ entry }) => entry),
      }),
    };
  });
}

/**
 * Refuses an item that is taken by the number of the row, as a balance in each row is, where groups have
 * moved rows: it would be that of another row.
 *
 * @throws ExpressionError
 */
export function refuseMovedPlaces(
  { index, columns, body, carry, groupHeader, groupTotal }: TableElement,
  groups: readonly RowGroup[],
): void {
  const moved = groups.flatMap(({ rows }) => rows).find(({ at, from }) => at !== from);
  if (index === undefined || moved === undefined) return;
  const cells = [...(groupHeader?.cells ?? []), ...(groupTotal?.cells ?? [])];
  const uses = [
    ...[carry?.value, body, ...columns.flatMap(({ value, style }) => [value, style])]
      .flatMap(listTexts)
      .map((text) => moved.variables.findPlaceUse(text, index)),
    ...cells.map((cell) => groups[0]!.variables.findPlaceUse(cell, index)),
  ];
  const use = uses.find((each) => each !== null);
  if (use === undefined) return;
  throw new ExpressionError(
    `takes an item by "${index}", the number of the row, but "groupBy" has moved rows: sort the list by ` +
      'its groups, here and in "rows"',
    use,
  );
}

/** The texts of a part of a table. */
function listTexts(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(listTexts) : [];
}
