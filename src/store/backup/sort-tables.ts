/** A foreign key that is checked at the end of each statement. */
export interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Sorts tables so that each comes after those that it refers to (a topological sort).
 *
 * @throws Error if tables refer to each other
 */
export function sortByReferences<Table extends { readonly name: string }>(
  tables: readonly Table[],
  references: readonly Reference[],
): Table[] {
  const sorted: Table[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const isFree = ({ name }: Table): boolean =>
      !references.some(({ from, to }) => from === name && to !== name && names.has(to));
    const free = left.filter(isFree);
    if (free.length === 0) throw new Error(`The tables ${[...names].join(', ')} refer to each other.`);
    sorted.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return sorted;
}
