/**
 * The name itself, or the only one that differs from it only in case, accents' encoding, blanks, underscores
 * and hyphens; null if there is none.
 */
export function findName(given: string, names: readonly string[]): string | null {
  if (names.includes(given)) return given;
  for (const fold of [foldCase, foldSpelling]) {
    const matches = new Set(names.filter((name) => fold(name) === fold(given)));
    if (matches.size > 0) return matches.size === 1 ? ([...matches][0] ?? null) : null;
  }
  return null;
}

/** Also makes equal what macOS writes as letters with combining accents. */
function foldCase(name: string): string {
  return name.normalize().toLowerCase();
}

/** `First name` and `first_name` are the same; a name of such characters only stays as it is. */
function foldSpelling(name: string): string {
  const folded = foldCase(name);
  return folded.replaceAll(/[\s_-]+/g, '') || folded;
}
