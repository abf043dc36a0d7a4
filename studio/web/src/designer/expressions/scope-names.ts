import { variablesIn } from '../../../../../src/common/placeholders/placeholders.ts';
import type { ListField } from '../../../../../generated/template.ts';
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
  const lists = new Map<string, ListLike>();
  for (const { each, as } of entries) {
    const list = findInnerList(each, lists) ?? findList(each, variables);
    if (list !== undefined) lists.set(as, list);
  }
  const known = entries
    .toReversed()
    .flatMap(({ as, index }) => [
      ...listEntryFields(lists.get(as)?.fields, as),
      ...(index === undefined ? [] : [{ name: index, label: propertyWords.entryPlace }]),
    ]);
  const own = [...known, ...numbers].filter(({ name }) => !taken.has(name));
  return own.length === 0 ? variables : [...own, ...variables];
}

type ListLike = TemplateVariable | ListField;

/** The list of an entry that an expression names: `order.items`. */
function findInnerList(each: string, lists: ReadonlyMap<string, ListLike>): ListLike | undefined {
  for (const [, entry = '', field] of each.matchAll(/(?<![\w.])([A-Za-z_]\w*)\.(\w+)/gu)) {
    const found = lists.get(entry)?.fields?.find(({ name, type }) => name === field && type === 'list');
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The list whose entries an expression makes, as far as its names tell. */
function findList(each: string, variables: readonly TemplateVariable[]): TemplateVariable | undefined {
  const lists = new Map(variables.filter(({ type }) => type === 'list').map((list) => [list.name, list]));
  const declared = new Set(variables.map(({ name }) => name));
  const named = variablesIn(each, declared).find((name) => lists.has(name));
  return named === undefined ? undefined : lists.get(named);
}
