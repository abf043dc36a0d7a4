import type { SceneText } from '../../scene/text.ts';
import { roundedLength, sufficientLength, type LengthUnit } from '../../../common/lengths/units.ts';
import { lineWidth, splitColumns } from './columns.ts';
import { stackHeight, type StackedLine } from './place-lines.ts';

/**
 * Says that the lines of a text do not fit its box, and by how much.
 *
 * @param element as it is laid out: a vertical text has its sides exchanged
 * @param unit of the template
 */
export function describeOverflow(
  element: SceneText,
  lines: readonly StackedLine[],
  unit: LengthUnit,
): string {
  const { width, height, maxLines, columns, isVertical = false } = element;
  const available = lineWidth(element);
  const needed = columns === undefined ? 1 : splitColumns(lines, element).length;
  const widest = Math.max(0, ...lines.map(({ line }) => line.width + line.inset));
  const sum = stackHeight(lines);
  const own = lines.length === 1 ? 'its line is' : `its ${lines.length} lines are`;
  const [along, across] = isVertical ? ['high', 'wide'] : ['wide', 'high'];
  const enough = (length: number): string => `${sufficientLength(length, unit)} ${unit}`;
  const reasons = [
    ...(columns === undefined && sum > height ? [`${own} ${enough(sum)} ${across}`] : []),
    ...(columns !== undefined && needed > columns.count
      ? [`its ${lines.length} lines take ${needed} columns, and it has ${columns.count}`]
      : []),
    ...(widest > available ? [`${lines.length === 1 ? 'its' : 'a'} line is ${enough(widest)} ${along}`] : []),
    ...(maxLines !== null && lines.length > maxLines ? [`maxLines is ${maxLines} of ${lines.length}`] : []),
  ];
  const why = reasons.length === 0 ? '' : `: ${reasons.join(', and ')}`;
  const sides = [width, height].map((side) => roundedLength(side, unit));
  const box = (isVertical ? sides.toReversed() : sides).join(' × ');
  const room = height === Infinity ? `path of ${sides[0]} ${unit}` : `box of ${box} ${unit}`;
  return `The text does not fit its ${room}${why}.`;
}
