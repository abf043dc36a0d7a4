/** The state of the designer of one template. React reads it through `useDesigner`; tests need no browser. */
import { createContext, use } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { TemplateDocument } from '../../../../../generated/template.ts';
import type { Schema } from '../../api/client.ts';
import { completeForDesign } from '../model/example-values.ts';
import { openDesign, redo, select, undo, type Design } from '../model/design.ts';

/** What the service has rendered last. */
export interface Rendered {
  /** The document that it shows. */
  readonly document: TemplateDocument;
  readonly report: Schema<'LayoutReport'>;
  readonly warnings: readonly Schema<'RenderWarning'>[];
}

/** What is seen of the page: its place in the canvas, in CSS pixels. */
export interface View {
  /** CSS pixels of the screen for one CSS pixel of the page; 1 is 100 %. */
  readonly zoom: number;
  /** The page's top left corner, from that of the canvas. */
  readonly x: number;
  readonly y: number;
}

/** What is kept for the designer beside the document. */
export interface DesignSettings {
  /** In the document's unit, from the page's left and top. */
  readonly guides: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly margins: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>> | null;
  /** Ids of elements that cannot be selected on the canvas. */
  readonly locked: readonly string[];
  readonly dataSets: readonly DataSet[];
}

/** Named example values. */
export interface DataSet {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

export const emptySettings: DesignSettings = {
  guides: { x: [], y: [] },
  margins: null,
  locked: [],
  dataSets: [],
};

export interface DesignerState {
  readonly templateId: string;
  readonly design: Design;
  readonly settings: DesignSettings;
  /** The data set that the canvas shows; null: the variables' defaults. */
  readonly dataSet: string | null;
  readonly view: View;
  readonly rendered: Rendered | null;
  /** Problems of the document, found by the service when it was saved or rendered last. */
  readonly problems: readonly Schema<'TemplateProblem'>[];
  /** The text element that is edited in place. */
  readonly textEdit: string | null;
  /** Runs a command: a function from design to design. */
  change(command: (design: Design) => Design): void;
  select(ids: readonly string[]): void;
  undo(): void;
  redo(): void;
  setView(view: Partial<View>): void;
  setSettings(change: Partial<DesignSettings>): void;
  set(change: Partial<Pick<DesignerState, 'dataSet' | 'rendered' | 'problems' | 'textEdit'>>): void;
}

export type DesignerStore = StoreApi<DesignerState>;

/** Opens the designer of a document. */
export function createDesigner(
  templateId: string,
  document: TemplateDocument,
  settings: DesignSettings = emptySettings,
): DesignerStore {
  return createStore<DesignerState>((set) => {
    const change = (command: (design: Design) => Design) =>
      set(({ design }) => ({ design: command(design) }));
    return {
      templateId,
      design: openDesign(document),
      settings,
      dataSet: null,
      view: { zoom: 1, x: 0, y: 0 },
      rendered: null,
      problems: [],
      textEdit: null,
      change,
      select: (ids) => change((design) => select(design, ids)),
      undo: () => change(undo),
      redo: () => change(redo),
      setView: (view) => set((state) => ({ view: { ...state.view, ...view } })),
      setSettings: (settings) => set((state) => ({ settings: { ...state.settings, ...settings } })),
      set,
    };
  });
}

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

/** The values that the canvas shows: those of the chosen data set. The same object until one of them changes. */
export function shownValues({
  dataSet,
  settings,
  design,
}: Pick<DesignerState, 'dataSet' | 'settings' | 'design'>): Readonly<Record<string, string>> {
  const values = settings.dataSets.find(({ name }) => name === dataSet)?.values ?? noValues;
  return completeForDesign(values, design.document.variables);
}

const noValues: Readonly<Record<string, string>> = {};
