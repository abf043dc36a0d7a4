import type { Chunk } from './text-chunks.ts';

/** Lines that become one text element. */
export interface TextBlock {
  readonly lines: readonly Chunk[];
  /** Between baselines, in user units; 0 for one line. */
  readonly step: number;
}

/** Text that continues within this share of its size counts as the same line. */
const joinTolerance = 0.3;

/** Distances of lines that differ by less are equal, as a share of the font size. */
const stepTolerance = 0.02;

/** The greatest distance of lines of one text, as a share of the font size. */
const maxStep = 3;

/** Joins chunks that continue a line, and lines of one paragraph. */
export function setLines(chunks: readonly Chunk[], measure: (chunk: Chunk) => number): TextBlock[] {
  const lines = joinLine(chunks, measure);
  const blocks: { lines: Chunk[]; step: number }[] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    const last = block?.lines.at(-1);
    if (block !== undefined && last !== undefined && continuesBlock(block, last, line)) {
      block.step = block.lines.length === 1 ? line.y - last.y : block.step;
      block.lines.push(line);
    } else blocks.push({ lines: [line], step: 0 });
  }
  return blocks;
}

/** Programs place the parts of a line one by one: for kerning, or where the style changes. */
function joinLine(chunks: readonly Chunk[], measure: (chunk: Chunk) => number): Chunk[] {
  const lines: Chunk[] = [];
  for (const chunk of chunks) {
    const last = lines.at(-1);
    if (last === undefined || last.anchor !== 'start' || chunk.anchor !== 'start') {
      lines.push(chunk);
      continue;
    }
    const size = getSize(last);
    const mayContinue =
      Math.abs(chunk.y - last.y) < 0.01 * size &&
      last.path === null &&
      chunk.path === null &&
      [last, chunk].every(({ xs, textLength }) => xs.length < 2 && textLength === null);
    if (!mayContinue) {
      lines.push(chunk);
      continue;
    }
    const end = last.x + measure(last);
    if (chunk.gap !== null) chunk.x = end + chunk.gap;
    if (Math.abs(chunk.x - end) > joinTolerance * size) lines.push(chunk);
    else {
      // White space between the parts was at the end of the first.
      if (chunk.x - end > 0.1 * size && last.endsWithSpace) appendSpace(last);
      last.pieces.push(...chunk.pieces);
      last.endsWithSpace = chunk.endsWithSpace;
    }
  }
  return lines;
}

function appendSpace({ pieces }: Chunk): void {
  const piece = pieces.at(-1);
  if (piece !== undefined) piece.text += ' ';
}

function continuesBlock(
  { lines, step }: { readonly lines: readonly Chunk[]; readonly step: number },
  last: Chunk,
  line: Chunk,
): boolean {
  const size = getSize(last);
  const distance = line.y - last.y;
  if (last.anchor !== line.anchor || Math.abs(last.x - line.x) > 0.01 * size) return false;
  if (distance <= 0.3 * size || distance > maxStep * size) return false;
  if (lines.length > 1 && Math.abs(distance - step) > stepTolerance * size) return false;
  if (last.path !== null || line.path !== null) return false;
  if ([last, line].some(({ xs }) => xs.length > 1)) return false;
  if ((last.textLength === null) !== (line.textLength === null)) return false;
  return [...last.pieces, ...line.pieces].every(
    ({ style }) =>
      Number(style.get('font-size')) === size &&
      style.get('font-family') === last.pieces[0]?.style.get('font-family') &&
      style.get('text-transform') === last.pieces[0]?.style.get('text-transform'),
  );
}

function getSize({ pieces }: Chunk): number {
  return Number(pieces[0]?.style.get('font-size') ?? 16);
}
