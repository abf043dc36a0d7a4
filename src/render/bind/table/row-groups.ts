/** The rows of a table, gathered in groups. */
import type { Entry } from '../../../common/expressions/entries.ts';
import type { TableElement } from '../../../../generated/template.ts';
import { ENTRY_NAME, GROUP_NAME } from '../../../common/values/values.ts';
import type { VariableValues } from '../variable-values.ts';

/** A row with the values that its cells know. */
export interface TableRow {
  /** Its place in the table, from 0. */
  readonly at: number;
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
  const groups = new Map<string, Entry[]>();
  for (const [at, entry] of entries.entries()) {
    const key = groupBy === undefined ? '' : variables.within(namesOf(entry, at)).text(groupBy);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  let next = 0;
  return Array.from(groups.values(), (group) => {
    const start = next;
    next += group.length;
    return {
      rows: group.map((entry, place) => ({
        at: start + place,
        variables: variables.within(namesOf(entry, start + place)),
      })),
      variables: variables.within({ ...namesOf(group[0]!, start), [GROUP_NAME]: group }),
    };
  });
}
