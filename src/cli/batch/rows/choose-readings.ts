import {
  isLocalType,
  type ColumnReading,
  type Proposal,
} from '../../../common/rows/locales/column-readings.ts';
import { decideReadings } from '../../../common/rows/locales/decide-readings.ts';
import { nameReading } from '../../../common/rows/locales/describe-readings.ts';
import { UnreadableRows } from '../../../common/rows/table.ts';
import { findName } from '../../../common/rows/find-name.ts';
import type { MappingOptions } from './mapped-rows.ts';

/** A variable, its column, and the texts of its cells. */
interface FilledVariable {
  readonly variable: string;
  readonly type: string;
  readonly column: string;
  readonly values: readonly string[];
}

interface ChosenReadings {
  /** By variable. */
  readonly readings: ReadonlyMap<string, ColumnReading>;
  /** Sentences about those that the cells have decided on. */
  readonly notes: readonly string[];
}

/**
 * Decides how columns are read: by the locale of `--map`, else that of `--cells-locale`, else as their cells
 * say.
 *
 * @param options with the locales of mappings taken off their columns
 * @throws UnreadableRows for columns that can be read in several ways
 */
export function chooseReadings(
  variables: readonly FilledVariable[],
  { map = [], cellsLocale, decimalComma = false }: MappingOptions,
  hasSemicolons: boolean,
): ChosenReadings {
  const columns = variables
    .filter(({ type }) => isLocalType(type))
    .map((each) => {
      const own = map.find(({ variable }) => findName(variable, [each.variable]) !== null);
      return { ...each, name: each.variable, locale: own?.locale };
    });
  const { readings, notes, open } = decideReadings(columns, { cellsLocale, decimalComma, hasSemicolons });
  if (open.length > 0)
    throw new UnreadableRows(open.map(([column, proposal]) => describeQuestion(column, proposal)).join(' '));
  return { readings, notes };
}

/** A locale that has the reading, for the flag. */
const locales: Readonly<Record<string, string>> = {
  comma: 'de',
  point: 'en',
  dmy: 'en-GB',
  mdy: 'en-US',
  ymd: 'ja',
};

function describeQuestion(
  { column, variable, type }: FilledVariable,
  { text, choices }: Extract<Proposal, { kind: 'ask' }>,
): string {
  if (type === 'phone') {
    return (
      `The column "${column}" has phone numbers without a country, such as "${text}": ` +
      `add --map '${variable}=${column}:de-DE', with the language and country of the numbers.`
    );
  }
  const ways = choices.map(
    ({ reading, value }) =>
      `${value} (${nameReading(type, reading)}: --map '${variable}=${column}:${locales[reading]}')`,
  );
  return `The column "${column}" can be read in ${choices.length} ways: "${text}" is ${ways.join(', or ')}.`;
}
