import { rounded } from '../boxes.ts';
import type { LooseText } from '../measure-text.ts';
import { looseText, runsOf } from './loose-text.ts';
import type { Scope } from './scope.ts';
import type { Chunk } from './text-chunks.ts';
import type { TextBlock } from './text-lines.ts';
import type { Parts } from './transforms.ts';

/** Scales that differ by less are one. */
export const leastStretch = 0.02;

/** Lines whose letters are spaced alike, but for this share of the font size, have one spacing. */
const evenSpacing = 0.004;

/** Spaces letters as `textLength`, the places of single letters and a stretched text want it. */
export function spread(scope: Scope, text: LooseText, { lines }: TextBlock, parts: Parts): void {
  const { scaleX, scaleY } = parts;
  const [line] = lines;
  if (line === undefined || line.path !== null) return;
  if (lines.length > 1) {
    spreadLines(scope, text, lines, parts);
    return;
  }
  const content = line.pieces.map((piece) => piece.text).join('');
  const letters = [...content].length;
  if (letters < 2) return;
  const { measure } = scope.design;
  const wide = measure.measure(text)?.width ?? 0;
  let change = 0;
  if (line.textLength !== null && line.textLength > 0) change = (line.textLength * scaleX - wide) / letters;
  else if (line.xs.length > 1) {
    const at = Math.min(letters, line.xs.length) - 1;
    const before = [...content].slice(0, at).join('');
    const { runs: _runs, ...plain } = text;
    const part = measure.measure({ ...plain, text: before })?.width ?? 0;
    const wanted = ((line.xs[at] ?? 0) - (line.xs[0] ?? 0)) * scaleX;
    if (at > 0 && text.runs === undefined) change = (wanted - part) / at;
  } else if (Math.abs(scaleX / scaleY - 1) > leastStretch) change = (wide * (scaleX / scaleY - 1)) / letters;
  if (Math.abs(change) < 1e-4) return;
  for (const run of text.runs ?? [text]) run.letterSpacing = rounded((run.letterSpacing ?? 0) + change);
}

/** Spaces the letters of each line, so that it is as wide as its `textLength`: alike if that is the same. */
function spreadLines(
  scope: Scope,
  text: LooseText,
  lines: TextBlock['lines'],
  { scaleX, scaleY }: Parts,
): void {
  if (lines.some(({ textLength }) => textLength === null)) return;
  const changes = lines.map((line) => {
    const wide =
      scope.design.measure.measure(looseText(scope, { lines: [line], step: 0 }, scaleY))?.width ?? 0;
    return ((line.textLength ?? 0) * scaleX - wide) / Math.max(1, [...chunkText(line)].length);
  });
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  const size = Number(text.fontSize ?? 16);
  const add = (run: { letterSpacing?: unknown }, change: number): number =>
    rounded(Number(run.letterSpacing ?? 0) + change);
  if (changes.every((change) => Math.abs(change - mean) < evenSpacing * size)) {
    if (Math.abs(mean) > 1e-4) for (const run of text.runs ?? [text]) run.letterSpacing = add(run, mean);
    return;
  }
  const runs = lines.flatMap((line, index) =>
    runsOf(scope, [line], scaleY).map((run, at) => ({
      ...run,
      text: index > 0 && at === 0 ? `\n${run.text}` : run.text,
      letterSpacing: add(run, changes[index] ?? 0),
    })),
  );
  delete text.text;
  text.runs = runs;
}

/** The text of a line. */
export function chunkText({ pieces }: Chunk): string {
  return pieces.map(({ text }) => text).join('');
}
