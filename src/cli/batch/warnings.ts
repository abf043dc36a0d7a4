import type { LeftOut } from '../../domain/batches/left-out.ts';
import { summarizeWarnings, type WarningSummary } from '../../store/batches/warnings.ts';
import type { Database } from '../../store/database.ts';
import type { RowNames } from './row-names.ts';
import { printable } from '../printable.ts';

/** Names of rows and elements in a line. */
const maxNamed = 5;

/** Prints a job's warnings to standard error, a line for each code, and returns them for `--json`. */
export async function printWarnings(
  db: Database,
  jobId: string,
  { nameRow }: RowNames,
): Promise<readonly WarningSummary[]> {
  const warnings = await summarizeWarnings(db, jobId);
  for (const warning of warnings) process.stderr.write(`${describe(warning, nameRow)}\n`);
  return warnings;
}

/** Prints which variables rows leave out although their defaults are drawn, a line for each. */
export function printLeftOut(found: readonly LeftOut[], nameRow: (index: number) => string): void {
  for (const { variable, rowIndexes } of found) {
    process.stderr.write(
      `warning: DEFAULT_USED in ${countRows(rowIndexes)}: ` +
        `variable "${printable(variable)}" is left out, and its default is drawn: ` +
        `${list(rowIndexes.map(nameRow))}\n`,
    );
  }
}

function describe(
  { code, rowIndexes, elementIds }: WarningSummary,
  nameRow: (index: number) => string,
): string {
  const elements = list(elementIds.map(printable));
  return `warning: ${code} in ${countRows(rowIndexes)} (${elements}): ${list(rowIndexes.map(nameRow))}`;
}

function countRows({ length }: readonly number[]): string {
  return `${length} ${length === 1 ? 'row' : 'rows'}`;
}

function list(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return names.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
