/** Where the letters of a rendered text are: lines and runs of the layout report, by places of the text. */

/** A run of the report, from left to right. */
interface ReportedRun {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly fontSize: number;
  readonly font: { readonly family: string; readonly weight: number; readonly style: string };
}

export interface ReportedLine {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly runs: readonly ReportedRun[];
}

/** A text as the report has it. */
export interface ReportedText {
  readonly scale?: number;
  readonly writingMode?: string;
  readonly lines: readonly ReportedLine[];
}

/** The width of a text in the font of a run, in any unit: only shares of it count. */
export type MeasureText = (text: string, run: ReportedRun) => number;

/** A part of a line, in the coordinates of the element's box. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A run with its place in the text. */
interface PlacedRun {
  readonly from: number;
  readonly to: number;
  readonly run: ReportedRun;
  readonly isRightToLeft: boolean;
}

interface PlacedLine {
  readonly from: number;
  /** Behind its last letter; spaces and the break that follow belong to the line. */
  readonly to: number;
  readonly line: ReportedLine;
  readonly runs: readonly PlacedRun[];
}

/** The letters of a text that is rendered. Places are those of JavaScript's strings. */
export class TextPlaces {
  readonly #text: string;
  readonly #lines: readonly PlacedLine[];
  readonly #isVertical: boolean;
  readonly #measure: MeasureText;

  private constructor(text: string, lines: readonly PlacedLine[], isVertical: boolean, measure: MeasureText) {
    this.#text = text;
    this.#lines = lines;
    this.#isVertical = isVertical;
    this.#measure = measure;
  }

  /** Null: the report is that of another text. */
  static read(text: string, rendered: ReportedText | undefined, measure: MeasureText): TextPlaces | null {
    if (rendered === undefined) return null;
    const lines: PlacedLine[] = [];
    let at = 0;
    for (const line of rendered.lines) {
      while (/\s/u.test(text[at] ?? '') && !startsWith(text, line.text, at)) at += 1;
      const runs = placeRuns(text, line, at);
      if (runs === null) return null;
      const to = Math.max(at, ...runs.map((run) => run.to));
      lines.push({ from: at, to, line, runs });
      at = to;
    }
    if (lines.length === 0 || text.slice(at).trim() !== '') return null;
    return new TextPlaces(text, lines, rendered.writingMode === 'vertical-rl', measure);
  }

  /** Whether lines go down, each to the left of the one before. */
  get isVertical(): boolean {
    return this.#isVertical;
  }

  /** Where the caret stands at a place of the text. */
  caretAt(place: number): Part {
    const index = this.#lineOf(place);
    const { line, from, to } = this.#lines[index]!;
    // An empty line at the end is not among those of the report.
    const breaks = this.#text.slice(Math.max(from, to), place).split('\n').length - 1;
    const isBelow = breaks > 0 && index === this.#lines.length - 1;
    const box = this.#lineBox(line);
    const along = isBelow ? box.along : this.#alongAt(index, place);
    return this.#part(along, 0, isBelow ? { ...box, across: box.across + box.depth * breaks } : box);
  }

  /** What is to be highlighted from one place to another: a part for each run. */
  partsOf(from: number, to: number): readonly Part[] {
    return this.#lines.flatMap(({ line, runs, ...own }) => {
      const box = this.#lineBox(line);
      const parts = runs.flatMap((run) => {
        const [start, end] = [Math.max(from, run.from), Math.min(to, run.to)];
        if (start >= end) return [];
        const [a, b] = [this.#alongIn(run, start), this.#alongIn(run, end)];
        return [this.#part(Math.min(a, b), Math.abs(b - a), box)];
      });
      // An empty line that is selected is seen.
      const isEmpty = own.from === own.to && from <= own.from && own.to < to;
      return isEmpty ? [this.#part(box.along, box.depth / 4, box)] : parts;
    });
  }

  /** The place of the text that is nearest to a point of the box. */
  placeAt(x: number, y: number): number {
    const [along, across] = this.#isVertical ? [y, x] : [x, y];
    const distance = (line: ReportedLine) => {
      const box = this.#lineBox(line);
      const beyond = (at: number, start: number, length: number) =>
        Math.max(0, start - at, at - start - length);
      // Columns stand beside each other: the nearer one first.
      return beyond(across, box.across, box.depth) * 2 + beyond(along, box.along, box.length);
    };
    const distances = this.#lines.map(({ line }) => distance(line));
    return this.#nearest(distances.indexOf(Math.min(...distances)), along);
  }

  /** The place in the line before or behind, below the caret; null: there is none. */
  placeBeside(place: number, by: 1 | -1): number | null {
    const index = this.#lineOf(place);
    if (this.#lines[index + by] === undefined) return null;
    return this.#nearest(index + by, this.#alongAt(index, place));
  }

  /** The first or last place of the line of the caret. */
  endOfLine(place: number, end: 'from' | 'to'): number {
    const index = this.#lineOf(place);
    return end === 'from' ? this.#lines[index]!.from : this.#endOf(index);
  }

  /** Behind the last space of a line; before the one at which it was broken. */
  #endOf(index: number): number {
    const next = this.#lines[index + 1]?.from;
    const broken = this.#text.indexOf('\n', this.#lines[index]!.to);
    if (broken !== -1 && (next === undefined || broken < next)) return broken;
    if (next === undefined) return this.#text.length;
    return /\s/u.test(this.#text[next - 1] ?? '') ? next - 1 : next;
  }

  #lineOf(place: number): number {
    const index = this.#lines.findLastIndex(({ from }) => from <= place);
    return Math.max(0, index);
  }

  #nearest(index: number, along: number): number {
    const { from } = this.#lines[index]!;
    let best = from;
    for (const place of graphemes(this.#text, from, this.#endOf(index))) {
      const isNearer =
        Math.abs(this.#alongAt(index, place) - along) < Math.abs(this.#alongAt(index, best) - along);
      if (isNearer) best = place;
    }
    return best;
  }

  #alongAt(index: number, place: number): number {
    const { runs, line } = this.#lines[index]!;
    const run =
      runs.find(({ from, to }) => from <= place && place < to) ?? runs.find(({ to }) => to === place);
    if (run !== undefined) return this.#alongIn(run, place);
    const last = runs.toSorted((a, b) => a.to - b.to).at(-1);
    if (last === undefined) return this.#lineBox(line).along;
    // Spaces that hang at the end of a line are in no run.
    const hanging = this.#text.slice(last.to, place).replaceAll('\n', '');
    const width = this.#shareOf(last, hanging) * last.run.width;
    const end = this.#alongIn(last, last.to);
    return last.isRightToLeft ? end - width : end + width;
  }

  /** The share of a text in the width of a run, if it stood in its font. */
  #shareOf({ run }: PlacedRun, text: string): number {
    const all = this.#measure(run.text, run);
    return all === 0 || text === '' ? 0 : this.#measure(text, run) / all;
  }

  #alongIn(placed: PlacedRun, place: number): number {
    const { run, from, isRightToLeft } = placed;
    const share = this.#shareOf(placed, this.#text.slice(from, place));
    return run.x + run.width * (isRightToLeft ? 1 - share : share);
  }

  /** Along the line, and across it; vertical lines go down. */
  #lineBox({ x, width, top, height }: ReportedLine) {
    return this.#isVertical
      ? { along: top, length: height, across: x, depth: width }
      : { along: x, length: width, across: top, depth: height };
  }

  #part(along: number, length: number, { across, depth }: { across: number; depth: number }): Part {
    return this.#isVertical
      ? { x: across, y: along, width: depth, height: length }
      : { x: along, y: across, width: length, height: depth };
  }
}

/** The runs of a line with their places, without marks of lists; null: they are not those of this text. */
function placeRuns(text: string, line: ReportedLine, from: number): PlacedRun[] | null {
  const placed: PlacedRun[] = [];
  const isRightToLeft = rightToLeft.test(line.text);
  // In lines from right to left, what is read first stands last.
  const runs = isRightToLeft ? line.runs.toReversed() : line.runs;
  let at = from;
  for (const run of runs) {
    const own = findRun(text, run.text, at, from + line.text.length + 1);
    if (own === null) continue;
    placed.push({ ...own, run, isRightToLeft: rightToLeft.test(run.text) });
    at = Math.max(at, own.to);
  }
  const length = placed.reduce((sum, run) => sum + run.to - run.from, 0);
  const isWhole = length >= line.text.replace(/[-‐…]$/u, '').trimEnd().length;
  return isWhole ? placed : null;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

function findRun(text: string, run: string, at: number, end: number): { from: number; to: number } | null {
  if (run === '') return null;
  for (const own of [run, run.replace(/[-‐]$/u, '')]) {
    if (own === '') continue;
    if (startsWith(text, own, at)) return { from: at, to: at + own.length };
    const found = text.indexOf(own, at);
    if (found !== -1 && found <= end) return { from: found, to: found + own.length };
  }
  return null;
}

/** Letters may be drawn as capitals. */
function startsWith(text: string, part: string, at: number): boolean {
  return text.slice(at, at + part.length).toLowerCase() === part.toLowerCase();
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Places between letters, both ends included. */
function graphemes(text: string, from: number, to: number): number[] {
  const inner = Array.from(segmenter.segment(text.slice(from, to)), ({ index }) => from + index);
  return [...inner, to];
}
