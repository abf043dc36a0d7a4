import { variablesIn } from '../../../../../src/common/placeholders/placeholders.ts';
import { isNamedInSpec } from './chart-names.ts';

/**
 * The names of the variables that an element of a document shows, with those of the elements in it. None
 * without a document.
 */
export function findVariables(document: unknown, elementId: string): ReadonlySet<string> {
  const element = findElement(document, elementId);
  const declared = declaredNames(document);
  const names = new Set<string>();
  collect(element, declared, names);
  return names;
}

function declaredNames(document: unknown): ReadonlySet<string> {
  const { variables } = (document ?? {}) as { readonly variables?: unknown };
  if (!Array.isArray(variables)) return new Set();
  const names = (variables as readonly ({ readonly name?: unknown } | null)[]).map((each) => each?.name);
  return new Set(names.filter((name) => typeof name === 'string'));
}

function findElement(value: unknown, id: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const { elements, pages, header, footer } = value as Readonly<Record<string, unknown>>;
  const inside = [elements, pages].flatMap((list) =>
    Array.isArray(list) ? (list as readonly unknown[]) : [],
  );
  for (const each of [...inside, header, footer]) {
    if ((each as { readonly id?: unknown } | null | undefined)?.id === id) return each;
    const found = findElement(each, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function collect(value: unknown, declared: ReadonlySet<string>, names: Set<string>): void {
  if (typeof value === 'string') {
    for (const name of variablesIn(value, declared)) names.add(name);
  } else if (typeof value === 'object' && value !== null) {
    if ('spec' in value) for (const name of declared) if (isNamedInSpec(value.spec, name)) names.add(name);
    for (const each of Object.values(value)) collect(each, declared, names);
  }
}
