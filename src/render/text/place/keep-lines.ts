/** Which lines of a text are shown. */
import type { SceneText } from '../../scene/text.ts';
import type { AnalysedText } from '../analyse/analyse-element.ts';
import type { Attempt } from './measured-text.ts';
import { countLinesInColumns, lineWidth } from './columns.ts';
import { withEllipsis } from '../break/ellipsis.ts';
import { addLine, stackLine, type StackedLine } from './place-lines.ts';
import { raiseForRuby } from './ruby.ts';
import { FIT_TOLERANCE_PX } from './shrink.ts';

/** Keeps at most as many lines as a text may have. */
export function limitLines(lines: readonly StackedLine[], { maxLines }: SceneText): readonly StackedLine[] {
  return maxLines !== null && lines.length > maxLines ? lines.slice(0, maxLines) : lines;
}

/** Keeps the lines that fit the box (at least one) and adds an ellipsis where text is missing. */
export function cutWithEllipsis(
  { lines, sizes, rubies }: Attempt,
  analysed: AnalysedText,
): readonly StackedLine[] {
  const { element, stacks } = analysed;
  const width = lineWidth(element);
  const count = countLinesThatFit(lines, element);
  // With wrapping, only a line of a single character can be wider than the box; it is kept.
  const isTooWide = ({ line }: StackedLine): boolean =>
    !element.wrap && line.width + line.inset > width + FIT_TOLERANCE_PX;
  if (count === lines.length && !lines.some(isTooWide)) return lines;
  return lines.slice(0, count).map((stacked, index) => {
    const hidesText = index === count - 1 && count < lines.length;
    if (!hidesText && !isTooWide(stacked)) return stacked;
    const cut = withEllipsis(stacked.line, width - stacked.line.inset);
    const again = stackLine(cut, sizes, stacks, element, stacked.before);
    return rubies === null ? again : raiseForRuby(again, rubies);
  });
}

function countLinesThatFit(lines: readonly StackedLine[], element: SceneText): number {
  const max = element.maxLines ?? Infinity;
  if (element.columns !== undefined) return Math.min(max, countLinesInColumns(lines, element));
  let count = 0;
  let height: number | null = null;
  for (const line of lines) {
    if (count >= max) break;
    height = addLine(height, line);
    if (count > 0 && height - line.trimBottom > element.height + FIT_TOLERANCE_PX) break;
    count++;
  }
  return count;
}
