import { variablesIn } from '../../../../../src/common/placeholders/placeholders.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Scope } from '../model/scope.ts';
import type { TemplateVariable } from '../model/template.ts';
import { listEntryFields, type OfferedVariable } from './completion.ts';

/** The names of a scope and the variables, as they are offered. A variable goes before a name like it. */
export function listScopeNames(
  { entries, isRunning }: Scope,
  variables: readonly TemplateVariable[],
): readonly OfferedVariable[] {
  const taken = new Set(variables.map(({ name }) => name));
  const numbers = isRunning
    ? Object.entries(propertyWords.pageNames).map(([name, label]) => ({ name, label }))
    : [];
  // Those of the innermost entries first: they are what a repeated element shows.
  const known = entries
    .toReversed()
    .flatMap(({ each, as, index }) => [
      ...listEntryFields(findList(each, variables)?.fields, as),
      ...(index === undefined ? [] : [{ name: index, label: propertyWords.entryPlace }]),
    ]);
  const own = [...known, ...numbers].filter(({ name }) => !taken.has(name));
  return own.length === 0 ? variables : [...own, ...variables];
}

/** The list whose entries an expression makes, as far as its names tell. */
function findList(each: string, variables: readonly TemplateVariable[]): TemplateVariable | undefined {
  const lists = new Map(variables.filter(({ type }) => type === 'list').map((list) => [list.name, list]));
  const declared = new Set(variables.map(({ name }) => name));
  const named = variablesIn(each, declared).find((name) => lists.has(name));
  return named === undefined ? undefined : lists.get(named);
}
