/** Finds the name that a given one means. */
export type NameFinder = (given: string) => string | null;

/**
 * The name itself, or the only one that differs from it only in case, accents' encoding, blanks, underscores
 * and hyphens; null if there is none.
 */
export function findName(given: string, names: readonly string[]): string | null {
  return names.includes(given) ? given : createNameFinder(names)(given);
}

/** `findName` for many given names among the same ones: each of them is folded once. */
export function createNameFinder(names: readonly string[]): NameFinder {
  const exact = new Set(names);
  const folded = [foldCase, foldSpelling].map((fold) => ({
    fold,
    names: Map.groupBy(exact, (name) => fold(name)),
  }));
  return (given) => {
    if (exact.has(given)) return given;
    for (const { fold, names: byFold } of folded) {
      const matches = byFold.get(fold(given));
      if (matches !== undefined) return matches.length === 1 ? (matches[0] ?? null) : null;
    }
    return null;
  };
}

/** Also makes equal what macOS writes as letters with combining accents. */
function foldCase(name: string): string {
  return name.normalize().toLowerCase();
}

/** `First name` and `first_name` are the same; a name of such characters only stays as it is. */
export function foldSpelling(name: string): string {
  const folded = foldCase(name);
  return folded.replaceAll(/[\s_-]+/g, '') || folded;
}
