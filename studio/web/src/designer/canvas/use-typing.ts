import { useLayoutEffect, useRef, type RefObject } from 'react';
import { movePlace } from '../model/merge/merge-text.ts';
import { useDesignerStore } from '../state/use-designer.ts';

interface Typing {
  /** Undoes or repeats what was done in this text since it is edited, and nothing before. */
  readonly undoTyping: (which: 'undo' | 'redo') => void;
  /** The field has this text itself: it was typed there. */
  readonly showCaret: (text: string) => void;
}

/** The steps and the caret of a text that is edited in place, while others may type in it, too. */
export function useTyping(id: string, text: string, field: RefObject<HTMLTextAreaElement | null>): Typing {
  const store = useDesignerStore();
  const first = useRef<number | null>(null);
  first.current ??= store.getState().design.done.length;
  /** How much of it can be repeated. */
  const taken = useRef(0);
  const shown = useRef(text);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = text;
    if (before === text || field.current === null) return;
    // React puts the caret behind a text that was not typed here.
    const range = store.getState().textRange;
    const { from, to } = range?.id === id ? range : { from: text.length, to: text.length };
    field.current.setSelectionRange(movePlace(from, before, text), movePlace(to, before, text));
  }, [id, text, store, field]);
  return {
    undoTyping(which) {
      const { design, undo, redo, textEdit, set } = store.getState();
      if (which === 'redo' ? taken.current === 0 : design.done.length <= first.current!) return;
      taken.current += which === 'redo' ? -1 : 1;
      if (which === 'redo') redo();
      else undo();
      // The text may have had another name.
      const [selected] = store.getState().design.selection;
      if (textEdit === id && selected !== undefined && selected !== id) set({ textEdit: selected });
    },
    showCaret(typed) {
      shown.current = typed;
      taken.current = 0;
    },
  };
}
