import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import type { DefaultsUsed } from '../../render/scene/used-defaults.ts';
import type { UsedDefault } from '../../render/scene/element-base.ts';
import { readDefault, readList } from '../../common/values/lists.ts';

/** Characters of a default that a warning quotes. */
const maxShown = 60;

/**
 * Finds the defaults that stand in for values that were left out: of variables, and of fields in the entries
 * of lists. Empty and neutral defaults are not reported. A value that is an empty text counts as given.
 *
 * @param given a request's values, which are valid
 */
export function findUsedDefaults(
  variables: Iterable<TemplateVariable>,
  given: Readonly<Record<string, unknown>>,
): DefaultsUsed {
  const found = new Map<string, readonly UsedDefault[]>();
  for (const variable of variables) {
    const used = getUsed(variable, Object.hasOwn(given, variable.name) ? given[variable.name] : undefined);
    if (used.length > 0) found.set(variable.name, used);
  }
  return found;
}

function getUsed(variable: TemplateVariable, value: unknown): UsedDefault[] {
  const { name, type, defaultIsNeutral = false } = variable;
  const list = type === 'list' ? { isList: true as const } : {};
  if (value === undefined) {
    if (defaultIsNeutral) return [];
    const standard = readDefault(variable);
    if (standard.length === 0) return [];
    const shown = typeof standard === 'string' ? quote(standard) : getCount(standard.length);
    return [{ variable: name, ...list, shown }];
  }
  return type === 'list' ? usedInEntries(variable, readList(value) ?? [], { variable: name, path: [] }) : [];
}

/** The list whose entries are searched: the fields that lead to it. */
interface Within {
  readonly variable: string;
  readonly path: readonly string[];
}

function usedInEntries(
  { fields = [] }: TemplateVariable | ListField,
  entries: readonly unknown[],
  { variable, path }: Within,
): UsedDefault[] {
  const given = entries as readonly Readonly<Record<string, unknown>>[];
  return fields.flatMap((field): UsedDefault[] => {
    const { name, type, defaultIsNeutral = false } = field;
    const within = { variable, path: [...path, name] };
    const inner =
      type === 'list'
        ? usedInEntries(
            field,
            given.flatMap((entry) => (Object.hasOwn(entry, name) ? (readList(entry[name]) ?? []) : [])),
            within,
          )
        : [];
    const standard = defaultIsNeutral ? '' : readDefault(field);
    const isUsed = standard.length > 0 && given.some((entry) => !Object.hasOwn(entry, name));
    if (!isUsed) return inner;
    const shown = typeof standard === 'string' ? quote(standard) : getCount(standard.length);
    const place = path.length === 0 ? {} : { path };
    return [{ variable, ...place, field: name, isList: true as const, shown }, ...inner];
  });
}

function quote(text: string): string {
  return JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);
}

function getCount(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`;
}
