import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import { innerListKey } from '../values/lists.ts';
import { textValue, type ListEntry, type VariableValue } from '../values/values.ts';
import { Decimal } from './decimal.ts';
import { readDate } from './time-zones.ts';

/** An entry of a list as expressions see it: a map of the fields with their types. */
export abstract class Entry extends Map<string, unknown> {
  /** The key of the list: see `innerListKey`. */
  readonly list: string;
  /** The variable that the list is, or is in. */
  readonly variable: string;
  /** The place of the list: `orders[0].items`. */
  readonly listPlace: string;
  /** The place in the list, from 0. */
  readonly index: number;
  /** The fields as they were sent. */
  readonly sent: ListEntry;

  constructor(
    { list, variable }: Pick<EntryType, 'list' | 'variable'>,
    { listPlace, index, sent }: EntryPlace,
    typed: Iterable<readonly [string, unknown]>,
  ) {
    super(typed);
    this.list = list;
    this.variable = variable;
    this.listPlace = listPlace;
    this.index = index;
    this.sent = sent;
  }

  /** For messages: `orders[0].items[3].price`. */
  placeOf(field: string): string {
    return fieldPlace(this, field);
  }
}

interface EntryPlace {
  readonly listPlace: string;
  readonly index: number;
  readonly sent: ListEntry;
}

function fieldPlace({ listPlace, index }: Omit<EntryPlace, 'sent'>, field: string): string {
  return `${listPlace}[${index}].${field}`;
}

/** The type of the entries of one list. CEL tells types of objects apart by their classes. */
export interface EntryType {
  readonly name: string;
  /** The key of the list: see `innerListKey`. */
  readonly list: string;
  readonly variable: string;
  readonly fields: ReadonlyMap<string, TemplateVariable['type']>;
  /** The types of the fields that are lists. */
  readonly lists: ReadonlyMap<string, EntryType>;
  readonly ctor: new (place: EntryPlace) => Entry;
}

/** The entries of a list as expressions see them. */
export function toEntries(type: EntryType, listPlace: string, entries: readonly ListEntry[]): Entry[] {
  return entries.map((sent, index) => new type.ctor({ listPlace, index, sent }));
}

/** The types of the entries of all lists by their keys: those of a list in a list before the outer ones. */
export function findEntryTypes(variables: readonly TemplateVariable[]): ReadonlyMap<string, EntryType> {
  const types = new Map<string, EntryType>();
  const add = (list: string, variable: string, fields: readonly ListField[]): EntryType => {
    const lists = new Map(
      fields.flatMap(({ name, type, fields: inner = [] }) =>
        type === 'list' ? [[name, add(innerListKey(list, name), variable, inner)] as const] : [],
      ),
    );
    const type = makeEntryType({
      name: `${entryTypeName}${types.size}`,
      list,
      variable,
      fields: new Map(fields.map((field) => [field.name, field.type])),
      lists,
    });
    types.set(list, type);
    return type;
  };
  for (const { name, type, fields = [] } of variables) if (type === 'list') add(name, name, fields);
  return types;
}

function makeEntryType(type: Omit<EntryType, 'ctor'>): EntryType {
  const read = (place: EntryPlace, name: string, kind: TemplateVariable['type']): unknown => {
    const value: VariableValue | undefined = Object.hasOwn(place.sent, name) ? place.sent[name] : undefined;
    const inner = type.lists.get(name);
    if (inner === undefined) return typedText(kind, textValue(value));
    return toEntries(inner, fieldPlace(place, name), typeof value === 'object' ? value : []);
  };
  const ctor = class extends Entry {
    constructor(place: EntryPlace) {
      super(
        type,
        place,
        type.fields.entries().map(([name, kind]) => [name, read(place, name, kind)]),
      );
    }
  };
  return { ...type, ctor };
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
