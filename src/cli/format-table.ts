import { printable } from './printable.ts';

/** What one column shows of an entry. */
export type Column<Entry> = readonly [title: string, value: (entry: Entry) => string | number];

/** Lines of a table for people: a header, and a line for each entry. Without entries, one line says so. */
export function formatTable<Entry>(
  entries: readonly Entry[],
  columns: readonly Column<Entry>[],
  empty: string,
): string[] {
  if (entries.length === 0) return [empty];
  const rows = [
    columns.map(([title]) => title),
    ...entries.map((entry) => columns.map(([, value]) => printable(String(value(entry))))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => [...(row[index] ?? '')].length)));
  return rows.map((row) =>
    row
      .map((cell, index) => pad(cell, widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - [...cell].length);
}
