import { readTree, type DocumentTree, type Slot } from './document-tree.ts';

/**
 * What both had before: a save whose answer was lost, if the service has more of what it has changed than of
 * what was there before. What others have added under the same name says nothing. One save at most can have
 * arrived, since each was sent with the same tag.
 *
 * @param known what the service had before these saves
 * @param unanswered the saves, each with all that was changed until then
 */
export function findBase(known: object, unanswered: readonly object[], theirs: object): object {
  let [base, most] = [known, 0];
  for (const saved of unanswered) {
    const count = countArrived(known, saved, theirs);
    // Of the same, the one that was sent last has what the others have.
    if (count > 0 && count >= most) [base, most] = [saved, count];
  }
  return base;
}

/** How much of what a save has changed is there, less what is there as it was before. */
function countArrived(known: object, saved: object, theirs: object): number {
  const trees = [known, saved, theirs].map(readTree);
  const isInBoth = (key: string) => trees[0]?.has(key) === true && trees[1]?.has(key) === true;
  const [was, own, other] = [known, saved, theirs].map((document, index) =>
    listParts(trees[index] ?? null, document, isInBoth),
  ) as [Parts, Parts, Parts];
  let count = 0;
  for (const part of new Set([...was.keys(), ...own.keys()])) {
    if (was.get(part) === own.get(part)) continue;
    if (other.get(part) === own.get(part)) count += 1;
    else if (other.get(part) === was.get(part)) count -= 1;
  }
  return count;
}

type Parts = ReadonlyMap<string, string>;

/** Keys of the nodes that both have, and each other node as a whole. Without ids: the document as one. */
function listParts(tree: DocumentTree | null, document: object, isInBoth: (key: string) => boolean): Parts {
  if (tree === null) return new Map([['', JSON.stringify(document)]]);
  const parts = new Map<string, string>();
  for (const [key, { own, held }] of tree) {
    if (!isInBoth(key)) {
      parts.set(key, JSON.stringify(own));
      continue;
    }
    for (const [name, value] of Object.entries(own)) {
      // What others have added may have the same name.
      const inner = held[name as Slot]?.filter(isInBoth);
      parts.set(`${key}\n${name}`, JSON.stringify(inner ?? value));
    }
  }
  return parts;
}
