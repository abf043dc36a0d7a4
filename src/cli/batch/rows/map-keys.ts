import type { TemplateVariable } from '../../../../generated/template.ts';
import { findName } from '../../../common/rows/find-name.ts';
import {
  describeJoinedFault,
  joinCells,
  readJoinedColumns,
  type JoinedColumns,
} from '../../../common/rows/joined-columns.ts';
import { nameKeys } from '../../../common/rows/name-columns.ts';
import { indexNames, type ValueSource } from '../../../common/rows/row-values.ts';
import { keepOtherColumns } from '../../../common/rows/other-columns.ts';
import { sourceColumns } from '../../../common/rows/source-columns.ts';
import { UnreadableRows, type FileRow } from '../../../common/rows/table.ts';
import { nearestName } from '../../../common/names/nearest-name.ts';
import { readLocal } from '../../../common/rows/locales/column-readings.ts';
import { isJoined, splitLocale, suggest } from './assign-columns.ts';
import { chooseReadings } from './choose-readings.ts';
import type { MappedRows, MappingOptions } from './mapped-rows.ts';

/**
 * Converts rows that name their values themselves, by the same rules as columns. A name that is no variable
 * stays, so that the check of the values reports it with its line.
 *
 * @throws UnreadableRows
 */
export function mapKeys(
  rows: readonly FileRow[],
  variables: readonly TemplateVariable[],
  options: MappingOptions,
): Omit<MappedRows, 'placeOf'> {
  const declared = variables.map(({ name }) => name);
  const { ignoreColumns = false } = options;
  const allNames = nameKeys(rows, { ignoreColumns });
  const map = (options.map ?? []).map((mapping) => splitLocale(mapping, allNames));
  const getVariable = (name: string): string => findName(name, declared) ?? name;
  const joins = new Map<string, JoinedColumns>();
  for (const mapping of map) {
    if (isJoined(mapping, allNames)) joins.set(getVariable(mapping.variable), readJoin(mapping, allNames));
    else checkField(mapping.column, allNames);
  }
  const sources = new Map<string, ValueSource>(joins);
  const mapRow = ({ line, values }: FileRow): FileRow => {
    const given = new Map<string, string>();
    const assign = (variable: string, key: string): void => {
      given.set(variable, values[key] ?? '');
      sources.set(variable, allNames.indexOf(key));
    };
    const names = Object.keys(values);
    const used = new Set<string>();
    for (const { variable, column } of map) {
      const key = findName(column, names);
      if (key === null) continue;
      used.add(key);
      assign(getVariable(variable), key);
    }
    const joinedKeys = new Set<string | null>();
    for (const [variable, joined] of joins) {
      const cells: string[] = [];
      for (const index of joined.indexes) {
        const key = findName(allNames[index] ?? '', names);
        joinedKeys.add(key);
        cells[index] = key === null ? '' : (values[key] ?? '');
      }
      const value = joinCells(joined, cells, false);
      if (value !== '') given.set(variable, value);
    }
    for (const key of names.filter((name) => !used.has(name))) {
      const variable = findName(key, declared);
      // Two names for one variable: the second stays as it is.
      const isFree = variable !== null && !given.has(variable) && !joins.has(variable);
      if (isFree) assign(variable, key);
      else if (ignoreColumns || joinedKeys.has(key)) continue;
      else if (given.has(key) || joins.has(key)) {
        throw new UnreadableRows(
          `Line ${line}: --map takes another field than "${key}"; rename that one, or add --ignore-columns.`,
        );
      } else given.set(key, values[key] ?? '');
    }
    return { line, values: Object.fromEntries(given) };
  };
  const unread = rows.map(mapRow);
  const nameSource = (source: ValueSource): string =>
    typeof source === 'number' ? (allNames[source] ?? '') : source.text;
  const typeOf = new Map(variables.map(({ name, type }) => [name, type]));
  const { readings, notes } = chooseReadings(
    [...sources].map(([variable, source]) => ({
      variable,
      type: typeOf.get(variable) ?? 'text',
      column: nameSource(source),
      values: unread.map(({ values }) => values[variable] ?? ''),
    })),
    { ...options, map },
    false,
  );
  const mapped = unread.map(({ line, values }) => ({
    line,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        readLocal(typeOf.get(name) ?? 'text', value, readings.get(name) ?? 'plain') ?? value,
      ]),
    ),
  }));
  const used = new Set([...sources.values()].flatMap(indexNames));
  return {
    rows: mapped,
    notes,
    columns: sourceColumns(sources, (index) => allNames[index] ?? ''),
    otherColumns: keepOtherColumns(
      allNames.map((name, index) => (used.has(index) ? null : name)),
      rows.map(({ values }) => allNames.map((name) => values[name] ?? '')),
    ),
    columnOf(variable) {
      const source = sources.get(variable);
      if (source === undefined) return variable;
      return typeof source === 'number' ? (allNames[source] ?? variable) : source.text;
    },
  };
}

function readJoin(
  { variable, column }: { readonly variable: string; readonly column: string },
  allNames: readonly string[],
): JoinedColumns {
  const read = readJoinedColumns(column, allNames);
  if ('joined' in read) return read.joined;
  throw new UnreadableRows(`--map ${variable}: ${describeJoinedFault(read.fault, allNames)}`);
}

function checkField(column: string, allNames: readonly string[]): void {
  if (findName(column, allNames) !== null) return;
  const meant = suggest(nearestName(column, allNames));
  throw new UnreadableRows(`--map: No row has the field "${column}"${meant}.`);
}
