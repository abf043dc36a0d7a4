import { cutToBytes } from '../filename-rules.ts';

/**
 * Tells equal names apart: the first of them stays, later ones get the next free `-2`, `-3` and so on, which is never a name
 * that another one has of its own. Names that differ in letter case or in the form of their Unicode only are equal, as they
 * are to some file systems.
 *
 * @param limitBytes what a name may have in UTF-8; before a suffix it is shortened where it must be.
 */
export function makeUnique(names: readonly string[], limitBytes: number): string[] {
  const taken = new Set<string>();
  const isFirst = names.map((name) => {
    const before = taken.size;
    return taken.add(keyOf(name)).size > before;
  });
  const nextSuffix = new Map<string, number>();
  return names.map((name, index) => (isFirst[index] === true ? name : withSuffix(name)));

  function withSuffix(name: string): string {
    // A longer suffix leaves less of a long name, which is then another one to count for.
    for (let digits = 1; ; digits += 1) {
      const stem = cutToBytes(name, limitBytes - 1 - digits);
      const stemKey = keyOf(stem);
      let suffix = Math.max(nextSuffix.get(stemKey) ?? 2, 10 ** (digits - 1));
      for (; suffix < 10 ** digits; suffix += 1) {
        const key = keyOf(`${stem}-${suffix}`);
        if (taken.has(key)) continue;
        taken.add(key);
        nextSuffix.set(stemKey, suffix + 1);
        return `${stem}-${suffix}`;
      }
      nextSuffix.set(stemKey, suffix);
    }
  }
}

function keyOf(name: string): string {
  return name.normalize('NFC').toUpperCase();
}
