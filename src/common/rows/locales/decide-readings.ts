import {
  proposeReadings,
  readingOfLocale,
  type ColumnReading,
  type Proposal,
  type TypedColumn,
} from './column-readings.ts';
import { describeReading } from './describe-readings.ts';

/** A column with the name that a person sees. */
interface NamedColumn extends TypedColumn {
  readonly column: string;
  /** By which it is read. Default: that of all cells. */
  readonly locale?: string | undefined;
}

interface DecisionOptions {
  /** The locale of all cells. Default: as each column shows. */
  readonly cellsLocale?: string | undefined;
  /** Numbers have a decimal comma. */
  readonly decimalComma?: boolean;
  /** The cells of a text file are separated by semicolons. */
  readonly hasSemicolons?: boolean;
}

interface Decisions<Column> {
  /** By the names of columns. Those that are left out are read as they are written. */
  readonly readings: ReadonlyMap<string, ColumnReading>;
  /** Sentences about columns whose cells have decided. */
  readonly notes: readonly string[];
  /** Columns that can be read in several ways. */
  readonly open: readonly (readonly [column: Column, proposal: Extract<Proposal, { kind: 'ask' }>])[];
}

/** Decides how columns are read: by a locale that is given, else by what their cells say. */
export function decideReadings<Column extends NamedColumn>(
  columns: readonly Column[],
  { cellsLocale, decimalComma = false, hasSemicolons = false }: DecisionOptions,
): Decisions<Column> {
  const readings = new Map<string, ColumnReading>();
  for (const { name, type, locale = cellsLocale } of columns) {
    if (locale !== undefined) readings.set(name, readingOfLocale(type, locale));
    else if (decimalComma && type === 'number') readings.set(name, 'comma');
  }
  const undecided = columns.filter(({ name }) => !readings.has(name));
  const proposals = proposeReadings(undecided, { hasSemicolons });
  const notes: string[] = [];
  const open: (readonly [Column, Extract<Proposal, { kind: 'ask' }>])[] = [];
  for (const column of undecided) {
    const proposal = proposals.get(column.name) ?? { kind: 'plain' };
    if (proposal.kind === 'ask') open.push([column, proposal]);
    if (proposal.kind !== 'read') continue;
    readings.set(column.name, proposal.reading);
    notes.push(describeReading(column, proposal));
  }
  return { readings, notes, open };
}
