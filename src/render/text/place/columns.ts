/**
 * Columns of a text, as CSS multi-column layout has them: `column-fill: auto` in a box of a given height,
 * `balance` where the box is as high as its columns.
 */
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
    const longer: number | null = filled === null ? null : addLine(filled, line);
    if (longer !== null && longer - line.trimBottom <= height + TOLERANCE_PX) {
      columns.at(-1)?.push(line);
      filled = longer;
    } else {
      columns.push([line]);
      filled = addLine(null, line);
    }
  }
  return columns;
}

/**
 * The least height at which a number of columns hold all lines. As browsers balance columns: it grows by the
 * minimal space shortage, the least that moves a line into the column before, until the lines fit.
 */
export function balancedHeight(lines: readonly StackedLine[], count: number): number {
  const most = (lengthOf: (line: StackedLine) => number) =>
    lines.reduce((longest, line) => Math.max(longest, lengthOf(line)), 0);
  const total = lines.reduce((sum, line) => sum + line.height, 0);
  const trimmed = most(({ trimTop, trimBottom }) => trimTop + trimBottom);
  let height = Math.max(
    most((line) => stackHeight([line])),
    total / count - trimmed,
  );
  for (;;) {
    const columns = splitColumns(lines, { height });
    if (columns.length <= count) return Math.max(0, ...columns.map(stackHeight));
    const longer = columns
      .slice(0, -1)
      .map((column, index) => stackHeight([...column, ...(columns[index + 1] ?? []).slice(0, 1)]));
    height = Math.max(height + TOLERANCE_PX, Math.min(...longer));
  }
}

/** The number of lines in the columns that the element has. */
export function countLinesInColumns(lines: readonly StackedLine[], element: SceneText): number {
  const columns = splitColumns(lines, element).slice(0, element.columns?.count);
  return columns.reduce((count, column) => count + column.length, 0);
}

/**
 * Positions lines in columns. Columns beyond the last one follow beside it, as in CSS. `verticalAlign`
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
    const before = index * (width + (element.columns?.gap ?? 0));
    const x = startsAtRight(element) ? element.width - width - before : before;
    return placeLines(inColumn, column, ...styles).map((line) => moveLine(line, x, top));
  });
}

/** Whether the first column is at the right. */
function startsAtRight({ direction, directionAround }: SceneText): boolean {
  return direction === 'auto' && directionAround === 'rtl';
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
