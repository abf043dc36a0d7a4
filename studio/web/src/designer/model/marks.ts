/** What lies over a design for those who edit it, and is no part of its document. */
import { isSame } from './merge/same.ts';
import { mergeSets } from './merge/merge-lists.ts';

export interface Marks {
  /** In the document's unit, from the page's left and top. */
  readonly guides: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly margins: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>> | null;
  /** Ids of elements that cannot be selected on the canvas. */
  readonly locked: readonly string[];
}

export const noMarks: Marks = { guides: { x: [], y: [] }, margins: null, locked: [] };

/** The marks in settings, which have more. */
export function readMarks({ guides, margins, locked }: Marks): Marks {
  return { guides, margins, locked };
}

/** The marks that both sides have set. */
export function mergeMarks({
  base,
  mine,
  theirs,
}: Readonly<Record<'base' | 'mine' | 'theirs', Marks>>): Marks {
  if (base === theirs) return mine;
  const guides = (axis: 'x' | 'y') => mergeSets(base.guides[axis], mine.guides[axis], theirs.guides[axis]);
  return {
    guides: { x: guides('x'), y: guides('y') },
    margins: isSame(base.margins, mine.margins) ? theirs.margins : mine.margins,
    locked: mergeSets(base.locked, mine.locked, theirs.locked),
  };
}
