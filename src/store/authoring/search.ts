/** SQL: whether a name or a description contains the binding `:search`, a pattern; null finds everything. */
export function matchesSearch(alias: string): string {
  const isLike = (column: string) => `${alias}.${column} ilike cast(:search as text)`;
  return `(cast(:search as text) is null or ${isLike('name')} or ${isLike('description')})`;
}

/** The pattern for a part of a text, in upper or lower case; null for an empty search. */
export function searchPattern(search: string | undefined): string | null {
  const text = search?.trim() ?? '';
  return text === '' ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
