/** The value of a table under a key of a design: not what all objects have, such as `constructor`. */
export function lookUp<const Table extends Readonly<Record<string, unknown>>>(
  table: Table,
  key: string,
): Table[keyof Table] | undefined {
  return Object.hasOwn(table, key) ? (table[key] as Table[keyof Table]) : undefined;
}
