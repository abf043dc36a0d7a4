/** Lines of one paragraph as text that is broken by itself, where it then has the same lines. */
import { rounded } from '../boxes.ts';
import type { LooseText, MeasuredText } from '../measure-text.ts';
import { looseText } from './loose-text.ts';
import type { Scope } from './scope.ts';
import { chunkText } from './spread-letters.ts';
import type { Chunk } from './text-chunks.ts';
import type { TextBlock } from './text-lines.ts';
import type { Parts } from './transforms.ts';

/** A text whose lines are broken at a width. */
interface FlowedText {
  readonly text: LooseText;
  /** Its width is that of the box. */
  readonly measured: MeasuredText;
}

/** Lines count as equally wide if they differ by less than this share: hyphens may hang out. */
const evenness = 0.015;

/** Letters come that much nearer, as a share of the font size: fonts in files have no kerning. */
const nearest = -0.03;

/** A box is wider than its widest line by this share of the font size, as lengths are rounded. */
const slack = 0.02;

/**
 * Joins lines that say how wide they are. A line is broken by itself if the next word does not fit into it;
 * other breaks stay. Null if the lines would not be the same ones.
 */
export function flowLines(scope: Scope, block: TextBlock, { scaleX, scaleY }: Parts): FlowedText | null {
  const { lines, step } = block;
  if (lines.length < 2 || lines.some((line) => line.textLength === null || line.anchor !== 'start'))
    return null;
  const { measure } = scope.design;
  const widthOf = (pieces: Chunk['pieces']): number => {
    const [first] = lines;
    if (first === undefined) return 0;
    return measure.measure(looseText(scope, { lines: [{ ...first, pieces }], step: 0 }, scaleY))?.width ?? 0;
  };
  const given = lines.map((line) => (line.textLength ?? 0) * scaleX);
  const widest = Math.max(...given);
  const natural = lines.map((line) => widthOf(line.pieces));
  const size = Number(looseText(scope, { lines: lines.slice(0, 1), step: 0 }, scaleY).fontSize ?? 16);
  const isJustified = given.slice(0, -1).every((each) => each > widest * (1 - evenness));
  const align = isJustified && lines.length > 2 ? 'justify' : 'left';
  // Signs at the end of a line may hang out of a justified text.
  const edge = align === 'justify' ? median(given.slice(0, -1)) : widest;
  const width = edge + slack * size;
  const needed = lines.map((line, index) => {
    const room = width - slack * size * 0.5 - (natural[index] ?? 0);
    return Math.min(0, room / Math.max(1, [...chunkText(line)].length));
  });
  const spacing = Math.min(...needed);
  if (spacing < nearest * size) return null;
  const between = lines.slice(0, -1).map((line, index) => {
    const next = lines[index + 1];
    const piece = next?.pieces[0];
    const [word = ''] = /^\S+/u.exec(piece?.text ?? '') ?? [];
    const more = piece === undefined ? [] : [{ ...piece, text: ` ${word}` }];
    const letters = [...chunkText(line), ...word].length + 1;
    const fits = widthOf([...line.pieces, ...more]) + spacing * letters <= width;
    if (fits) return '\n';
    return /\p{L}[-\u00ad]$/u.test(chunkText(line)) ? '' : ' ';
  });
  if (between.every((each) => each === '\n')) return null;
  const text: LooseText = { ...looseText(scope, block, scaleY, between), align };
  if (spacing < -1e-4)
    for (const run of text.runs ?? [text])
      run.letterSpacing = rounded(Number(run.letterSpacing ?? 0) + spacing);
  const measured = measure.measureWithin(text, width);
  if (measured?.lines !== lines.length || step <= 0) return null;
  return { text, measured: { ...measured, width } };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
