/** Suggests which columns of a sheet fill the variables that have none yet. */
import { toPlaceholder, readJoinedColumns } from '../joined-columns.ts';
import type { ValueSource } from '../row-values.ts';
import type { TableRecord } from '../table.ts';
import type { Meaning } from './column-words.ts';
import { fitsValues, isPictureValue } from './fits-values.ts';
import { areRelated, decideNames, findMeanings, meansPerson, share } from './meanings.ts';
import { isNearSpelling, isSameSpelling } from './spelling.ts';

interface Variable {
  readonly name: string;
  readonly label?: string;
  readonly type: string;
}

/** A sheet with its header; null or the empty string for a column without name. */
interface Sheet {
  readonly columns: readonly (string | null)[];
  readonly records: readonly TableRecord[];
}

/** A column, counted from 0, or a text that joins several. */
export type Suggestion = { readonly column: number } | { readonly joined: string };

interface MeantVariable extends Variable {
  readonly meanings: ReadonlySet<Meaning>;
}

interface Column {
  readonly index: number;
  readonly name: string;
  readonly meanings: ReadonlySet<Meaning>;
  /** Values of the first rows, without empty ones. */
  readonly values: readonly string[];
}

type Reason = (variable: MeantVariable, column: Column) => boolean;

const sampledRows = 200;

/**
 * Suggests columns by spelling, by the meaning of usual names in several languages, and by their values. No
 * suggestion is better than a wrong one: a column whose values cannot be those of the variable is not
 * suggested, nor is one of two that fit equally well. A column is suggested once. The columns of a first
 * and a last name are joined for a variable that is a person's whole name, also if one of them is its source.
 *
 * @param variables of the template
 * @param filled what has a source: of values in columns, or null for others
 */
export function suggestColumns(
  sheet: Sheet,
  variables: readonly Variable[],
  filled: ReadonlyMap<string, ValueSource | null>,
): ReadonlyMap<string, Suggestion> {
  const suggestions = new Map<string, Suggestion>();
  const columns = readColumns(sheet);
  const meant = readVariables(variables);
  const used = new Set<unknown>(filled.values());
  const suggest = (reason: Reason): void => {
    const open = meant.filter(({ name }) => !filled.has(name) && !suggestions.has(name));
    const free = columns.filter(({ index }) => !used.has(index));
    for (const [variable, index] of findPairs(open, free, reason)) {
      suggestions.set(variable, { column: index });
      used.add(index);
    }
  };
  suggest((variable, { name }) => isSameSpelling(variable, name));
  suggest((variable, { meanings }) => share(variable.meanings, meanings));
  const text = joinNames(sheet, columns);
  const person = text === null ? null : findPerson(meant, columns, { filled, suggestions });
  if (text !== null && person !== null) suggestions.set(person, { joined: text });
  suggest((variable, { meanings }) => areRelated(variable.meanings, meanings));
  suggest((variable, { name, meanings }) => isNearSpelling(variable, name) && agree(variable, meanings));
  suggest(
    (variable, { meanings, values }) =>
      variable.type === 'image' &&
      values.length > 0 &&
      values.every(isPictureValue) &&
      agree(variable, meanings),
  );
  return suggestions;
}

/** The pairs of which neither the variable nor the column has another partner. */
function findPairs(
  variables: readonly MeantVariable[],
  columns: readonly Column[],
  reason: Reason,
): (readonly [variable: string, index: number])[] {
  const pairs = variables.flatMap((variable) =>
    columns
      .filter((column) => reason(variable, column) && fitsValues(variable, column.values))
      .map(({ index }) => [variable.name, index] as const),
  );
  const getCount = (at: 0 | 1) => Map.groupBy(pairs, (pair) => pair[at]);
  const [byVariable, byColumn] = [getCount(0), getCount(1)];
  return pairs.filter(
    ([variable, index]) => byVariable.get(variable)?.length === 1 && byColumn.get(index)?.length === 1,
  );
}

/** Whether the meanings do not contradict each other. */
function agree({ meanings }: MeantVariable, others: ReadonlySet<Meaning>): boolean {
  return meanings.size === 0 || others.size === 0 || share(meanings, others) || areRelated(meanings, others);
}

function readColumns({ columns, records }: Sheet): Column[] {
  const sampled = records.slice(0, sampledRows);
  const meanings = decideNames(columns.map((name) => findMeanings(name ?? '')));
  return columns.flatMap((name, index) => {
    if (name === null || name === '') return [];
    const values = new Set(sampled.map(({ cells }) => (cells[index] ?? '').trim()));
    values.delete('');
    return [{ index, name, meanings: meanings[index]!, values: [...values] }];
  });
}

/** A label that says what the variable is about comes before its name. */
function readVariables(variables: readonly Variable[]): MeantVariable[] {
  const own = variables.map(({ name, label = '' }) => {
    const byLabel = findMeanings(label);
    return byLabel.size > 0 ? byLabel : findMeanings(name);
  });
  const meanings = decideNames(own);
  return variables.map(({ name, label = '', type }, at) => ({ name, label, type, meanings: meanings[at]! }));
}

/** In the order of the whole name. */
const nameParts = ['firstName', 'middleName', 'lastName', 'secondLastName'] as const;

/** The text that joins the parts of a person's name; null if a half is missing, or a part is there twice. */
function joinNames(sheet: Sheet, columns: readonly Column[]): string | null {
  const parts = nameParts.map((part) => columns.filter(({ meanings }) => meanings.has(part)));
  const [first = [], , last = []] = parts;
  if (first.length === 0 || last.length === 0 || parts.some(({ length }) => length > 1)) return null;
  const fits = ({ meanings, values }: Column) => fitsValues({ type: 'text', meanings }, values);
  if (!parts.flat().every(fits)) return null;
  const text = parts
    .flatMap(([column]) => (column === undefined ? [] : [toPlaceholder(column.name)]))
    .join(' ');
  return 'joined' in readJoinedColumns(text, sheet.columns) ? text : null;
}

/** The variable that takes the joined name; null if there is none, or if it is not clear which one does. */
function findPerson(
  variables: readonly MeantVariable[],
  columns: readonly Column[],
  {
    filled,
    suggestions,
  }: {
    readonly filled: ReadonlyMap<string, ValueSource | null>;
    readonly suggestions: ReadonlyMap<string, Suggestion>;
  },
): string | null {
  const isHalf = ({ index, meanings }: Column, source: unknown) =>
    index === source && (meanings.has('firstName') || meanings.has('lastName'));
  const people = variables.filter(
    ({ name, type, meanings }) =>
      type === 'text' &&
      meansPerson(meanings) &&
      !suggestions.has(name) &&
      (!filled.has(name) || columns.some((column) => isHalf(column, filled.get(name)))),
  );
  const ranks = [people.filter(({ meanings }) => meanings.has('fullName'))];
  ranks.push(
    people.filter(({ meanings }) => meanings.has('recipient')),
    people,
  );
  const [best = []] = ranks.filter(({ length }) => length > 0);
  return best.length === 1 ? best[0]!.name : null;
}
