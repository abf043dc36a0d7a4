import {
  collectLists,
  columnVariables,
  findPlace,
  readListName,
  type ListPlace,
} from '../../../../../src/common/rows/list-columns.ts';
import { decideReadings } from '../../../../../src/common/rows/locales/decide-readings.ts';
import { describeAmbiguity } from '../../../../../src/common/rows/locales/describe-readings.ts';
import { listTexts, readValue, type ValueReading } from '../../../../../src/common/rows/row-values.ts';
import type { TableRecord } from '../../../../../src/common/rows/table.ts';
import type { Schema } from '../../api/client.ts';
import { batchWords } from '../../words/batch.ts';
import type { RowSource } from './row-source.ts';

/** How the columns of lists are read, by their places in the header. */
function readPlaces(
  { records, delimiter, columns: names }: RowSource,
  places: readonly (ListPlace | null)[],
  variables: readonly Schema<'Variable'>[],
): { readonly readings: ReadonlyMap<number, ValueReading>; readonly notes: readonly string[] } {
  const columns = places.flatMap((place, index) => {
    if (place === null) return [];
    const [target] = columnVariables(variables, [readListName(place)]).filter(
      (each) => each.place !== undefined,
    );
    const type = target?.type ?? 'text';
    const values = listTexts(records, index, type);
    return [{ name: String(index), column: names[index] ?? '', type, values }];
  });
  const { readings, notes, open } = decideReadings(columns, { hasSemicolons: delimiter === ';' });
  const asWritten = open.map(([column, ask]) => batchWords.file.asWritten(describeAmbiguity(column, ask)));
  return {
    notes: [...notes, ...asWritten],
    readings: new Map(
      columns.map(({ name, type }) => [Number(name), { type, reading: readings.get(name) ?? 'plain' }]),
    ),
  };
}

/** Makes one column with JSON of the columns of a list, such as `items[0].name`. */
export function foldLists(source: RowSource, variables: readonly Schema<'Variable'>[]): RowSource {
  const places = source.columns.map((name) => findPlace(name, variables));
  const lists = [...new Set(places.flatMap((place) => (place === null ? [] : [place.list])))];
  if (lists.length === 0) return source;
  const kept = source.columns.flatMap((_, index) => (places[index] === null ? [index] : []));
  const named = places.filter((place): place is ListPlace => place !== null);
  const targets = named.map((place) => ({ name: readListName(place), place }));
  const { readings, notes } = readPlaces(source, places, variables);
  const fold = (record: TableRecord): TableRecord => {
    const { line, cells, numbers } = record;
    const values = Object.fromEntries(
      places.flatMap((place, index) =>
        place === null ? [] : [[readListName(place), readValue(record, index, readings.get(index))]],
      ),
    ) as Record<string, string>;
    const folded = collectLists(values, targets);
    return {
      line,
      ...(numbers === undefined ? {} : { numbers: kept.map((index) => numbers[index]) }),
      cells: [...kept.map((index) => cells[index] ?? ''), ...lists.map((list) => folded[list] ?? '')],
    };
  };
  const indexOf = (index: number): number => {
    const place = places[index] ?? null;
    return place === null ? kept.indexOf(index) : kept.length + lists.indexOf(place.list);
  };
  return {
    ...source,
    ...(notes.length === 0 ? {} : { notes: [...(source.notes ?? []), ...notes] }),
    columns: [...kept.map((index) => source.columns[index] ?? ''), ...lists],
    records: source.records.map(fold),
    ...(source.all === undefined ? {} : { all: source.all.map(fold) }),
    faults: source.faults.map((fault) => ({ ...fault, index: indexOf(fault.index) })),
  };
}
