import type { TemplateVariable } from '../../../generated/template.ts';
import type { ListEntry } from '../values/values.ts';
import { Decimal } from './decimal.ts';
import { readDate } from './time-zones.ts';

/** An entry of a list as expressions see it: a map of the fields with their types. */
export abstract class Entry extends Map<string, unknown> {
  /** The list's name. */
  readonly list: string;
  /** The place in the list, from 0. */
  readonly index: number;
  /** The fields as they were sent. */
  readonly sent: ListEntry;

  constructor(list: string, index: number, sent: ListEntry, typed: Iterable<readonly [string, unknown]>) {
    super(typed);
    this.list = list;
    this.index = index;
    this.sent = sent;
  }

  /** For messages: `items[3].price`. */
  placeOf(field: string): string {
    return `${this.list}[${this.index}].${field}`;
  }
}

/** The type of the entries of one list. CEL tells types of objects apart by their classes. */
export interface EntryType {
  readonly name: string;
  readonly list: string;
  readonly fields: ReadonlyMap<string, TemplateVariable['type']>;
  readonly ctor: new (index: number, values: ListEntry) => Entry;
}

/** Describes the entries of a list. */
export function findEntryType({ name: list, fields = [] }: TemplateVariable, number: number): EntryType {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const ctor = class extends Entry {
    constructor(index: number, values: ListEntry) {
      super(
        list,
        index,
        values,
        types.entries().map(([name, type]) => [name, typedText(type, values[name])]),
      );
    }
  };
  return { name: `${entryTypeName}${number}`, list, fields: types, ctor };
}

/** The names of the types of entries begin so. */
export const entryTypeName = 'ListEntry';

/** A value as expressions see it: null for a number or a date that was not given. */
export function typedText(type: TemplateVariable['type'], value = ''): unknown {
  if (type !== 'number' && type !== 'date') return value;
  if (value === '') return null;
  if (type === 'number') return Decimal.read(value);
  return readDate(value);
}
