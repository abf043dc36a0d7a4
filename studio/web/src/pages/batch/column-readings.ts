/** How the columns of a file are read whose variables want numbers, dates or phone numbers in one form. */
import {
  isLocalType,
  proposeReadings,
  type ColumnReading,
  type Proposal,
} from '../../../../../src/common/rows/locales/column-readings.ts';
import { listTexts, type ValueSource } from '../../../../../src/common/rows/row-values.ts';
import type { Schema } from '../../api/client.ts';
import type { RowSource } from './row-source.ts';

/** The reading of a variable's column, and what its cells propose. */
export interface ReadColumn {
  readonly type: string;
  readonly proposal: Proposal;
  /** Null: a person has to choose. */
  readonly reading: ColumnReading | null;
}

/**
 * By variable: the readings of those columns that need one. Rows of an earlier job were read already.
 *
 * @param sources of the variables that have a column
 * @param readings that a person has chosen, by variable
 */
export function findReadings(
  source: RowSource,
  sources: readonly (readonly [variable: string, source: ValueSource])[],
  readings: Readonly<Record<string, ColumnReading>>,
  variables: readonly Schema<'Variable'>[],
): ReadonlyMap<string, ReadColumn> {
  if (source.kind === 'job') return new Map();
  const columns = sources.flatMap(([name, from]) => {
    const type = variables.find((each) => each.name === name)?.type ?? 'text';
    return isLocalType(type) ? [{ name, type, values: listTexts(source.records, from, type) }] : [];
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
