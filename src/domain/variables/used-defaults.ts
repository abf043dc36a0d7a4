import type { TemplateVariable } from '../../../generated/template.ts';
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
  return type === 'list' ? usedInEntries(variable, readList(value) ?? []) : [];
}

function usedInEntries({ name, fields = [] }: TemplateVariable, entries: readonly unknown[]): UsedDefault[] {
  return fields.flatMap(({ name: field, defaultValue = '', defaultIsNeutral = false }) => {
    if (defaultValue === '' || defaultIsNeutral) return [];
    const isUsed = entries.some((entry) => !Object.hasOwn(entry as object, field));
    return isUsed ? [{ variable: name, field, isList: true as const, shown: quote(defaultValue) }] : [];
  });
}

function quote(text: string): string {
  return JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);
}

function getCount(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`;
}
