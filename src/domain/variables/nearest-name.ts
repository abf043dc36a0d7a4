import { distance } from 'fastest-levenshtein';

/** A sentence that suggests the candidate nearest to a name, with a leading blank; null if none is near. */
export function suggest(given: string, candidates: readonly string[]): string | null {
  const nearest = nearestName(given, candidates);
  return nearest === null ? null : ` Did you mean "${nearest}"?`;
}

/**
 * The candidate nearest to a name by Levenshtein distance, ignoring letter case; null if none is near. Up to
 * a third of the characters may differ, in short names up to two (one if shorter than four characters).
 */
export function nearestName(given: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  const allowed = given.length < 4 ? 1 : Math.max(2, Math.floor(given.length / 3));
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - given.length) >= bestDistance) continue;
    const found = distance(given.toLowerCase(), candidate.toLowerCase());
    if (found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best;
}
