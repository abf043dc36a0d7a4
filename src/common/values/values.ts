/**
 * An entry of a list: the values of all its fields, by name. A field that is a list has entries of its own.
 */
export interface ListEntry {
  readonly [field: string]: VariableValue;
}

/** A checked value of a variable. A missing value is the empty string, of a list the empty array. */
export type VariableValue = string | readonly ListEntry[];

/** Checked values by the names of variables, defaults applied. */
export type BoundValues = ReadonlyMap<string, VariableValue>;

/** The name of an entry, if `as` gives none. */
export const ENTRY_NAME = 'item';

/** The name of a group's entries, above and below the rows of the group in a table. */
export const GROUP_NAME = 'group';

/** The value of a variable of a type if there is none. */
export function emptyValue(type: string): VariableValue {
  return type === 'list' ? [] : '';
}

/** A value as a text. A list has none: templates that show one are refused at import. */
export function textValue(value: VariableValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
