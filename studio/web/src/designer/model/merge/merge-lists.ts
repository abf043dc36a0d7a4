/** Three-way merges of lists: what both sides have changed since they had the same. */

/** The items of both sides, each once: what either has added is there, what either has removed is not. */
export function mergeSets<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
): Item[] {
  const textOf = (item: Item) => JSON.stringify(item);
  const [known, own, other] = [base, mine, theirs].map((list) => new Set(list.map(textOf)));
  const stays = (item: Item) =>
    !known!.has(textOf(item)) || (own!.has(textOf(item)) && other!.has(textOf(item)));
  const added = mine.filter((item) => !other!.has(textOf(item)));
  return [...theirs, ...added].filter(stays);
}

/**
 * The order of items that are in one list or in both. It is theirs, unless mine has changed it. What the
 * other list has more stands behind what it stood behind there; what was its last, in front of all, stays so.
 *
 * @param isIn whether an item is in the merged list
 */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  isIn: (item: string) => boolean,
): string[] {
  const [own, other] = [mine.filter(isIn), theirs.filter(isIn)];
  const isMoved = !hasSameOrder(base, own);
  const [order, more] = isMoved ? [[...own], other] : [[...other], own];
  const there = new Set(order);
  for (const [index, item] of more.entries()) {
    if (there.has(item)) continue;
    const isLast = !more.slice(index + 1).some((each) => there.has(each));
    const before = more.slice(0, index).findLast((each) => there.has(each));
    const at = before === undefined ? 0 : order.indexOf(before) + 1;
    order.splice(isLast ? order.length : at, 0, item);
    there.add(item);
  }
  return order;
}

/** Whether what is in both lists has the same order. */
function hasSameOrder(base: readonly string[], list: readonly string[]): boolean {
  const [known, own] = [new Set(base), new Set(list)];
  const [before, after] = [base.filter((item) => own.has(item)), list.filter((item) => known.has(item))];
  return before.every((item, index) => item === after[index]);
}
