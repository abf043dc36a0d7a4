import type { SceneText } from '../scene.ts';
import { lineWidth, splitColumns } from './columns.ts';
import { stackHeight, type StackedLine } from './place-lines.ts';

/** Says that the lines of a text do not fit its box, and by how much. */
export function describeOverflow(element: SceneText, lines: readonly StackedLine[]): string {
  const { width, height, maxLines, columns } = element;
  const available = lineWidth(element);
  const needed = columns === undefined ? 1 : splitColumns(lines, element).length;
  const widest = Math.max(0, ...lines.map(({ line }) => line.width + line.inset));
  const sum = stackHeight(lines);
  const own = lines.length === 1 ? 'its line is' : `its ${lines.length} lines are`;
  const reasons = [
    ...(columns === undefined && sum > height ? [`${own} ${up(sum)} px high`] : []),
    ...(columns !== undefined && needed > columns.count
      ? [`its ${lines.length} lines take ${needed} columns, and it has ${columns.count}`]
      : []),
    ...(widest > available ? [`${lines.length === 1 ? 'its' : 'a'} line is ${up(widest)} px wide`] : []),
    ...(maxLines !== null && lines.length > maxLines ? [`maxLines is ${maxLines} of ${lines.length}`] : []),
  ];
  const why = reasons.length === 0 ? '' : `: ${reasons.join(', and ')}`;
  const room =
    height === Infinity ? `path of ${round(width)} px` : `box of ${round(width)} × ${round(height)} px`;
  return `The text does not fit its ${room}${why}.`;
}

/** A whole number of pixels that is enough. */
function up(length: number): number {
  return Math.ceil(length - 0.01);
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
