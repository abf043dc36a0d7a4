/** Columns of a text: CSS multi-column layout with `column-fill: auto`. */
import type { SceneText } from '../../scene/text.ts';
import { addLine, placeLines, stackHeight, type StackedLine } from './place-lines.ts';
import type { LaidOutLine } from '../text-layout.ts';

/** Lines that exceed their column by this much still fit. */
const TOLERANCE_PX = 0.05;

/** The width that a line may have: that of the box, or of a column. */
export function lineWidth({ width, columns }: SceneText): number {
  if (columns === undefined) return width;
  return Math.max(0, (width - (columns.count - 1) * columns.gap) / columns.count);
}

/** Distributes lines over columns as high as the box. Each is filled before the next, and has a line. */
export function splitColumns(
  lines: readonly StackedLine[],
  { height }: Pick<SceneText, 'height'>,
): StackedLine[][] {
  const columns: StackedLine[][] = [];
  let filled: number | null = null;
  for (const line of lines) {
    const longer: number = filled === null ? Infinity : addLine(filled, line);
    if (longer - line.trimBottom <= height + TOLERANCE_PX) {
      columns.at(-1)?.push(line);
      filled = longer;
    } else {
      columns.push([line]);
      filled = addLine(null, line);
    }
  }
  return columns;
}

/** The least height of columns that hold all lines. */
export function balancedHeight(lines: readonly StackedLine[], count: number): number {
  const total = lines.reduce((sum, { height }) => sum + height, 0);
  const step = Math.max(1, Math.min(...lines.map(({ height }) => height)) / 8);
  let height = total / count;
  while (height < total && splitColumns(lines, { height }).length > count) height += step;
  // The fullest column says how much of the last step was needed.
  const sums = splitColumns(lines, { height }).map((column) =>
    column.reduce((sum, line) => sum + line.height, 0),
  );
  return Math.max(0, ...sums);
}

/** The number of lines in the columns that the element has. */
export function countLinesInColumns(lines: readonly StackedLine[], element: SceneText): number {
  const columns = splitColumns(lines, element).slice(0, element.columns?.count);
  return columns.reduce((count, column) => count + column.length, 0);
}

/**
 * Positions lines in columns. Columns beyond the last one follow to its right, as in CSS. `verticalAlign`
 * moves all of them together, by the free space of the first.
 */
export function placeColumns(
  lines: readonly StackedLine[],
  element: SceneText,
  ...styles: [sizes: Parameters<typeof placeLines>[2], decorations: Parameters<typeof placeLines>[3]]
): LaidOutLine[] {
  const width = lineWidth(element);
  const columns = splitColumns(lines, element);
  const used = stackHeight(columns[0] ?? []);
  const share = { top: 0, middle: 0.5, bottom: 1 }[element.verticalAlign];
  const top = (element.height - used) * share;
  const column: SceneText = { ...element, width, verticalAlign: 'top' };
  return columns.flatMap((inColumn, index) => {
    const x = index * (width + (element.columns?.gap ?? 0));
    return placeLines(inColumn, column, ...styles).map((line) => moveLine(line, x, top));
  });
}

function moveLine(line: LaidOutLine, x: number, y: number): LaidOutLine {
  return {
    ...line,
    x: line.x + x,
    top: line.top + y,
    baseline: line.baseline + y,
    runs: line.runs.map((run) => ({ ...run, x: run.x + x, textX: run.textX + x })),
  };
}
