import { Entry } from './entries.ts';

/**
 * Names that expressions may use beside the variables, in a part of a template: `item` and `i` of a repeat,
 * `page` and `pages`. A declared variable of the same name wins.
 */
export type ExtraValues = ReadonlyMap<string, ExtraValue>;

/** The value of such a name; entries are some of a list, at least one. */
export type ExtraValue = number | string | Entry | readonly Entry[];

/**
 * The type of such a name: a whole number, a text, or an entry of a list with a key (see `innerListKey`), or
 * several.
 */
export type ExtraType = 'int' | 'string' | { readonly entryOf: string; readonly isList?: true };

/** The types of extra names, by name. */
export type ExtraTypes = ReadonlyMap<string, ExtraType>;

/** The types of values. */
export function listTypes(values: ExtraValues): ExtraTypes {
  return new Map(
    values.entries().map(([name, value]): [string, ExtraType] => {
      if (value instanceof Entry) return [name, { entryOf: value.list }];
      if (typeof value === 'object') return [name, { entryOf: value[0]?.list ?? '', isList: true }];
      return [name, typeof value === 'number' ? 'int' : 'string'];
    }),
  );
}

/** The same for the same names and types. */
export function toExtraKey(types: ExtraTypes): string {
  return JSON.stringify([...types]);
}
