/**
 * The design that is edited: a document, its guides and locks, what is selected, and the edits that can be
 * undone. An edit keeps what was there before and after it. Undoing it takes back what it has changed, and
 * nothing that somebody else has changed since. These functions do not change their arguments.
 */
import { produce, type Draft } from 'immer';
import type { TemplateDocument } from './template.ts';
import { listIds, pageOfElement } from './elements.ts';
import { closePages, openPages, pageInWork, showPage } from './pages.ts';
import { areRunningLast, putRunningLast } from './running.ts';
import type { KnownBoxes } from './known-boxes.ts';
import { mergeMarks, noMarks, type Marks } from './marks.ts';
import { mergeDocuments } from './merge/merge-documents.ts';
import { isSame } from './merge/same.ts';

/** What an edit changes. */
export interface Content {
  readonly document: TemplateDocument;
  /** Ids of elements. */
  readonly selection: readonly string[];
  readonly marks: Marks;
}

/** One step of undo. */
export interface Edit {
  readonly before: Content;
  readonly after: Content;
  /** Edits in a row with the same key are undone together. */
  readonly joins: string | null;
}

export interface Design extends Content {
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
  /** The boxes of the last render, if some lengths are no numbers. */
  readonly boxes?: KnownBoxes;
}

/** A design without edits. */
export function openDesign(document: TemplateDocument, marks: Marks = noMarks): Design {
  return { document, marks, selection: [], done: [], undone: [] };
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
  const { document, selection, marks, done, undone, ...known } = design;
  const before: Content = { document, selection, marks };
  const after = change(before, recipe);
  if (after.document === document && after.marks === marks) return { ...known, ...after, done, undone };
  const last = done.at(-1);
  const isSamePage =
    pageInWork(document) === pageInWork(after.document) &&
    last !== undefined &&
    pageInWork(last.after.document) === pageInWork(document);
  // What has arrived since is not of this step.
  const isOwn = last?.after.document === document && isSame(last.after.marks, marks);
  const isJoined = joins !== undefined && last?.joins === joins && undone.length === 0 && isSamePage && isOwn;
  // Whatever was selected in between is restored with this step.
  const step: Edit = isJoined ? { ...last, after } : { before, after, joins: joins ?? null };
  const changed = { ...known, ...after, done: [...(isJoined ? done.slice(0, -1) : done), step], undone: [] };
  return followSelection(changed);
}

/** What a recipe makes: headers and footers stay the last of the elements. */
function change(content: Content, recipe: (content: Draft<Content>) => void): Content {
  const made = produce(content, (draft) => void recipe(draft));
  if (made.document.elements === content.document.elements || areRunningLast(made.document)) return made;
  return produce(made, (draft) => putRunningLast(draft.document));
}

/** Makes several edits one step of undo. */
export function inOneStep(design: Design, change: (design: Design) => Design): Design {
  const next = change(design);
  const steps = next.done.slice(design.done.length);
  if (steps.length < 2) return next;
  const step: Edit = { before: steps[0]!.before, after: steps.at(-1)!.after, joins: null };
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
  const next = goTo(design, last.after, last.before);
  return followSelection({ ...next, done: done.slice(0, -1), undone: [...undone, last] });
}

/** Repeats the edit that was undone last; the same design if there is none. */
export function redo(design: Design): Design {
  const { done, undone } = design;
  const last = undone.at(-1);
  if (last === undefined) return design;
  const next = goTo(design, last.before, last.after);
  return followSelection({ ...next, done: [...done, last], undone: undone.slice(0, -1) });
}

/** Changes what differs between two contents, unless somebody else has changed it since. */
function goTo(design: Design, from: Content, to: Content): Design {
  const [base, mine, theirs] = [from, to, design].map(({ document }) => closePages(document));
  const marks = mergeMarks({ base: from.marks, mine: to.marks, theirs: design.marks });
  if (base === theirs) return { ...design, document: to.document, marks, selection: to.selection };
  const merged = mergeDocuments({ base: base!, mine: mine!, theirs: theirs! }, { prefer: 'theirs' });
  const document = openPages(merged.document, pageInWork(to.document));
  const ids = listIds(document);
  const selection = to.selection.map((id) => merged.renamed.get(id) ?? id).filter((id) => ids.has(id));
  return { ...design, document, marks, selection };
}

/** Removes a key as a recipe must: its place among the keys is kept for undo. JSON leaves it out. */
export function unset<Target extends object>(target: Target, key: keyof Target): void {
  if (key in target) target[key] = undefined as never;
}
