import type { TextElement } from '../../../../generated/template.ts';
import type { TemplateProblem } from './problem.ts';

/** Checks the keys that decide where the lines of a text run. */
export function checkTextFlow(element: TextElement, pointer: string): TemplateProblem[] {
  const { width, columns = 1, columnGap, path } = element;
  if (path !== undefined && columns > 1) {
    return [{ pointer: `${pointer}/columns`, detail: 'A text on a path has one line and no columns.' }];
  }
  if (columnGap === undefined || (columns - 1) * columnGap < width || columns === 1) return [];
  const detail = `${columns} columns with gaps of ${columnGap} leave no room in a width of ${width}.`;
  return [{ pointer: `${pointer}/columnGap`, detail }];
}
