import type { TemplateVariable } from '../../../../generated/template.ts';
import { nearestName } from '../../../domain/variables/nearest-name.ts';
import { nameColumn, nameLine, UnreadableRows, type FileRow, type Table } from './table.ts';

/**
 * Converts a table into rows of values. The header names the template's variables. An empty cell omits its
 * variable, so that the template's default applies.
 *
 * @throws UnreadableRows if a column with values has no name, if a name occurs twice or is not a variable of
 *   the template, or if a required variable has no column.
 */
export function mapColumns(table: Table, variables: readonly TemplateVariable[]): FileRow[] {
  const names = nameColumns(table);
  checkNames(names, variables);
  const missing = variables.filter(({ name, required }) => required === true && !names.includes(name));
  if (missing.length > 0) {
    throw new UnreadableRows(
      `There is no column ${listNames(missing)}, which every row needs. ${describeColumns(names)}`,
    );
  }
  return table.records.map(({ line, cells }) => {
    const given = names.flatMap((name, index) => {
      const value = cells[index] ?? '';
      return name === null || value === '' ? [] : [[name, value] as const];
    });
    return { line, values: Object.fromEntries(given) };
  });
}

/** An empty column needs no name: many programs write empty columns to the right of the table. */
function nameColumns({ kind, header, records }: Table): (string | null)[] {
  const names = header.cells.map((cell) => cell.trim());
  for (const { line, cells } of records) {
    const extra = cells.findIndex((cell, index) => cell.trim() !== '' && (names[index] ?? '') === '');
    if (extra === -1) continue;
    throw new UnreadableRows(
      `There is a value in ${nameColumn(kind, extra)} of ${nameLine(kind, line)}, ` +
        `but the header (${nameLine(kind, header.line)}) has no name for that column.`,
    );
  }
  for (const [index, name] of names.entries()) {
    const first = names.indexOf(name);
    if (name === '' || first === index) continue;
    throw new UnreadableRows(
      `The header names "${name}" twice, in ${nameColumn(kind, first)} and ${nameColumn(kind, index)}.`,
    );
  }
  return names.map((name) => (name === '' ? null : name));
}

function checkNames(names: readonly (string | null)[], variables: readonly TemplateVariable[]): void {
  const declared = variables.map(({ name }) => name);
  const unknown = names.filter((name) => name !== null && !declared.includes(name)) as string[];
  if (unknown.length === 0) return;
  const shown = unknown.slice(0, 5).map((name) => {
    const suggestion = suggestName(name, variables);
    return suggestion === null ? `"${name}"` : `"${name}" (did you mean "${suggestion}"?)`;
  });
  const more = unknown.length > shown.length ? ` and ${unknown.length - shown.length} more` : '';
  const columns = unknown.length === 1 ? 'column' : 'columns';
  throw new UnreadableRows(
    `The template has no variable for the ${columns} ${shown.join(', ')}${more}. ` +
      (declared.length === 0 ? 'It has no variables.' : `Its variables are ${listNames(variables)}.`),
  );
}

/** Also compares labels: the designer shows the label, and people may use it as the name. */
function suggestName(given: string, variables: readonly TemplateVariable[]): string | null {
  const labelled = variables.find(({ label }) => label?.toLowerCase() === given.toLowerCase());
  return (
    labelled?.name ??
    nearestName(
      given,
      variables.map(({ name }) => name),
    )
  );
}

function listNames(variables: readonly TemplateVariable[]): string {
  return variables.map(({ name }) => `"${name}"`).join(', ');
}

function describeColumns(names: readonly (string | null)[]): string {
  const named = names.filter((name) => name !== null);
  return `The columns are ${named.map((name) => `"${name}"`).join(', ')}.`;
}
