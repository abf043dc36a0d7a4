import type { LaidOutRun } from '../text-layout.ts';
import { shapeText } from '../shape/shape-text.ts';

/**
 * Joins right-to-left words that are separate runs only because their spaces use another font, such as Arabic
 * in a text with the font Inter. PDF readers find the spaces only inside one text object. The spaces are
 * drawn with the font of the words, at the width of the layout. `runs` are in reading order.
 */
export function joinRtlWords(runs: readonly LaidOutRun[]): readonly LaidOutRun[] {
  if (runs.every(({ rtl }) => !rtl)) return runs;
  const joined: LaidOutRun[] = [];
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    const last = joined.at(-1);
    const next = runs[index + 1];
    if (run === undefined) continue;
    const merged = last === undefined || next === undefined ? null : join(last, run, next);
    if (merged === null) {
      joined.push(run);
      continue;
    }
    joined[joined.length - 1] = merged;
    index++;
  }
  return joined;
}

function join(first: LaidOutRun, space: LaidOutRun, second: LaidOutRun): LaidOutRun | null {
  const isApart =
    first.rtl && space.rtl && second.rtl && /^ +$/.test(space.drawn) && space.typed === space.drawn;
  const isAlike =
    first.run === second.run &&
    first.face === second.face &&
    first.script === second.script &&
    space.run === first.run;
  if (first.shaped !== null || second.shaped !== null) return null;
  if (first.icon !== undefined || !isApart || !isAlike || !first.face.has(0x20)) return null;
  if (first.letterSpacing !== second.letterSpacing || first.textX !== first.x) return null;
  const { face, script, language, features } = first;
  const own =
    (shapeText(' ', { face, rtl: true, script, language, ligatures: true, features }).advances[1] ?? 0) *
    first.fontSize;
  const wordSpacing = space.width / space.drawn.length - own - first.letterSpacing;
  const hasSpaces = first.drawn.includes(' ');
  if (hasSpaces && Math.abs(wordSpacing - first.wordSpacing) > 1e-3) return null;
  if (!hasSpaces && second.drawn.includes(' ')) return null;
  return {
    ...first,
    drawn: first.drawn + space.drawn + second.drawn,
    typed: first.typed + space.typed + second.typed,
    x: second.x,
    textX: second.textX,
    width: first.width + space.width + second.width,
    wordSpacing,
  };
}
