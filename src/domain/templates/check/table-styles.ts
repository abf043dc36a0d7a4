import type { TableBody, TableElement } from '../../../../generated/template.ts';

/** The styles of the texts of a table, each with its place in the table. */
export function listTableStyles(table: TableElement): (readonly [place: string, style: TableBody])[] {
  const { columns, totals = [] } = table;
  return [
    ...(['header', 'body', 'total', 'groupHeader', 'groupTotal', 'carry'] as const).flatMap((key) => {
      const style = table[key] ?? null;
      return style === null ? [] : [[key, style] as const];
    }),
    ...totals.map((style, index) => [`totals/${index}`, style] as const),
    ...columns.flatMap(({ style }, index) =>
      style === undefined ? [] : [[`columns/${index}/style`, style] as const],
    ),
  ];
}
