/** What the reading of a column is called, in sentences for people. */
import { readLocal, type ColumnReading, type Proposal } from './column-readings.ts';

/** A column with the name that a person sees, its type, and the texts of its cells. */
interface NamedTexts {
  readonly column: string;
  readonly type: string;
  readonly values: readonly string[];
}

/** The sentence about a column whose cells have decided how they are read. */
export function describeReading(
  { column, type, values }: NamedTexts,
  { reading, sample }: Extract<Proposal, { kind: 'read' }>,
): string {
  const count = values.filter((value) => (readLocal(type, value.trim(), reading) ?? value) !== value).length;
  const more = count > 1 ? `, and ${count - 1} more ${count === 2 ? 'cell' : 'cells'} in the same way` : '';
  const cells = `"${sample.text}" is read as ${sample.value}${more}`;
  return `The column "${column}" has ${nameReading(type, reading)}: ${cells}.`;
}

/** The sentence about a column that can be read in several ways, or without a country. */
export function describeAmbiguity(
  { column, type }: Pick<NamedTexts, 'column' | 'type'>,
  { text, choices }: Extract<Proposal, { kind: 'ask' }>,
): string {
  if (type === 'phone')
    return `The column "${column}" has phone numbers without a country, such as "${text}".`;
  const ways = choices.map(({ reading, value }) => `${value} (${nameReading(type, reading)})`);
  return `The column "${column}" can be read in ${choices.length} ways: "${text}" is ${ways.join(', or ')}.`;
}

/** What the cells of a column are with a reading: `numbers with a decimal comma`. */
export function nameReading(type: string, reading: ColumnReading): string {
  if (type === 'phone') return `phone numbers of the country ${reading}`;
  return names[reading] ?? reading;
}

const names: Readonly<Record<string, string>> = {
  comma: 'numbers with a decimal comma',
  point: 'numbers with a decimal point',
  dmy: 'dates with the day first',
  mdy: 'dates with the month first',
  ymd: 'dates with the year first',
};
