import { keepOtherColumns, MAX_OTHER_BYTES } from '../../../../../src/common/rows/other-columns.ts';
import { indexNames } from '../../../../../src/common/rows/row-values.ts';
import { sourceColumns, type SourceColumn } from '../../../../../src/common/rows/source-columns.ts';
import type { Schema } from '../../api/client.ts';
import { findSources, type PreparedBatch, type PreparedRow } from './prepared-batch.ts';
import { nameColumn } from './row-source.ts';

/**
 * The columns that give a batch its values, in the order of the sheet. Rows of an earlier job keep the
 * columns of the sheet that this job came from.
 */
export function listColumns(
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

/**
 * The columns of the sheet that fill no variable, with their texts in these rows. Rows of an earlier job keep
 * those of that job.
 *
 * @param maxBytes that the request has left
 */
export function listOtherColumns(
  { source, assignments }: PreparedBatch,
  variables: readonly Schema<'Variable'>[],
  { rows, maxBytes }: { readonly rows: readonly PreparedRow[]; readonly maxBytes: number },
): Pick<Schema<'BatchSubmission'>, 'otherColumns'> {
  const used = new Set(findSources(source, variables, assignments).flatMap(([, from]) => indexNames(from)));
  const earlier = source.othersOfJob ?? { names: [], leftOut: [], cells: [] };
  const names = [
    ...source.columns.map((_, index) => (used.has(index) ? null : nameColumn(source, index))),
    ...earlier.names,
  ];
  const cells = rows.map(({ index }) => [
    ...source.columns.map((_, at) => source.records[index]?.cells[at] ?? ''),
    ...(earlier.cells[index] ?? []),
  ]);
  const kept = keepOtherColumns(names, cells, Math.min(maxBytes, MAX_OTHER_BYTES));
  if (kept === null && earlier.leftOut.length === 0) return {};
  const { columns = [], leftOut = [] } = kept ?? {};
  return {
    otherColumns: {
      columns: columns.map((column) => ({ name: column.name, cells: [...column.cells] })),
      leftOut: [...leftOut, ...earlier.leftOut],
    },
  };
}
