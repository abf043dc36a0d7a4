/** Commands that copy the look of an element to others. */
import { applyStyle, readStyle, type CopiedStyle } from '../fields/values/copy-style.ts';
import { changeSelected } from '../model/changes/content.ts';
import { findElements } from '../model/elements.ts';
import { command, hasSelection, type Command } from './command.ts';

let copied: CopiedStyle | null = null;

export const styleCommands: readonly Command[] = [
  command('copyStyle', { keys: ['mod+alt+c'], canRun: hasSelection }, (store) => {
    const { document, selection } = store.getState().design;
    const [first] = findElements(document, selection);
    if (first !== undefined) copied = readStyle(first.element);
  }),
  command(
    'pasteStyle',
    { keys: ['mod+alt+v'], canRun: (state) => copied !== null && hasSelection(state) },
    (store) => {
      const style = copied;
      if (style === null) return;
      store.getState().change((design) => changeSelected(design, (element) => applyStyle(element, style)));
    },
  ),
];
