import { createContext, use, useDeferredValue, useRef } from 'react';
import { useStore } from 'zustand';
import type { Design } from '../model/design.ts';
import type { TemplateDocument } from '../model/template.ts';
import type { DesignerStore, DesignerState } from './designer.ts';

export const DesignerContext = createContext<DesignerStore | null>(null);

/** The designer around a component, to read and change it in events. */
export function useDesignerStore(): DesignerStore {
  const store = use(DesignerContext);
  if (store === null) throw new Error('There is no designer around this component.');
  return store;
}

/** A part of the designer's state. The component renders again when that part changes. */
export function useDesigner<Part>(select: (state: DesignerState) => Part): Part {
  return useStore(useDesignerStore(), select);
}

/** The design as panels show it: while the pointer changes it, the canvas shows that first. */
export function useDesignOfPanels(): Design {
  const design = useDesigner((state) => state.design);
  const isChanging = useDesigner(({ gesture }) => gesture !== null);
  const deferred = useDeferredValue(design);
  return isChanging ? deferred : design;
}

/** The document, without the steps of a gesture: expensive views wait for the gesture to end. */
export function useSettledDocument(): TemplateDocument {
  const settled = useDesigner(({ gesture, design }) => (gesture === null ? design.document : null));
  const last = useRef(useDesignerStore().getState().design.document);
  if (settled !== null) last.current = settled;
  return last.current;
}
