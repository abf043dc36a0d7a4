/** Texts that two people have typed in. */

/** What was typed: a part of the base, and what has taken its place. */
interface Typed {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The text with what both have typed; null where they have changed the same letters. At the same place,
 * theirs stands before mine.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || base === theirs) return mine;
  if (base === mine) return theirs;
  const [own, other] = [findTyped(base, mine), findTyped(base, theirs)];
  const [first, second] = own.to <= other.from && own.from < other.to ? [own, other] : [other, own];
  if (first.to > second.from) return null;
  return (
    base.slice(0, first.from) +
    first.text +
    base.slice(first.to, second.from) +
    second.text +
    base.slice(second.to)
  );
}

/** The one part in which two texts differ. */
function findTyped(base: string, text: string): Typed {
  const shorter = Math.min(base.length, text.length);
  let from = 0;
  while (from < shorter && base[from] === text[from]) from += 1;
  let kept = 0;
  while (kept < shorter - from && base.at(-1 - kept) === text.at(-1 - kept)) kept += 1;
  return { from, to: base.length - kept, text: text.slice(from, text.length - kept) };
}

/** Where a place of a text is after somebody else has changed it. */
export function movePlace(place: number, before: string, after: string): number {
  const { from, to, text } = findTyped(before, after);
  if (place <= from) return place;
  return place >= to ? place + text.length - (to - from) : from + text.length;
}

/** The texts of runs after an edit: what was typed belongs to the run at the place where the texts differ. */
export function typeIntoRuns(runs: readonly string[], text: string): string[] {
  const { from: start, to: removedEnd, text: typed } = findTyped(runs.join(''), text);
  let from = 0;
  let isTyped = false;
  return runs.map((run) => {
    const within = (place: number) => Math.min(run.length, Math.max(0, place - from));
    const end = from + run.length;
    // At the border of two runs: typed at the end of the first, or in place of something in the second.
    const isHere = !isTyped && (start < end || (start === end && removedEnd === start));
    const result = run.slice(0, within(start)) + (isHere ? typed : '') + run.slice(within(removedEnd));
    isTyped ||= isHere;
    from = end;
    return result;
  });
}
