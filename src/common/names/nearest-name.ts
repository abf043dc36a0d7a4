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

/**
 * A sentence that suggests the file that is meant by a path, with a leading blank; empty if none is near.
 * Its name, without folder and ending, has at most one typing error in every five characters, and the same
 * numbers: `pictures/p01.jpg` is not meant by `pictures/p02.jpg`.
 */
export function suggestFile(given: string, paths: readonly string[]): string {
  const stem = getStem(given);
  const near = paths
    .map((path) => ({ path, errors: distance(stem, getStem(path)) }))
    .filter(
      ({ path, errors }) =>
        errors <= Math.floor(stem.length / 5) && numbersIn(stem) === numbersIn(getStem(path)),
    )
    .map(({ path, errors }) => ({ path, errors, others: distance(given.toLowerCase(), path.toLowerCase()) }))
    .sort((a, b) => a.errors - b.errors || a.others - b.others);
  return near[0] === undefined ? '' : ` Did you mean "${near[0].path}"?`;
}

/** The name of a file without its folder and ending, in lower case. */
function getStem(path: string): string {
  const [, stem = ''] = /([^/]*?)(?:\.[^./]*)?$/u.exec(path.normalize('NFC')) ?? [];
  return stem.toLowerCase();
}

function numbersIn(text: string): string {
  return (text.match(/\d+/gu) ?? []).join(' ');
}
