import { findName } from '../../../../../src/common/rows/find-name.ts';
import { readJoinedColumns } from '../../../../../src/common/rows/joined-columns.ts';
import type { ValueSource } from '../../../../../src/common/rows/row-values.ts';
import { suggestColumns } from '../../../../../src/common/rows/suggestions/suggest-columns.ts';
import type { Schema } from '../../api/client.ts';
import { findSources, type Assignment } from './prepared-batch.ts';
import type { RowSource } from './row-source.ts';

type Variable = Schema<'Variable'>;
type Assignments = Readonly<Record<string, Assignment>>;

/** What is remembered of a template, by variable: names of columns, texts that join some, fixed values. */
type Remembered = Record<
  string,
  { readonly column?: string; readonly joined?: string; readonly fixed?: string }
>;

/**
 * Assigns columns to variables: as the last time, else by name, else by label. A column is used once; joined
 * ones may be used again.
 */
export function matchColumns(
  { columns }: RowSource,
  variables: readonly Variable[],
  templateId: string,
): Assignments {
  const remembered = recall(templateId);
  const used = new Set<number>();
  const assigned: Record<string, Assignment> = {};
  const take = (variable: string, column: string | null): void => {
    const index = column === null ? -1 : columns.findIndex((name, at) => name === column && !used.has(at));
    if (index < 0 || assigned[variable] !== undefined) return;
    used.add(index);
    assigned[variable] = { from: 'column', index };
  };
  const named = columns.filter((name) => name !== '');
  for (const { name } of variables) {
    take(name, remembered[name]?.column ?? null);
    const text = remembered[name]?.joined;
    // A file without these columns is matched as if nothing were remembered.
    if (text !== undefined && 'joined' in readJoinedColumns(text, columns)) {
      assigned[name] ??= { from: 'joined', text };
    }
  }
  for (const { name } of variables) take(name, findName(name, named));
  for (const { name, label } of variables) take(name, findName(label, named));
  for (const { name } of variables) {
    const fixed = remembered[name]?.fixed;
    assigned[name] ??= fixed === undefined ? { from: 'nothing' } : { from: 'fixed', value: fixed };
  }
  return assigned;
}

/** What may fill the variables that have no source, and those whose column has half of a person's name. */
export function suggestSources(
  source: RowSource,
  variables: readonly Variable[],
  assignments: Assignments,
): ReadonlyMap<string, Assignment> {
  const filled = new Map<string, ValueSource | null>(findSources(source, variables, assignments));
  for (const { name } of variables) {
    const { from } = assignments[name] ?? { from: 'nothing' };
    if (from !== 'nothing' && !filled.has(name)) filled.set(name, null);
  }
  const suggestions = suggestColumns(source, variables, filled);
  return new Map(
    Array.from(suggestions, ([name, suggestion]) => [
      name,
      'joined' in suggestion
        ? { from: 'joined', text: suggestion.joined }
        : { from: 'column', index: suggestion.column },
    ]),
  );
}

const getKey = (templateId: string) => `platen-batch-columns:${templateId}`;

/** Remembers the assignments for the template's next file. */
export function remember(templateId: string, { columns }: RowSource, assignments: Assignments): void {
  const remembered: Remembered = {};
  for (const [variable, assignment] of Object.entries(assignments)) {
    const column = assignment.from === 'column' ? columns[assignment.index] : undefined;
    if (column !== undefined && column !== '') remembered[variable] = { column };
    if (assignment.from === 'joined') remembered[variable] = { joined: assignment.text };
    if (assignment.from === 'fixed') remembered[variable] = { fixed: assignment.value };
  }
  try {
    localStorage.setItem(getKey(templateId), JSON.stringify(remembered));
  } catch {
    // No storage: nothing is remembered.
  }
}

function recall(templateId: string): Remembered {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(getKey(templateId)) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Remembered) : {};
  } catch {
    return {};
  }
}
