/** A text in one style, or in runs. */
import type { TextElement } from '../../model/template.ts';
import { splitText, type TextRange } from '../../model/changes/style-text.ts';
import { unset } from '../../model/design.ts';

/** Makes a text of runs: what was selected in it is one of its own. */
export function splitIntoRuns(element: TextElement, range: TextRange | null): void {
  if (element.runs === undefined) splitText(element, range ?? { from: 0, to: 0 });
}

/** Makes one text of all runs; their styles are gone. */
export function joinRuns(element: TextElement): void {
  if (element.runs === undefined) return;
  element.text = element.runs.map(({ text }) => text).join('');
  unset(element, 'runs');
}
