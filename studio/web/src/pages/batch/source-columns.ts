import { sourceColumns, type SourceColumn } from '../../../../../src/common/rows/source-columns.ts';
import type { Schema } from '../../api/client.ts';
import { findSources, nameColumn, type PreparedBatch } from './prepared-batch.ts';

/**
 * The columns that give a batch its values, in the order of the sheet. Rows of an earlier job keep the
 * columns of the sheet that this job came from.
 */
export function columnsOf(
  { source, assignments }: PreparedBatch,
  variables: readonly Schema<'Variable'>[],
): SourceColumn[] {
  const columns = sourceColumns(findSources(source, variables, assignments), (index) =>
    nameColumn(source, index),
  );
  const earlier = source.columnsOfJob ?? [];
  return columns
    .map(({ name, variable }) => {
      // The columns of such rows are called like the variables of the job.
      const at = earlier.findIndex((each) => each.variable === name);
      return { name: earlier[at]?.name ?? name, variable, at: at < 0 ? earlier.length : at };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ name, variable }) => ({ name, variable }));
}
