/**
 * Groups of pages. The designer has all pages in one list, in which those of a group follow each other and
 * name it; the document has the groups without their pages.
 */
import type { PageEntry, PageGroup, TemplateDocument } from './template.ts';

type Keys = Record<string, unknown>;
type Grouped = Pick<TemplateDocument, 'pages' | 'pageGroups'>;

/** The same page, and the same group, is the same object each time. */
const inGroup = new WeakMap<object, PageEntry>();
const withoutGroup = new WeakMap<object, object>();
const withoutPages = new WeakMap<object, PageGroup>();

/** The pages of a saved document in one list, and its groups. */
export function flattenGroups(entries: readonly object[]): {
  readonly pages: readonly PageEntry[];
  readonly groups: readonly PageGroup[];
} {
  const groups: PageGroup[] = [];
  const pages = entries.flatMap((entry): readonly PageEntry[] => {
    const { id, pages: own } = entry as Keys;
    if (typeof id !== 'string' || !Array.isArray(own)) return [entry as PageEntry];
    // What is undefined keeps its place among the keys.
    const group = withoutPages.get(entry) ?? ({ ...entry, pages: undefined } as object as PageGroup);
    withoutPages.set(entry, group);
    groups.push(group);
    return (own as readonly PageEntry[]).map((page) => putIn(page, id));
  });
  return { pages, groups };
}

function putIn(page: PageEntry, group: string): PageEntry {
  const known = inGroup.get(page);
  if (known?.group === group) return known;
  const made = { ...page, group };
  inGroup.set(page, made);
  withoutGroup.set(made, page);
  return made;
}

function takeOut(page: PageEntry): object {
  if (!('group' in page)) return page;
  const known = withoutGroup.get(page);
  if (known !== undefined) return known;
  const { group: _, ...saved } = page;
  withoutGroup.set(page, saved);
  inGroup.set(saved, page);
  return saved;
}

/** The entries of a document's `pages`, as they are saved. */
export function nestGroups(pages: readonly PageEntry[], groups: readonly PageGroup[]): readonly object[] {
  const entries: object[] = [];
  const open = new Map<string, object[]>();
  for (const page of pages) {
    const group = groups.find(({ id }) => id === page.group);
    const own = group === undefined ? entries : open.get(group.id);
    if (own !== undefined) {
      own.push(takeOut(page));
      continue;
    }
    const entry = { ...group!, pages: [takeOut(page)] };
    withoutPages.set(entry, group!);
    open.set(group!.id, entry.pages);
    entries.push(entry);
  }
  return entries;
}

/** The group of a page; null: it is in none. */
export function groupOf({ pageGroups = [] }: Grouped, page: PageEntry | undefined): PageGroup | null {
  return pageGroups.find(({ id }) => id === page?.group) ?? null;
}

/** The places of the pages of a group. */
export function pagesOfGroup({ pages = [] }: Grouped, id: string): readonly number[] {
  return pages.flatMap(({ group }, index) => (group === id ? [index] : []));
}
