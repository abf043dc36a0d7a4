import { useEffect } from 'react';
import { useDesignerStore } from '../state/use-designer.ts';
import type { CommandTools } from './command.ts';
import { commandsForKeys } from './keys.ts';

/**
 * Runs commands by their keys. Fields keep the keys that they need themselves.
 *
 * @param canEdit false: keys do nothing, because the page is only viewed
 */
export function useKeys(tools: CommandTools, canEdit: boolean): void {
  const store = useDesignerStore();
  useEffect(() => {
    if (!canEdit) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const found = commandsForKeys(event);
      const command = found.find(({ canRun }) => canRun(store.getState())) ?? found[0];
      // The browser itself sends the events of the clipboard.
      if (command === undefined || ['copy', 'cut', 'paste'].includes(command.id)) return;
      const focused = event.target instanceof Element ? event.target : null;
      if (focused?.closest('[role="dialog"]') != null) return;
      // A dialog takes the focus a moment after it has opened.
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      const isInField = focused?.closest('input, textarea, select, [contenteditable="true"]') != null;
      const isOnCanvas =
        focused === null ||
        focused === document.body ||
        focused.closest('[data-canvas], [role="tree"]') !== null;
      // A field undoes its own typing first.
      if (undoesTyping(focused) && ['undo', 'redo'].includes(command.id)) return;
      if (command.isForCanvas && (isInField || !isOnCanvas)) return;
      // In the tree, arrows choose a layer, and Enter and Escape belong to it as well.
      const isInTree = focused?.closest('[role="tree"]') != null;
      if (isInTree && /^(Arrow|Enter$|Escape$)/u.test(event.key) && !event.altKey) return;
      event.preventDefault();
      if (command.canRun(store.getState())) command.run(store, tools);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [store, tools, canEdit]);
}

/**
 * Whether the browser undoes what was typed into a field. Fields of properties have `data-undo="design"` as
 * long as they show what the design has: the browser would bring back a text that the page does not have.
 */
function undoesTyping(field: Element | null): boolean {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio', 'range'].includes(field.type)) return false;
  return (
    field?.matches('input:not([data-undo]), textarea:not([data-undo]), [contenteditable="true"]') ?? false
  );
}
