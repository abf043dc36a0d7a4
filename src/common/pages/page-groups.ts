/** An entry of a document's `pages` that holds pages. */
interface Group<Page> {
  readonly pages: readonly Page[];
}

/** Whether an entry of a document's `pages` is a group of pages, in place of a page. */
export function isPageGroup<Entry extends object>(
  entry: Entry,
): entry is Extract<Entry, { readonly pages: unknown }> {
  return 'pages' in entry;
}

/** The pages of a document's `pages`, in order: of a group its pages. */
export function pagesOf<Page extends object>(entries: readonly (Page | Group<Page>)[]): readonly Page[] {
  return entries.flatMap((entry): readonly Page[] => ('pages' in entry ? entry.pages : [entry]));
}
