/** What differs between two documents, by element, page and variable. */
import { listsOfPages, walkPages, type PlacedElement } from '../model/elements.ts';
import { nameOfPage } from '../model/place-pages.ts';
import type { PageEntry, TemplateDocument, TemplateElement } from '../model/template.ts';

/** A key with another value. Undefined: it was not there, so its default applied. */
export interface KeyChange {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

export type Change =
  | { readonly kind: 'page'; readonly keys: readonly KeyChange[] }
  /** Elements of a list, in another order. Null: those of the page. */
  | { readonly kind: 'order'; readonly group: string | null }
  | { readonly kind: 'variables-order' | 'pages-order' }
  | {
      readonly kind: 'added-page' | 'removed-page' | 'added-group' | 'removed-group';
      readonly name: string;
    }
  | {
      readonly kind: 'added' | 'removed';
      readonly of: 'element' | 'variable';
      readonly name: string;
      readonly type: string;
    }
  | { readonly kind: 'renamed'; readonly from: string; readonly name: string }
  /** Into a group, or out of one. Null: the page. */
  | { readonly kind: 'moved'; readonly name: string; readonly group: string | null }
  | {
      readonly kind: 'changed';
      readonly of: 'element' | 'variable' | 'page' | 'group';
      readonly name: string;
      readonly keys: readonly KeyChange[];
    };

/** Everything that differs: pages first, then variables, then elements from the back to the front. */
export function describeChanges(before: TemplateDocument, after: TemplateDocument): Change[] {
  const page = compareKeys(before, after, ['elements', 'variables', 'pages', 'pageGroups']);
  return [
    ...(page.length === 0 ? [] : [{ kind: 'page' as const, keys: page }]),
    ...comparePages(before, after),
    ...compareGroups(before, after),
    ...compareVariables(before, after),
    ...compareElements(before, after),
  ];
}

/** The keys of two objects that differ. Objects and lists of them are looked into: `columns.0.header`. */
function compareKeys(before: object, after: object, except: readonly string[] = []): KeyChange[] {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((key) => !except.includes(key) && !isEqual(old[key], now[key]))
    .flatMap((key) => {
      const [from, to] = [old[key], now[key]];
      if (areItems(from) && areItems(to)) return compareItems(key, from, to);
      if (!isPlainObject(from) || !isPlainObject(to)) return [{ key, before: from, after: to }];
      return compareKeys(from, to).map((each) => ({ ...each, key: `${key}.${each.key}` }));
    });
}

/** Items of a list that differ in more places are not shown one by one. */
const maxItems = 3;

/** What differs in a list of objects: keys of its items; the whole list if items were added or removed. */
function compareItems(key: string, before: readonly object[], after: readonly object[]): KeyChange[] {
  const changed = before.flatMap((item, index) => (isEqual(item, after[index]) ? [] : [index]));
  if (before.length !== after.length || changed.length > maxItems) return [{ key, before, after }];
  return changed.flatMap((index) =>
    compareKeys(before[index]!, after[index]!).map((each) => ({
      ...each,
      key: `${key}.${index}.${each.key}`,
    })),
  );
}

/** What a document without pages has is its only page. */
function comparePages(before: TemplateDocument, after: TemplateDocument): Change[] {
  const [old, now] = [pagesById(before), pagesById(after)];
  const changes: Change[] = [];
  const gone = [...old.values()].filter(({ id }) => !now.has(id));
  const added = [...now.values()].filter(({ id }) => !old.has(id));
  if (old.size === 0) added.splice(0, 1);
  if (now.size === 0) gone.splice(0, 1);
  for (const page of gone) changes.push({ kind: 'removed-page', name: nameOfPage(page) });
  for (const page of added) changes.push({ kind: 'added-page', name: nameOfPage(page) });
  for (const page of now.values()) {
    const keys = compareKeys(old.get(page.id) ?? page, page, ['id', 'elements', 'header', 'footer']);
    changes.push(...describeKeys('page', nameOfPage(page), keys));
  }
  const isReordered = !isEqual(common([...old.keys()], now), common([...now.keys()], old));
  return isReordered ? [...changes, { kind: 'pages-order' }] : changes;
}

/** Groups of pages. Which page is in which is said of the page. */
function compareGroups(before: TemplateDocument, after: TemplateDocument): Change[] {
  const byId = ({ pageGroups = [] }: TemplateDocument) => new Map(pageGroups.map((each) => [each.id, each]));
  const [old, now] = [byId(before), byId(after)];
  const gone = [...old.values()].filter(({ id }) => !now.has(id));
  return [
    ...gone.map((group) => ({ kind: 'removed-group' as const, name: nameOfPage(group) })),
    ...[...now.values()].flatMap((group): Change[] => {
      const earlier = old.get(group.id);
      if (earlier === undefined) return [{ kind: 'added-group', name: nameOfPage(group) }];
      return describeKeys('group', nameOfPage(group), compareKeys(earlier, group, ['id', 'pages']));
    }),
  ];
}

function pagesById({ pages = [] }: TemplateDocument): Map<string, PageEntry> {
  return new Map(pages.map((page) => [page.id, page]));
}

function compareVariables(before: TemplateDocument, after: TemplateDocument): Change[] {
  const old = new Map((before.variables ?? []).map((each) => [each.name, each]));
  const now = new Map((after.variables ?? []).map((each) => [each.name, each]));
  const changes: Change[] = [];
  for (const { name, type } of old.values()) {
    if (!now.has(name)) changes.push({ kind: 'removed', of: 'variable', name, type });
  }
  for (const variable of now.values()) {
    const { name, type } = variable;
    const earlier = old.get(name);
    if (earlier === undefined) changes.push({ kind: 'added', of: 'variable', name, type });
    else changes.push(...describeKeys('variable', name, compareKeys(earlier, variable)));
  }
  const isReordered = !isEqual(common([...old.keys()], now), common([...now.keys()], old));
  return isReordered ? [...changes, { kind: 'variables-order' }] : changes;
}

function compareElements(before: TemplateDocument, after: TemplateDocument): Change[] {
  const old = byId(before);
  const now = byId(after);
  const renamed = findRenamed(old, now);
  const changes: Change[] = [];
  for (const { element } of old.values()) {
    const { id: name, type } = element;
    if (!now.has(name) && ![...renamed.values()].includes(name))
      changes.push({ kind: 'removed', of: 'element', name, type });
  }
  for (const [name, { element, groups }] of now) {
    const from = renamed.get(name);
    const earlier = old.get(from ?? name);
    if (earlier === undefined) {
      changes.push({ kind: 'added', of: 'element', name, type: element.type });
      continue;
    }
    if (from !== undefined) changes.push({ kind: 'renamed', from, name });
    const group = groups.at(-1)?.id ?? null;
    const earlierGroup = earlier.groups.at(-1)?.id ?? null;
    if (group !== earlierGroup && renamed.get(group ?? '') !== earlierGroup)
      changes.push({ kind: 'moved', name, group });
    changes.push(
      ...describeKeys('element', name, compareKeys(earlier.element, element, ['id', 'elements', 'running'])),
    );
  }
  return [...changes, ...findReordered(before, after)];
}

function describeKeys(
  of: 'element' | 'variable' | 'page' | 'group',
  name: string,
  keys: readonly KeyChange[],
): Change[] {
  return keys.length === 0 ? [] : [{ kind: 'changed', of, name, keys }];
}

/** New names of elements that are otherwise the same: new to old. */
function findRenamed(
  old: ReadonlyMap<string, PlacedElement>,
  now: ReadonlyMap<string, PlacedElement>,
): Map<string, string> {
  const content = ({ element }: PlacedElement) => {
    const { id: _, ...keys } = element;
    return JSON.stringify(keys);
  };
  const gone = [...old.values()].filter(({ element }) => !now.has(element.id));
  const renamed = new Map<string, string>();
  for (const placed of now.values()) {
    const { id } = placed.element;
    if (old.has(id)) continue;
    const index = gone.findIndex((each) => content(each) === content(placed));
    if (index === -1) continue;
    renamed.set(id, gone[index]!.element.id);
    gone.splice(index, 1);
  }
  return renamed;
}

/** The lists whose elements have another order. */
function findReordered(before: TemplateDocument, after: TemplateDocument): Change[] {
  const old = getLists(before);
  return [...getLists(after)].flatMap(([group, ids]) => {
    const earlier = old.get(group) ?? [];
    const isSame = isEqual(common(earlier, new Set(ids)), common(ids, new Set(earlier)));
    return isSame ? [] : [{ kind: 'order' as const, group }];
  });
}

/** By the ids of groups and pages; null: the elements of a document without pages. */
function getLists(document: TemplateDocument): Map<string | null, readonly string[]> {
  const ids = (each: readonly TemplateElement[]) => each.map(({ id }) => id);
  const lists = new Map<string | null, readonly string[]>(
    listsOfPages(document).map((list, index) => [document.pages?.[index]?.id ?? null, ids(list)]),
  );
  for (const { element } of walkPages(document)) {
    if (element.type === 'group') lists.set(element.id, ids(element.elements));
  }
  return lists;
}

function byId(document: TemplateDocument): Map<string, PlacedElement> {
  return new Map(Array.from(walkPages(document), (placed) => [placed.element.id, placed]));
}

function common(names: readonly string[], others: { has: (name: string) => boolean }): string[] {
  return names.filter((name) => others.has(name));
}

/** Without regard to the order of keys, which changes nothing that is drawn. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [old, now] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].every((key) => isEqual(old[key], now[key]));
}

/** Whether it is a list of objects. */
export function areItems(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every(isPlainObject);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
