import { useEffect } from 'react';
import { isField } from '../keep-focus.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import type { CommandTools } from './command.ts';
import { commandsForKeys } from './keys.ts';
import { isMac } from './platform.ts';

/**
 * Runs commands by their keys. Fields keep the keys that they need themselves.
 *
 * @param canEdit false: keys do nothing, because the page is only viewed
 */
export function useKeys(tools: CommandTools, canEdit: boolean): void {
  const store = useDesignerStore();
  useEffect(() => {
    if (!canEdit) return;
    /** Whether the focus was last in a field. A field that goes away leaves the focus nowhere. */
    let wasInField = false;
    const focus = ({ target }: FocusEvent) => void (wasInField = isField(target));
    const point = () => void (wasInField = false);
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const found = commandsForKeys(event);
      const command = found.find(({ canRun }) => canRun(store.getState())) ?? found[0];
      // The browser itself sends the events of the clipboard.
      if (command === undefined || ['copy', 'cut', 'paste', 'pasteInPlace'].includes(command.id)) return;
      const focused = event.target instanceof Element ? event.target : null;
      if (focused?.closest('[role="dialog"]') != null) return;
      // A dialog takes the focus a moment after it has opened.
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      const isNowhere = focused === null || focused === document.body;
      const isInField = isField(focused) || (isNowhere && wasInField);
      if (isInField && typesText(event)) return;
      const isOnCanvas = isNowhere || focused.closest('[data-canvas], [role="tree"]') !== null;
      // A field undoes its own typing first.
      if (undoesTyping(focused) && ['undo', 'redo'].includes(command.id)) return;
      if (command.isForCanvas && (isInField || !isOnCanvas)) return;
      // In the tree, arrows choose a layer, and Enter and Escape belong to it as well.
      const isInTree = focused?.closest('[role="tree"]') != null;
      const keysOfTree = event.shiftKey
        ? /^(Arrow|Page|Home$|End$|Enter$|Escape$)/u
        : /^(Arrow|Enter$|Escape$)/u;
      if (isInTree && keysOfTree.test(event.key) && !event.altKey) return;
      event.preventDefault();
      if (command.canRun(store.getState())) command.run(store, tools);
    };
    document.addEventListener('focusin', focus);
    document.addEventListener('pointerdown', point, { capture: true });
    window.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('focusin', focus);
      document.removeEventListener('pointerdown', point, { capture: true });
      window.removeEventListener('keydown', press);
    };
  }, [store, tools, canEdit]);
}

/** Whether a field takes a key as text, or to go about in it: with alt on a Mac, else with AltGr, too. */
function typesText(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.getModifierState('AltGraph')) return key.length === 1;
  if (ctrlKey || metaKey || (altKey && !isMac)) return false;
  return [...key].length === 1 || (shiftKey && /^(Page|Home$|End$)/u.test(key));
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
