import { innerListKey } from '../../../../../src/common/values/lists.ts';
import { readEntries, writeEntries, type EditedEntry } from '../../parts/previews/list-entries.ts';
import type { NewFieldNames } from './variable-draft.ts';

type Values = Readonly<Record<string, string>>;

/**
 * The values of a data set after fields of a list were renamed: in its entries, and in those of the lists in
 * them, under both names, so that undo finds them.
 *
 * @param of the name of the list, and the key that it has in the new names
 */
export function copyFields(
  values: Values,
  { list, key }: { readonly list: string; readonly key: string },
  renamed: NewFieldNames,
): Values {
  const given = values[list];
  if (given === undefined || renamed.size === 0) return values;
  return {
    ...values,
    [list]: writeEntries(readEntries(given).map((entry) => copyEntry(entry, key, renamed))),
  };
}

function copyEntry(entry: EditedEntry, list: string, renamed: NewFieldNames): EditedEntry {
  const copied = Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      typeof value === 'object'
        ? value.map((inner) => copyEntry(inner, innerListKey(list, name), renamed))
        : value,
    ]),
  );
  const copies = [...(renamed.get(list) ?? [])].flatMap(([from, to]) =>
    copied[from] === undefined ? [] : [[to, copied[from]] as const],
  );
  return { ...copied, ...Object.fromEntries(copies) };
}
