import { Annotation, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** Marks changes of the text that come from the design. */
export const fromDesign = Annotation.define<boolean>();

/** Changes only the part of the text that differs, so that the cursor stays where it is. */
export function followDocument(view: EditorView, text: string): void {
  const shown = view.state.doc.toString();
  if (shown === text) return;
  const shortest = Math.min(shown.length, text.length);
  let start = 0;
  while (start < shortest && shown[start] === text[start]) start += 1;
  let end = 0;
  while (end < shortest - start && shown.at(-1 - end) === text.at(-1 - end)) end += 1;
  view.dispatch({
    changes: { from: start, to: shown.length - end, insert: text.slice(start, text.length - end) },
    annotations: [fromDesign.of(true), Transaction.addToHistory.of(false)],
  });
}
