import type { TextElement } from '../../../../generated/template.ts';
import type { TemplateProblem } from './problem.ts';

/** Checks the keys that decide where the lines of a text run. */
export function checkTextFlow(element: TextElement, pointer: string): TemplateProblem[] {
  const { width, columns = 1, columnGap } = element;
  if (columnGap === undefined || (columns - 1) * columnGap < width || columns === 1) return [];
  const detail = `${columns} columns with gaps of ${columnGap} leave no room in a width of ${width}.`;
  return [{ pointer: `${pointer}/columnGap`, detail }];
}
