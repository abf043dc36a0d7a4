/** The columns of a sheet that gave a batch its values, as the page of its job shows them. */
import { indexNames, type ValueSource } from './row-values.ts';

/** A column, or the text that joins several, and its variable. */
export interface SourceColumn {
  readonly name: string;
  readonly variable: string;
}

/** Of a name; a longer one is cut. */
export const MAX_SOURCE_NAME_CHARACTERS = 1_000;

/**
 * The columns in the order of the sheet. Joined ones stand where the first of them does.
 *
 * @param sources of the variables that have one
 * @param nameOf a column, counted from 0
 */
export function sourceColumns(
  sources: Iterable<readonly [variable: string, source: ValueSource]>,
  nameOf: (index: number) => string,
): SourceColumn[] {
  return [...sources]
    .map(([variable, source]) => ({ variable, source, index: indexNames(source)[0] ?? 0 }))
    .sort((a, b) => a.index - b.index)
    .map(({ variable, source, index }) => ({
      name: storableName(typeof source === 'number' ? nameOf(index) : source.text),
      variable,
    }));
}

/** A name of a column, cut to the longest that is kept. */
export function storableName(name: string): string {
  return storableText(
    name.length > MAX_SOURCE_NAME_CHARACTERS ? `${name.slice(0, MAX_SOURCE_NAME_CHARACTERS - 1)}…` : name,
  );
}

/** PostgreSQL's jsonb takes neither U+0000 nor unpaired surrogates. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
