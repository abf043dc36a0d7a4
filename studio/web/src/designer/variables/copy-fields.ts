import { readEntries, writeEntries } from '../../parts/previews/list-entries.ts';

type Values = Readonly<Record<string, string>>;

/**
 * The values of a data set after fields of a list were renamed: in its entries under both names, so that undo
 * finds them.
 */
export function copyFields(values: Values, list: string, renamed: ReadonlyMap<string, string>): Values {
  const given = values[list];
  if (given === undefined || renamed.size === 0) return values;
  const entries = readEntries(given).map((entry) => {
    const copies = [...renamed].flatMap(([from, to]) =>
      entry[from] === undefined ? [] : [[to, entry[from]] as const],
    );
    return { ...entry, ...Object.fromEntries(copies) };
  });
  return { ...values, [list]: writeEntries(entries) };
}
