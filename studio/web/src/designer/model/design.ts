/**
 * The design that is edited: a document, what is selected in it, and the edits that can be undone. Every edit
 * yields patches; undoing it applies the inverse ones. These functions do not change their arguments.
 */
import { applyPatches, enablePatches, produceWithPatches, type Draft, type Patch } from 'immer';
import type { TemplateDocument } from './template.ts';
import { listIds, pageOfElement } from './elements.ts';
import { pageInWork, showPage } from './pages.ts';
import { areRunningLast, putRunningLast } from './running.ts';
import type { KnownBoxes } from './known-boxes.ts';

enablePatches();

/** What an edit changes. */
export interface Content {
  readonly document: TemplateDocument;
  /** Ids of elements. */
  readonly selection: readonly string[];
}

/** One step of undo. */
interface Edit {
  readonly patches: readonly Patch[];
  readonly inverse: readonly Patch[];
  /** Edits in a row with the same key are undone together. */
  readonly joins: string | null;
  /** The places of the pages in work, before and after it: patches fit only there. */
  readonly pages: readonly [before: number, after: number];
}

export interface Design extends Content {
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
  /** The boxes of the last render, if some lengths are no numbers. */
  readonly boxes?: KnownBoxes;
}

/** A design without edits. */
export function openDesign(document: TemplateDocument): Design {
  return { document, selection: [], done: [], undone: [] };
}

export interface EditOptions {
  /** Edits in a row with the same key, such as the letters typed into a field, are undone together. */
  readonly joins?: string;
}

/**
 * Changes a design. A selection without a change of the document is no step of its own: undo skips it, and
 * restores what was selected before and after each step.
 *
 * @param recipe changes its argument. It sets a key to undefined instead of deleting it (`unset`), so that
 *   undo restores the order of keys.
 */
export function edit(
  design: Design,
  recipe: (content: Draft<Content>) => void,
  { joins }: EditOptions = {},
): Design {
  const { document, selection, done, undone, ...known } = design;
  const [next, patches, inverse] = produce({ document, selection }, recipe);
  if (next.document === document) return { ...known, ...next, done, undone };
  const last = done.at(-1);
  const pages = [pageInWork(document), pageInWork(next.document)] as const;
  const isSamePage = pages[0] === pages[1] && last?.pages[1] === pages[0];
  const isJoined = joins !== undefined && last?.joins === joins && undone.length === 0 && isSamePage;
  const step: Edit = isJoined
    ? { ...last, patches: [...last.patches, ...patches], inverse: [...inverse, ...last.inverse] }
    : // Whatever was selected in between is restored with this step.
      {
        patches: [...patches, { op: 'replace', path: ['selection'], value: next.selection }],
        inverse: [...inverse, { op: 'replace', path: ['selection'], value: selection }],
        joins: joins ?? null,
        pages,
      };
  const changed = { ...known, ...next, done: [...(isJoined ? done.slice(0, -1) : done), step], undone: [] };
  return followSelection(changed);
}

/** What a recipe makes: headers and footers stay the last of the elements. */
function produce(content: Content, recipe: (content: Draft<Content>) => void) {
  const made = produceWithPatches<Content>(content, recipe);
  const [{ document }, patches, inverse] = made;
  if (document.elements === content.document.elements || areRunningLast(document)) return made;
  const [next, more, back] = produceWithPatches<Content>(made[0], (draft) => putRunningLast(draft.document));
  return [next, [...patches, ...more], [...back, ...inverse]] as const;
}

/** Makes several edits one step of undo. */
export function inOneStep(design: Design, change: (design: Design) => Design): Design {
  const next = change(design);
  const steps = next.done.slice(design.done.length);
  if (steps.length < 2) return next;
  const step: Edit = {
    patches: steps.flatMap(({ patches }) => patches),
    inverse: steps.toReversed().flatMap(({ inverse }) => inverse),
    joins: null,
    pages: [steps[0]!.pages[0], steps.at(-1)!.pages[1]],
  };
  return { ...next, done: [...design.done, step] };
}

/** Changes only what is selected. The page that has it is in work then. */
export function select(design: Design, selection: readonly string[]): Design {
  const ids = listIds(design.document);
  return followSelection({ ...design, selection: [...new Set(selection)].filter((id) => ids.has(id)) });
}

/** Another page is in work, and nothing is selected. No step of undo. */
export function goToPage(design: Design, index: number): Design {
  const document = showPage(design.document, index);
  return document === design.document ? design : { ...design, document, selection: [] };
}

/** The page in work is that of what is selected first; elements of other pages are not selected. */
function followSelection(design: Design): Design {
  const { document, selection } = design;
  const [first] = selection;
  if (document.pages === undefined || first === undefined) return design;
  const index = pageOfElement(document, first);
  if (index === -1) return design;
  const shown = index === pageInWork(document) ? document : showPage(document, index);
  const own = new Set(selection.filter((id) => pageOfElement(shown, id) === index));
  const isWhole = own.size === selection.length;
  if (shown === document && isWhole) return design;
  return { ...design, document: shown, selection: isWhole ? selection : [...own] };
}

/** Undoes the last edit; the same design if there is none. */
export function undo(design: Design): Design {
  const { done, undone } = design;
  const last = done.at(-1);
  if (last === undefined) return design;
  const base = { ...design, document: showPage(design.document, last.pages[1]) };
  const undoneOne = { ...design, ...apply(base, last.inverse) };
  return followSelection({ ...undoneOne, done: done.slice(0, -1), undone: [...undone, last] });
}

/** Repeats the edit that was undone last; the same design if there is none. */
export function redo(design: Design): Design {
  const { done, undone } = design;
  const last = undone.at(-1);
  if (last === undefined) return design;
  const base = { ...design, document: showPage(design.document, last.pages[0]) };
  const doneAgain = { ...design, ...apply(base, last.patches) };
  return followSelection({ ...doneAgain, done: [...done, last], undone: undone.slice(0, -1) });
}

function apply({ document, selection }: Content, patches: readonly Patch[]): Content {
  return applyPatches<Content>({ document, selection }, patches);
}

/** Removes a key as a recipe must: its place among the keys is kept for undo. JSON leaves it out. */
export function unset<Target extends object>(target: Target, key: keyof Target): void {
  if (key in target) target[key] = undefined as never;
}
