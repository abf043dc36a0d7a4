import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import { escapePointer } from '../../common/text/json-text.ts';
import { readList } from '../../common/values/lists.ts';
import { countCodePoints, shortenAtWord } from './shorten.ts';

/** A text that was shortened. */
export interface FittedText {
  /** `title`, in a list `items[3].note`. */
  readonly place: string;
  /** As in `VariableProblem`. */
  readonly pointer: string;
  readonly text: string;
}

/**
 * Shortens texts to the `maxLength` of their variables and fields, at a word. Everything else stays as it is:
 * a shortened address, number or code would be another one, and no entry of a list is left out.
 *
 * @returns the values, and the texts that were shortened
 */
export function fitValues<Value>(
  variables: readonly TemplateVariable[],
  given: Readonly<Record<string, Value>>,
): { readonly values: Readonly<Record<string, Value | string>>; readonly fitted: readonly FittedText[] } {
  const fitted: FittedText[] = [];
  const values: Record<string, Value | string> = { ...given };
  for (const variable of variables) {
    const { name } = variable;
    if (!Object.hasOwn(given, name)) continue;
    const pointer = `/variables/${escapePointer(name)}`;
    const value = given[name];
    const changed =
      variable.type === 'list'
        ? fitList(variable, value, { place: name, pointer }, fitted)
        : fitText(variable, value, { place: name, pointer }, fitted);
    if (changed !== null) values[name] = changed;
  }
  return { values, fitted };
}

type Place = Omit<FittedText, 'text'>;

/** The shortened text, noted in `fitted`; null if the value stays as it is. */
function fitText(
  { type, validation }: TemplateVariable | ListField,
  value: unknown,
  place: Place,
  fitted: FittedText[],
): string | null {
  const maxLength = validation?.maxLength;
  if (type !== 'text' || maxLength === undefined || typeof value !== 'string') return null;
  if (!value.isWellFormed() || countCodePoints(value) <= maxLength) return null;
  const text = shortenAtWord(value, maxLength);
  fitted.push({ ...place, text });
  return text;
}

/** The list as JSON with its shortened texts; null if it stays as it is. */
function fitList(
  list: TemplateVariable | ListField,
  value: unknown,
  place: Place,
  fitted: FittedText[],
): string | null {
  const before = fitted.length;
  const entries = fitEntries(list, value, place, fitted);
  return fitted.length === before ? null : JSON.stringify(entries);
}

/** The entries with their shortened texts. */
function fitEntries(
  { fields = [] }: TemplateVariable | ListField,
  value: unknown,
  { place, pointer }: Place,
  fitted: FittedText[],
): unknown[] {
  return (readList(value) ?? []).map((entry, index) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
    const given = entry as Readonly<Record<string, unknown>>;
    const changes = fields.flatMap((field): [string, unknown][] => {
      const at = {
        place: `${place}[${index}].${field.name}`,
        pointer: `${pointer}/${index}/${escapePointer(field.name)}`,
      };
      const own = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
      if (field.type === 'list') {
        const before = fitted.length;
        const inner = fitEntries(field, own, at, fitted);
        return fitted.length === before ? [] : [[field.name, inner]];
      }
      const text = fitText(field, own, at, fitted);
      return text === null ? [] : [[field.name, text]];
    });
    return { ...given, ...Object.fromEntries(changes) };
  });
}
