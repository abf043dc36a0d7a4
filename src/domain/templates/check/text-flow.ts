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
  if (path !== undefined && element.opticalMargins === true) {
    const detail = 'A text on a path has no margins that its punctuation could hang into.';
    return [{ pointer: `${pointer}/opticalMargins`, detail }];
  }
  const crowded = (element.runs ?? []).findIndex(
    ({ icon, ruby }) => icon !== undefined && ruby !== undefined,
  );
  if (crowded !== -1) {
    const detail = 'A run with an icon has no reading; give the icon a run of its own.';
    return [{ pointer: `${pointer}/runs/${crowded}/ruby`, detail }];
  }
  const fitting = checkFitting(element, pointer);
  if (fitting !== null) return [fitting];
  const room = writingMode === 'vertical-rl' ? height : width;
  // Layouts and content decide a side that is no number.
  if (columnGap === undefined || typeof room !== 'number') return [];
  if ((columns - 1) * columnGap < room || columns === 1) return [];
  const detail = `${columns} columns with gaps of ${columnGap} leave no room in ${room}.`;
  return [{ pointer: `${pointer}/columnGap`, detail }];
}

/** Checks the keys of a text that is as large as its box allows. */
function checkFitting(
  { width, height, textFit = 'none', minFontSize = 0, maxFontSize }: TextElement,
  pointer: string,
): TemplateProblem | null {
  if (textFit === 'none') {
    const detail = '"maxFontSize" is the limit of "textFit": "box", which the text does not have.';
    return maxFontSize === undefined ? null : { pointer: `${pointer}/maxFontSize`, detail };
  }
  const hugging = width === 'hug' ? 'width' : height === 'hug' ? 'height' : null;
  if (hugging !== null) {
    const detail = `A text that fits its box cannot hug itself: give it another "${hugging}".`;
    return { pointer: `${pointer}/textFit`, detail };
  }
  if (maxFontSize === undefined || maxFontSize >= minFontSize) return null;
  const detail = `expected at least "minFontSize", ${minFontSize}, got ${maxFontSize}.`;
  return { pointer: `${pointer}/maxFontSize`, detail };
}
