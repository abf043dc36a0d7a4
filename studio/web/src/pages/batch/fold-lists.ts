import {
  collectLists,
  findPlace,
  readListName,
  type ListPlace,
} from '../../../../../src/common/rows/list-columns.ts';
import type { TableRecord } from '../../../../../src/common/rows/table.ts';
import type { Schema } from '../../api/client.ts';
import type { RowSource } from './row-source.ts';

/** Makes one column with JSON of the columns of a list, such as `items[0].name`. */
export function foldLists(source: RowSource, variables: readonly Schema<'Variable'>[]): RowSource {
  const places = source.columns.map((name) => findPlace(name, variables));
  const lists = [...new Set(places.flatMap((place) => (place === null ? [] : [place.list])))];
  if (lists.length === 0) return source;
  const kept = source.columns.flatMap((_, index) => (places[index] === null ? [index] : []));
  const named = places.filter((place): place is ListPlace => place !== null);
  const targets = named.map((place) => ({ name: readListName(place), place }));
  const fold = ({ line, cells }: TableRecord): TableRecord => {
    const values = Object.fromEntries(
      places.flatMap((place, index) =>
        place === null ? [] : [[readListName(place), (cells[index] ?? '').trim()]],
      ),
    ) as Record<string, string>;
    const folded = collectLists(values, targets);
    return {
      line,
      cells: [...kept.map((index) => cells[index] ?? ''), ...lists.map((list) => folded[list] ?? '')],
    };
  };
  const indexOf = (index: number): number => {
    const place = places[index] ?? null;
    return place === null ? kept.indexOf(index) : kept.length + lists.indexOf(place.list);
  };
  return {
    ...source,
    columns: [...kept.map((index) => source.columns[index] ?? ''), ...lists],
    records: source.records.map(fold),
    ...(source.all === undefined ? {} : { all: source.all.map(fold) }),
    faults: source.faults.map((fault) => ({ ...fault, index: indexOf(fault.index) })),
  };
}
