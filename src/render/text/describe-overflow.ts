import type { SceneText } from '../scene.ts';
import type { StackedLine } from './place-lines.ts';

/** Says that the lines of a text do not fit its box, and by how much. */
export function describeOverflow(
  { width, height, maxLines }: SceneText,
  lines: readonly StackedLine[],
): string {
  const widest = Math.max(0, ...lines.map(({ line }) => line.width));
  const sum = lines.reduce((total, line) => total + line.height, 0);
  const own = lines.length === 1 ? 'its line is' : `its ${lines.length} lines are`;
  const reasons = [
    ...(sum > height ? [`${own} ${up(sum)} px high`] : []),
    ...(widest > width ? [`${lines.length === 1 ? 'its' : 'a'} line is ${up(widest)} px wide`] : []),
    ...(maxLines !== null && lines.length > maxLines ? [`maxLines is ${maxLines} of ${lines.length}`] : []),
  ];
  const why = reasons.length === 0 ? '' : `: ${reasons.join(', and ')}`;
  return `The text does not fit its box of ${round(width)} × ${round(height)} px${why}.`;
}

/** A whole number of pixels that is enough. */
function up(length: number): number {
  return Math.ceil(length - 0.01);
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
