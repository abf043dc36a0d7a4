/** A text in one style, or in runs. */
import type { TextElement } from '../../../../../../generated/template.ts';
import { unset } from '../../model/design.ts';

/** Makes a text of one run. */
export function splitIntoRuns(element: TextElement): void {
  if (element.runs !== undefined) return;
  element.runs = [{ text: element.text ?? '' }];
  unset(element, 'text');
}

/** Makes one text of all runs; their styles are gone. */
export function joinRuns(element: TextElement): void {
  if (element.runs === undefined) return;
  element.text = element.runs.map(({ text }) => text).join('');
  unset(element, 'runs');
}
