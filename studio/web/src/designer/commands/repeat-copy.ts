/** Copies in even steps: a copy that was moved is copied again by the same distance. */
import type { Design } from '../model/design.ts';
import { duplicateSelected, type CopyOffset } from '../model/changes/content.ts';
import { findElement, findElements } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import type { DesignerStore } from '../state/designer.ts';

/** Ids of what was copied last, and of its copies. */
interface LastCopy {
  readonly originals: readonly string[];
  readonly copies: readonly string[];
}

const lastCopies = new WeakMap<DesignerStore, LastCopy>();

/**
 * Copies what is selected, and notes it as the step that may be repeated.
 *
 * @param design what is copied from, such as before a gesture
 */
export function copyOnce(store: DesignerStore, design: Design, offset: CopyOffset): Design {
  const originals = findElements(design.document, design.selection).map(({ element }) => element.id);
  const copied = duplicateSelected(design, offset);
  lastCopies.set(store, { originals, copies: copied.selection });
  return copied;
}

/** How far the selected copies lie from their originals; null: they are not those of the last step. */
export function lastStep(store: DesignerStore, design: Design): CopyOffset | null {
  const { selection } = design;
  const document = seenDocument(design);
  const last = lastCopies.get(store);
  if (last === undefined || last.copies.join('\n') !== selection.join('\n')) return null;
  const original = findElement(document, last.originals[0] ?? '')?.element;
  const copy = findElement(document, last.copies[0] ?? '')?.element;
  if (original === undefined || copy === undefined) return null;
  return { x: copy.x - original.x, y: copy.y - original.y };
}
