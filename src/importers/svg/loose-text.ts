import type { LooseText } from '../measure-text.ts';
import { rounded } from '../boxes.ts';
import type { Scope } from './scope.ts';
import type { TextBlock } from './text-lines.ts';
import { runStyle, textStyle, type RunStyle } from './text-styles.ts';

/**
 * The text of lines, without a place.
 *
 * @param between what stands between each line and the next. Default: a line break
 */
export function looseText(
  scope: Scope,
  { lines, step }: TextBlock,
  scale: number,
  between: readonly string[] = [],
): LooseText {
  const [first] = lines;
  const runs = runsOf(scope, lines, scale, between);
  const [only] = runs;
  const align = first?.anchor === 'middle' ? 'center' : first?.anchor === 'end' ? 'right' : 'left';
  const style = first?.pieces[0]?.style ?? new Map();
  const fontSize = Number(style.get('font-size') ?? 16);
  const shared = {
    type: 'text' as const,
    align: align as 'left',
    overflow: 'visible' as const,
    ...textStyle(scope, style),
    lineHeight: step > 0 ? Math.max(0.01, rounded(step / fontSize)) : 1.2,
  };
  if (runs.length === 1 && only !== undefined && only.baselineShift === undefined)
    return { ...shared, ...only };
  const { fontFamily, fontSize: size } = only ?? {};
  return {
    ...shared,
    ...(fontFamily !== undefined && { fontFamily }),
    ...(size !== undefined && { fontSize: size }),
    runs,
  };
}

/** The runs of lines: text in one style. */
export function runsOf(
  scope: Scope,
  lines: TextBlock['lines'],
  scale: number,
  between: readonly string[] = [],
): (RunStyle & { text: string })[] {
  const pieces = lines.flatMap((line, index) =>
    line.pieces.map((piece, at) => ({
      ...piece,
      text: index > 0 && at === 0 ? (between[index - 1] ?? '\n') + piece.text : piece.text,
    })),
  );
  return joinRuns(pieces.map((piece) => ({ text: piece.text, ...runStyle(scope, piece, scale) })));
}

function joinRuns(runs: readonly (RunStyle & { text: string })[]): (RunStyle & { text: string })[] {
  const joined: (RunStyle & { text: string })[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const { text, ...style } = run;
    if (last !== undefined) {
      const { text: before, ...other } = last;
      if (JSON.stringify(style) === JSON.stringify(other)) {
        last.text = before + text;
        continue;
      }
    }
    joined.push({ ...run });
  }
  return joined;
}
