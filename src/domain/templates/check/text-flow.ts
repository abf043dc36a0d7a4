import type { TextElement } from '../../../../generated/template.ts';
import type { TemplateProblem } from './problem.ts';

/** Checks the keys that decide where the lines of a text run. */
export function checkTextFlow(element: TextElement, pointer: string): TemplateProblem[] {
  const { width, height, columns = 1, columnGap, path, writingMode } = element;
  if (path !== undefined && writingMode === 'vertical-rl') {
    return [{ pointer: `${pointer}/writingMode`, detail: 'A text on a path has no vertical lines.' }];
  }
  if (path !== undefined && columns > 1) {
    return [{ pointer: `${pointer}/columns`, detail: 'A text on a path has one line and no columns.' }];
  }
  const crowded = (element.runs ?? []).findIndex(
    ({ icon, ruby }) => icon !== undefined && ruby !== undefined,
  );
  if (crowded !== -1) {
    const detail = 'A run with an icon has no reading; give the icon a run of its own.';
    return [{ pointer: `${pointer}/runs/${crowded}/ruby`, detail }];
  }
  const room = writingMode === 'vertical-rl' ? height : width;
  // Layouts and content decide a side that is no number.
  if (columnGap === undefined || typeof room !== 'number') return [];
  if ((columns - 1) * columnGap < room || columns === 1) return [];
  const detail = `${columns} columns with gaps of ${columnGap} leave no room in ${room}.`;
  return [{ pointer: `${pointer}/columnGap`, detail }];
}
