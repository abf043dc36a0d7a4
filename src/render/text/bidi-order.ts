/**
 * Puts the parts of a line into visual order, left to right (UAX #9, L2): from the highest level down to the lowest
 * odd one, every stretch of that level or above is reversed.
 */
export function orderVisually<Part>(parts: readonly Part[], levelOf: (part: Part) => number): Part[] {
  const ordered = [...parts];
  const levels = ordered.map(levelOf);
  const highest = Math.max(0, ...levels);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1), Infinity);
  for (let level = highest; level >= lowestOdd; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if ((levels[start] ?? 0) < level) continue;
      let end = start;
      while (end < ordered.length && (levels[end] ?? 0) >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      levels.splice(start, end - start, ...levels.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}
