import type { ListField, TemplateVariable } from '../../../../generated/template.ts';
import { findName } from '../../../common/rows/find-name.ts';
import {
  describeJoinedFault,
  hasPlaceholder,
  readJoinedColumns,
} from '../../../common/rows/joined-columns.ts';
import { describeTwoForms } from '../../../common/rows/list-columns.ts';
import { describeTwins } from '../../../common/rows/name-columns.ts';
import type { ValueSource } from '../../../common/rows/row-values.ts';
import { suggestColumns, type Suggestion } from '../../../common/rows/suggestions/suggest-columns.ts';
import { UnreadableRows, type TableKind, type TableRecord } from '../../../common/rows/table.ts';
import { nearestName } from '../../../common/names/nearest-name.ts';

/** `--map variable=column[:locale]`, or `--map 'variable={{column}} {{column}}'`. */
export interface ColumnMapping {
  readonly variable: string;
  readonly column: string;
  /** By which the cells of the column are read. */
  readonly locale?: string;
}

/** Takes the locale off a mapping, as in `Datum:de`, unless a column has such a name. */
export function splitLocale(mapping: ColumnMapping, names: readonly string[]): ColumnMapping {
  const [, column = '', locale = ''] = /^(.+):([a-z]{2,3}(?:-[a-z\d]{2,8})*)$/isu.exec(mapping.column) ?? [];
  if (locale === '' || findName(mapping.column, names) !== null || !isLocale(locale)) return mapping;
  return { variable: mapping.variable, column: column.trim(), locale };
}

/** Whether a language tag is one whose formats are known. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** Whether a mapping joins columns. A column whose own name has such braces is no placeholder. */
export function isJoined({ column }: ColumnMapping, names: readonly string[]): boolean {
  return hasPlaceholder(column) && findName(column, names) === null;
}

export interface AssignmentOptions {
  readonly map?: readonly ColumnMapping[];
  /** Ignore columns that are no variables, instead of refusing them. */
  readonly ignoreColumns?: boolean;
}

/**
 * Decides which column gives a variable its values: the one that `--map` names, else the one with its name
 * (see findName). `--map` may also join columns, which stay free for the variables of their names.
 *
 * @param names of the columns; null for a column without name
 * @param records by their values, the suggestions in messages are better
 * @returns what each variable with values gets them from
 * @throws UnreadableRows with everything that is wrong
 */
export function assignColumns(
  {
    kind,
    names,
    records,
  }: {
    readonly kind: TableKind;
    readonly names: readonly (string | null)[];
    readonly records: readonly TableRecord[];
  },
  variables: readonly TemplateVariable[],
  { map: mappings = [], ignoreColumns = false }: AssignmentOptions,
): ReadonlyMap<string, ValueSource> {
  const declared = variables.map(({ name }) => name);
  const named = names.filter((name) => name !== null);
  const map = mappings.map((mapping) => splitLocale(mapping, named));
  const problems: string[] = [];
  const assigned = new Map<string, ValueSource>();
  const joinedIndexes = new Set<number>();
  const assign = (variable: string, source: ValueSource): void => {
    const first = assigned.get(variable);
    if (first === undefined) assigned.set(variable, source);
    else if (typeof first === 'number' && typeof source === 'number') {
      problems.push(describeTwins({ kind, names }, { variable, first, second: source }));
    } else problems.push(`--map names the variable "${variable}" twice.`);
  };

  for (const mapping of map) {
    const { variable, column } = mapping;
    const name = findName(variable, declared);
    const found = findName(column, named);
    if (name === null) {
      const meant = suggest(nearestVariable(variable, variables));
      problems.push(
        `--map: The template has no variable "${variable}"${meant}. ${describeVariables(variables)}`,
      );
    }
    if (isJoined(mapping, named)) {
      const read = readJoinedColumns(column, names);
      if ('fault' in read) {
        const columns = read.fault.kind === 'unknown' ? ` ${describeColumns(named)}` : '';
        problems.push(`--map ${variable}: ${describeJoinedFault(read.fault, names)}${columns}`);
      } else if (name !== null) {
        for (const index of read.joined.indexes) joinedIndexes.add(index);
        assign(name, read.joined);
      }
      continue;
    }
    if (found === null) {
      const meant = suggest(nearestName(column, named));
      problems.push(`--map: There is no column "${column}"${meant}. ${describeColumns(named)}`);
    }
    if (name !== null && found !== null) {
      names.forEach((each, index) => each === found && assign(name, index));
    }
  }
  const mapped = new Set([...assigned.values()].filter((source) => typeof source === 'number'));
  const others = declared.filter((name) => !assigned.has(name));
  const unknown = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name === null || mapped.has(index)) continue;
    const variable = findName(name, others);
    if (variable !== null) assign(variable, index);
    else if (joinedIndexes.has(index)) continue;
    else if (findName(name, declared) === null) unknown.add(name);
    else if (!ignoreColumns) {
      problems.push(`--map takes another column than "${name}"; rename that one, or add --ignore-columns.`);
    }
  }
  if (unknown.size > 0 && !ignoreColumns) {
    const suggestions = suggestColumns({ columns: names, records }, variables, assigned);
    problems.push(
      `${describeUnknown([...unknown], variables, { names, suggestions })} ` +
        '--map VARIABLE=COLUMN uses a column for a variable; --ignore-columns leaves such columns out.',
    );
  }
  const missing = variables.filter(({ name, required }) => required === true && !assigned.has(name));
  if (missing.length > 0) {
    problems.push(
      `There is no column ${listNames(missing)}, which every row needs. ${describeColumns(named)}`,
    );
  }
  if (problems.length > 0) throw new UnreadableRows(problems.join(' '));
  return assigned;
}

function describeUnknown(
  unknown: readonly string[],
  variables: readonly TemplateVariable[],
  {
    names,
    suggestions,
  }: {
    readonly names: readonly (string | null)[];
    readonly suggestions: ReadonlyMap<string, Suggestion>;
  },
): string {
  const meantBy = (given: string) =>
    variables.find(({ name }) => {
      const suggestion = suggestions.get(name);
      return suggestion !== undefined && 'column' in suggestion && names[suggestion.column] === given;
    })?.name ?? null;
  const shown = unknown.slice(0, 5).map((name) => `"${name}"${suggest(meantBy(name))}`);
  const more = unknown.length > shown.length ? ` and ${unknown.length - shown.length} more` : '';
  const columns = unknown.length === 1 ? 'column' : 'columns';
  return [
    `The template has no variable for the ${columns} ${shown.join(', ')}${more}.`,
    describeVariables(variables),
    ...Array.from(suggestions).flatMap(([variable, suggestion]) =>
      'joined' in suggestion ? [`Try --map '${variable}=${suggestion.joined}'.`] : [],
    ),
    ...describeLists(unknown, variables),
  ].join(' ');
}

/** How the columns of a list are named, if an unknown column seems to be one. */
function describeLists(unknown: readonly string[], variables: readonly TemplateVariable[]): string[] {
  const lists = variables.filter(({ type }) => type === 'list');
  const named = unknown.some((name) => /\[\d+\]/u.test(name)) ? lists : [];
  const doubled = unknown.filter((list) => variables.some(({ name }) => name.startsWith(`${list}[`)));
  return [
    ...named.map(({ name, fields = [] }) => {
      const places = fields.slice(0, 10).map((field) => `"${firstPlace(`${name}[0]`, field)}"`);
      const more = fields.length > places.length ? ', …' : '';
      return `Columns of the first entry of "${name}" are ${places.join(', ')}${more}.`;
    }),
    ...doubled.map(describeTwoForms),
  ];
}

/** The first value of a field: of a list the one of its first field. */
function firstPlace(entry: string, { name, fields }: ListField): string {
  const [inner] = fields ?? [];
  return inner === undefined ? `${entry}.${name}` : firstPlace(`${entry}.${name}[0]`, inner);
}

function describeVariables(variables: readonly TemplateVariable[]): string {
  return variables.length === 0 ? 'It has no variables.' : `Its variables are ${listNames(variables)}.`;
}

/** A suggestion in brackets; empty without one. */
export function suggest(nearest: string | null): string {
  return nearest === null ? '' : ` (did you mean "${nearest}"?)`;
}

/** Also compares labels: the designer shows the label, and people may use it as the name. */
function nearestVariable(given: string, variables: readonly TemplateVariable[]): string | null {
  const labelled = variables.find(({ label }) => label?.toLowerCase() === given.toLowerCase());
  const names = variables.map(({ name }) => name);
  return labelled?.name ?? nearestName(given, names);
}

function listNames(variables: readonly TemplateVariable[]): string {
  return variables.map(({ name }) => `"${name}"`).join(', ');
}

function describeColumns(names: readonly string[]): string {
  return `The columns are ${names.map((name) => `"${name}"`).join(', ')}.`;
}
