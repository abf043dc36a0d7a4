/** The state of the designer of one template. React reads it through `useDesigner`; tests need no browser. */
import { createStore, type StoreApi } from 'zustand';
import type { TemplateDocument, TemplateVariable } from '../model/template.ts';
import type { Schema } from '../../api/client.ts';
import { needsBoxes, readBoxes } from '../model/known-boxes.ts';
import { idInWork } from '../model/pages.ts';
import type { PageCounts } from '../model/result-pages.ts';
import { distanceOfWork } from '../model/place-pages.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import type { Values } from '../model/values.ts';
import type { Added } from '../model/changes/draw.ts';
import type { NodePlace, PathNode } from '../model/path-nodes.ts';
import type { TextRange } from '../model/changes/style-text.ts';
import { edit, openDesign, redo, select, undo, type Design } from '../model/design.ts';
import { readMarks, type Marks } from '../model/marks.ts';
import { emptySettings, type DesignSettings } from './design-settings.ts';
import type { Gesture } from './gesture.ts';
import { limitCopies } from './limit-copies.ts';

/** What the service has rendered last. */
export interface Rendered {
  readonly report: Schema<'LayoutReport'>;
  readonly warnings: readonly Schema<'RenderWarning'>[];
}

/** A page that was rendered. */
export interface RenderedPage extends Rendered {
  /** In the document's unit. */
  readonly pageHeight: number;
}

/** What a preflight has found. */
export interface Preflight {
  /** Of all pages. */
  readonly findings: readonly Schema<'RenderWarning'>[];
  /** The document that was checked. */
  readonly document: TemplateDocument;
}

/** What is seen of the page: its place in the canvas, in CSS pixels. */
export interface View {
  /** CSS pixels of the screen for one CSS pixel of the page; 1 is 100 %. */
  readonly zoom: number;
  /** The page's top left corner, from that of the canvas. */
  readonly x: number;
  readonly y: number;
  /** The page is fitted into the canvas, at most at this zoom. Null: somebody chose what is seen. */
  readonly fitUpTo: number | null;
}

/** Scaling what is selected with all its lengths. */
export type Tool = 'scale';

/** Example values of a template. */
export interface Example {
  readonly values: Values;
  readonly variables: readonly TemplateVariable[];
}

export interface DesignerState {
  readonly templateId: string;
  readonly design: Design;
  readonly settings: DesignSettings;
  /** The template's example values, and the variables that the service has checked them with. */
  readonly example: Example;
  /** The data set that the canvas shows; null: the example values, or else the variables' defaults. */
  readonly dataSet: string | null;
  readonly view: View;
  /** Of the page in work. */
  readonly rendered: Rendered | null;
  /** By the ids of pages; null: that of a document without `pages`. */
  readonly renderedPages: ReadonlyMap<string | null, RenderedPage>;
  readonly pageCounts: PageCounts;
  /** Which of the pages that a page has become is shown, by its id, from 1; 1 where it is not listed. */
  readonly shownNumbers: Readonly<Record<string, number>>;
  /** Problems of the document, found by the service when it was saved or rendered last. */
  readonly problems: readonly Schema<'TemplateProblem'>[];
  /** The last change has no picture: it is refused, or the service is out of reach. */
  readonly isBlind: boolean;
  /** Null until somebody asks for one. */
  readonly preflight: Preflight | null;
  /** The text element that is edited in place. */
  readonly textEdit: string | null;
  /** The part of a text that was selected last while it was edited in place. */
  readonly textRange: (TextRange & { readonly id: string }) | null;
  /** The image of which the part that is seen is chosen on the canvas: the only one that is selected. */
  readonly cropping: string | null;
  /** The outline whose points are moved on the canvas, and the chosen point. */
  readonly points: { readonly id: string; readonly at: NodePlace | null } | null;
  /** The points that the pen has drawn on the page; null: it is not in hand. */
  readonly pen: readonly PathNode[] | null;
  /** What a tool has added last: dragging on the page draws it. */
  readonly added: Added | null;
  /** Whether the canvas shows the picture alone. */
  readonly isPreview: boolean;
  /** What the pointer does next on the canvas; null: it selects and moves. */
  readonly tool: Tool | null;
  /** Whether texts are found and replaced. */
  readonly isFinding: boolean;
  /** Which dialog of the library is open. */
  readonly libraryDialog: 'items' | 'save' | null;
  /** Whether copies of the library are more than the settings may have: the first are no longer noted. */
  readonly hasForgotten: boolean;
  /** What the pointer is doing on the canvas. */
  readonly gesture: Gesture | null;
  /** The element under the pointer. */
  readonly hovered: string | null;
  /** Runs a command: a function from design to design. */
  readonly change: (command: (design: Design) => Design) => void;
  /** Replaces the design while a gesture lasts: each of its moves starts from the same design. */
  readonly replace: (design: Design, gesture?: Gesture | null) => void;
  readonly select: (ids: readonly string[]) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** The page is no longer fitted, unless the view says so. */
  readonly setView: (view: Partial<View>) => void;
  /**
   * No step of undo: of data sets, and of what somebody else has saved. Copies of the library are at most as
   * many as the contract allows.
   */
  readonly setSettings: (change: Partial<DesignSettings>) => void;
  /** Sets guides, margins or locks: a step of undo. */
  readonly setMarks: (change: Partial<Marks>) => void;
  readonly set: (change: Partial<Settable>) => void;
  /** A page was rendered, in work or not. */
  readonly setRendered: (id: string | null, page: Rendered) => void;
}

type Settable = Pick<
  DesignerState,
  | 'dataSet'
  | 'example'
  | 'pageCounts'
  | 'shownNumbers'
  | 'problems'
  | 'isBlind'
  | 'textEdit'
  | 'textRange'
  | 'cropping'
  | 'added'
  | 'points'
  | 'pen'
  | 'gesture'
  | 'hovered'
  | 'isPreview'
  | 'isFinding'
  | 'libraryDialog'
  | 'tool'
  | 'preflight'
>;

export type DesignerStore = StoreApi<DesignerState>;

/** Opens the designer of a document. */
export function createDesigner(
  templateId: string,
  document: TemplateDocument,
  settings: DesignSettings = emptySettings,
  example: Example = noExample,
): DesignerStore {
  return createStore<DesignerState>((set) => {
    const change = (command: (design: Design) => Design) =>
      set((state) => follow(state, command(state.design)));
    return {
      templateId,
      design: openDesign(document, readMarks(settings)),
      settings,
      example,
      dataSet: null,
      view: { zoom: 1, x: 0, y: 0, fitUpTo: null },
      rendered: null,
      renderedPages: new Map(),
      pageCounts: { all: 1, byId: {} },
      shownNumbers: {},
      problems: [],
      isBlind: false,
      preflight: null,
      textEdit: null,
      textRange: null,
      cropping: null,
      added: null,
      points: null,
      pen: null,
      isPreview: false,
      isFinding: false,
      libraryDialog: null,
      hasForgotten: false,
      tool: null,
      gesture: null,
      hovered: null,
      change,
      replace: (design, gesture) =>
        set((state) => {
          const { boxes } = state.design;
          return {
            // What was rendered since the gesture began is newer than what it began with.
            ...follow(state, boxes === undefined ? design : { ...design, boxes }),
            ...(gesture === undefined ? {} : { gesture }),
          };
        }),
      select: (ids) => change((design) => select(design, ids)),
      undo: () => change(undo),
      redo: () => change(redo),
      setView: (view) => set((state) => ({ view: { ...state.view, fitUpTo: null, ...view } })),
      setSettings: (change) =>
        set((state) => {
          const copies = change.library === undefined ? null : limitCopies(change.library);
          const settings = {
            ...state.settings,
            ...change,
            ...(copies === null ? {} : { library: copies.kept }),
          };
          const design = { ...state.design, marks: readMarks(settings) };
          return { settings, design, hasForgotten: state.hasForgotten || copies?.isShortened === true };
        }),
      setMarks: (marks) =>
        change((design) => edit(design, (content) => void Object.assign(content.marks, marks))),
      set: (change) => set(change),
      setRendered: (id, { report, warnings }) =>
        set(({ design, renderedPages }) => {
          const pageHeight = report.page.height / pixelsPerUnit(design.document);
          const page: RenderedPage = { report, warnings, pageHeight };
          const pages = { renderedPages: new Map(renderedPages).set(id, page) };
          if (id !== idInWork(design.document)) return pages;
          return { ...pages, rendered: page, design: withBoxes(design, page) };
        }),
    };
  });
}

/** Another page may be in work in a design: what is seen stays where it is on the screen. */
function follow(state: DesignerState, design: Design): Partial<DesignerState> {
  const before = state.design.document;
  const { document } = design;
  const id = idInWork(document);
  const isMarked = design.marks !== state.design.marks;
  const isOther = state.cropping !== null && design.selection.join('\n') !== state.cropping;
  const marked = {
    ...(isMarked ? { settings: { ...state.settings, ...design.marks } } : {}),
    ...(isOther ? { cropping: null } : {}),
    ...(state.points !== null && design.selection.join('\n') !== state.points.id ? { points: null } : {}),
    ...(state.added !== null && design.document !== state.added.after.document ? { added: null } : {}),
    ...(design.selection.length === 0 ? { added: null } : {}),
  };
  if (id === idInWork(before)) return { design, ...marked };
  const { view, renderedPages } = state;
  const rendered = renderedPages.get(id) ?? null;
  const { x, y } = distanceOfWork(before, document, renderedPages);
  const factor = view.zoom * pixelsPerUnit(document);
  const { boxes: _, ...own } = design;
  return {
    ...marked,
    design: rendered === null ? own : withBoxes(own, rendered),
    view: { ...view, x: view.x + x * factor, y: view.y + y * factor, fitUpTo: null },
    rendered,
    textEdit: null,
    hovered: null,
  };
}

/** A design whose lengths a layout decides keeps what they were rendered as. */
function withBoxes(design: Design, { report }: Rendered): Design {
  if (!needsBoxes(design.document)) return design;
  return { ...design, boxes: readBoxes(report, pixelsPerUnit(design.document)) };
}

export const noVariables: readonly TemplateVariable[] = [];
const noExample: Example = { values: {}, variables: noVariables };
