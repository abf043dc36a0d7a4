/**
 * Binary search for the index of the first element that `matches`, as do all elements after it; their number
 * if none does.
 */
export function firstMatch<Element>(
  elements: readonly Element[],
  matches: (element: Element) => boolean,
): number {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = elements[middle];
    if (element !== undefined && matches(element)) high = middle;
    else low = middle + 1;
  }
  return low;
}
