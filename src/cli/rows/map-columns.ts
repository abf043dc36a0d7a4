import type { TemplateVariable } from '../../../generated/template.ts';
import { nearestName } from '../../domain/variables-nearest.ts';
import { nameColumn, nameLine, UnreadableRows, type FileRow, type Table } from './table.ts';

/**
 * Makes rows of values out of a table whose header names a template's variables. An empty cell leaves its variable out, so that
 * the template's default applies.
 *
 * @throws UnreadableRows where a column has no name, one that was there before, or one that the template does not declare;
 *   where a variable that every row needs has no column; and where a line has other cells than the header.
 */
export function mapColumns(table: Table, variables: readonly TemplateVariable[]): FileRow[] {
  const names = nameColumns(table);
  checkNames(names, variables);
  const missing = variables.filter(({ name, required }) => required === true && !names.includes(name));
  if (missing.length > 0) {
    throw new UnreadableRows(
      `There is no column ${listNames(missing)}, which every row needs. ${whatIsThere(names)}`,
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

/** A column without a name is fine where it is empty: many programs write some to the right of the table. */
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
  const told = unknown.slice(0, 5).map((name) => {
    const meant = findMeant(name, variables);
    return meant === null ? `"${name}"` : `"${name}" (did you mean "${meant}"?)`;
  });
  const more = unknown.length > told.length ? ` and ${unknown.length - told.length} more` : '';
  throw new UnreadableRows(
    `The template has no variable for the ${unknown.length === 1 ? 'column' : 'columns'} ${told.join(', ')}${more}. ` +
      (declared.length === 0 ? 'It has no variables.' : `Its variables are ${listNames(variables)}.`),
  );
}

/** People may take the label, which the designer showed them, for the name. */
function findMeant(given: string, variables: readonly TemplateVariable[]): string | null {
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

function whatIsThere(names: readonly (string | null)[]): string {
  const named = names.filter((name) => name !== null);
  return `The columns are ${named.map((name) => `"${name}"`).join(', ')}.`;
}
