/** Answers are short enough for every client, and say what they leave out. */
import type { components } from '../../generated/openapi.ts';
import { shortenAtWord } from '../domain/variables/shorten.ts';
import { count } from './words.ts';

type Item = components['schemas']['BatchItem'];
type Variable = components['schemas']['Template']['variables'][number];

/** Of all warnings of a page of rows, as JSON. */
const maxWarningCharacters = 12_000;

/** Of a default, as text. */
const maxDefaultCharacters = 500;

/** Of a document, as JSON: some clients refuse an answer of more than 1 MiB, others one of 25,000 tokens. */
const maxDocumentCharacters = 80_000;

/** Entries of a list: enough to go on. */
const maxEntries = 25;

/** The first entries of a list. */
export function getFirst<T>(entries: readonly T[]): T[] {
  return entries.slice(0, maxEntries);
}

/** Says how many entries `getFirst` leaves out. */
export function sayLeftOut(entries: readonly unknown[], noun: string): string[] {
  const left = entries.length - maxEntries;
  return left <= 0 ? [] : [`${count(left, `more ${noun}`)} ${left === 1 ? 'is' : 'are'} not listed.`];
}

/** Rows with their first warnings; `warningCount` of a row says how many it has. */
export function boundWarnings(items: readonly Item[]): { items: Item[]; lines: string[] } {
  let left = maxWarningCharacters;
  let leftOut = 0;
  const bounded = items.map((item) => {
    const warnings = item.warnings.filter((warning) => {
      left -= JSON.stringify(warning).length;
      return left >= 0;
    });
    leftOut += item.warningCount - warnings.length;
    return { ...item, warnings };
  });
  const lines = leftOut === 0 ? [] : [`${count(leftOut, 'warning')} of these rows are not listed.`];
  return { items: bounded, lines };
}

/** Variables with the beginnings of long defaults. */
export function boundDefaults(variables: readonly Variable[]): { variables: Variable[]; lines: string[] } {
  const cut: string[] = [];
  const bounded = variables.map((variable) => {
    const { name, defaultValue = '' } = variable;
    if (defaultValue.length <= maxDefaultCharacters) return variable;
    cut.push(`"${name}"`);
    return { ...variable, defaultValue: shortenAtWord(defaultValue, maxDefaultCharacters) };
  });
  const lines = cut.length === 0 ? [] : [`Cut after "…": the default of ${cut.join(', ')}.`];
  return { variables: bounded, lines };
}

/** A document, or why it is not answered: a model that saved a part of it would lose the rest. */
export function boundDocument<T>(document: T): { document: T | null; lines: string[] } {
  const { length } = JSON.stringify(document);
  if (length <= maxDocumentCharacters) return { document, lines: [] };
  const size = length.toLocaleString('en');
  const line =
    `The document has ${size} characters, too many for an answer. People edit it in Studio; with pictures ` +
    'as files of the template, and not as data: URLs, it is shorter.';
  return { document: null, lines: [line] };
}
