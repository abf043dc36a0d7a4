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

function describe(
  { code, rowIndexes, elementIds }: WarningSummary,
  nameRow: (index: number) => string,
): string {
  const count = `${rowIndexes.length} ${rowIndexes.length === 1 ? 'row' : 'rows'}`;
  const elements = list(elementIds.map(printable));
  return `warning: ${code} in ${count} (${elements}): ${list(rowIndexes.map(nameRow))}`;
}

function list(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return names.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
