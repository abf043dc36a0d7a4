/** How the columns of a file are read whose variables want numbers, dates or phone numbers in one form. */
import {
  isLocalType,
  proposeReadings,
  type ColumnReading,
  type Proposal,
} from '../../../../../src/common/rows/locales/column-readings.ts';
import { listTexts } from '../../../../../src/common/rows/row-values.ts';
import type { Schema } from '../../api/client.ts';
import { findSources, type PreparedBatch } from './prepared-batch.ts';

/** The reading of a variable's column, and what its cells propose. */
export interface ReadColumn {
  readonly type: string;
  readonly proposal: Proposal;
  /** Null: a person has to choose. */
  readonly reading: ColumnReading | null;
}

/** By variable: the readings of those columns that need one. Rows of an earlier job were read already. */
export function findReadings(
  { source, assignments, readings }: Pick<PreparedBatch, 'source' | 'assignments' | 'readings'>,
  variables: readonly Schema<'Variable'>[],
): ReadonlyMap<string, ReadColumn> {
  if (source.kind === 'job') return new Map();
  const local = variables.filter(({ type }) => isLocalType(type));
  const columns = findSources(source, local, assignments).map(([name, from]) => {
    const type = local.find((each) => each.name === name)?.type ?? 'text';
    return { name, type, values: listTexts(source.records, from, type) };
  });
  const proposals = proposeReadings(columns, { hasSemicolons: source.delimiter === ';' });
  return new Map(
    columns.flatMap(({ name, type }) => {
      const proposal = proposals.get(name) ?? { kind: 'plain' };
      const chosen = readings[name];
      if (proposal.kind === 'plain' && chosen === undefined) return [];
      const proposed = proposal.kind === 'read' ? proposal.reading : null;
      return [[name, { type, proposal, reading: chosen ?? proposed }] as const];
    }),
  );
}
