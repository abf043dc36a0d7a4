/** Ruby: readings beside the characters of a run, at half their size. */
import type { FontBook } from '../../fonts/font-book.ts';
import type { SceneText } from '../../scene/text.ts';
import { alphabeticShift } from './central-baseline.ts';
import { ParagraphMeasure, type RunSize } from '../shape/measure.ts';
import type { Paragraph } from '../analyse/analysed-text.ts';
import type { StackedLine } from './place-lines.ts';
import type { LaidOutLine, TextLayout } from '../text-layout.ts';

const RUBY_SHARE = 0.5;
/** A reading may reach over its neighbours by this share of its font size. */
const OVERHANG = 0.5;
/** Readings of these scripts are spread over a wider run. */
const expands = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** The readings of a text at one size, by the index of their run. */
export type Rubies = ReadonlyMap<number, Ruby>;

interface Ruby {
  readonly line: LaidOutLine;
  /** Added to the letter spacing of a run that is narrower than its reading. */
  readonly spread: number;
  /** How far the reading begins before its run. */
  readonly before: number;
  /** From the baseline of the run to that of the reading: their em boxes touch. */
  readonly rise: number;
  /** The top of the reading's em box, from the baseline of the run. */
  readonly top: number;
}

type LayoutInBox = (element: SceneText, fonts: FontBook) => TextLayout;

/** Lays out the readings, and finds out which runs have to be spread for them. */
export function measureRuby(
  element: SceneText,
  paragraphs: readonly Paragraph[],
  sizes: readonly RunSize[],
  fonts: FontBook,
  layoutInBox: LayoutInBox,
): Rubies {
  const { columns: _columns, path: _path, ...flat } = element;
  const found = new Map<number, Ruby>();
  for (const paragraph of paragraphs) {
    const measure = new ParagraphMeasure(paragraph, sizes);
    for (const [index, { ruby: text, icon: _icon, ...run }] of element.runs.entries()) {
      const items = paragraph.items.filter((item) => item.run === index);
      const [start, end] = [items[0]?.start, items.at(-1)?.end];
      if (text === undefined || start === undefined || end === undefined || found.has(index)) continue;
      const fontSize = (sizes[index]?.fontSize ?? 0) * RUBY_SHARE;
      const layOut = (letterSpacing: number): LaidOutLine | undefined => {
        const runs = [{ ...run, text, fontSize, letterSpacing, decoration: 'none' as const }];
        const alone = { width: 1e6, height: 1e6, wrap: false, maxLines: 1, lineHeight: 1 };
        const aligned = { align: 'left', verticalAlign: 'top', overflow: 'visible' } as const;
        return layoutInBox({ ...flat, ...alone, ...aligned, runs }, fonts).lines[0];
      };
      const line = layOut(0);
      const face = items[0]?.primary;
      if (line === undefined || face === undefined) continue;
      const excess = line.width - measure.width(start, end);
      const mayOverhang = (at: number): boolean =>
        paragraph.items.some((item) => item.start <= at && at < item.end && !element.runs[item.run]?.ruby);
      const [atStart, atEnd] = [mayOverhang(start - 1), mayOverhang(end)];
      const clusters = paragraph.graphemes.subarray(start, end).reduce((sum, starts) => sum + starts, 0);
      const inset = Math.max(0, excess) / Math.max(1, clusters) / 2;
      const reach = Math.min(inset, OVERHANG * fontSize);
      const overhang = (Number(atStart) + Number(atEnd)) * reach;
      const letters = [...text].length;
      const isSpaced = excess < 0 && expands.test(text);
      const { emAscent, ascent } = face.metrics;
      const emTop = emAscent ?? ascent;
      const baseSize = sizes[index]?.fontSize ?? 0;
      const getShift = (size: number): number =>
        element.isVertical === true ? alphabeticShift(face, size) : 0;
      const above = Math.ceil(emTop * baseSize) - getShift(baseSize);
      found.set(index, {
        line: isSpaced ? (layOut(-excess / letters) ?? line) : line,
        spread: Math.max(0, excess - overhang) / Math.max(1, clusters),
        before: excess > 0 ? (atStart ? reach : 0) : isSpaced ? excess / letters / 2 : excess / 2,
        rise: above + Math.ceil((1 - emTop) * fontSize) + getShift(fontSize),
        top: above + fontSize,
      });
    }
  }
  return found;
}

/** Makes room for the readings above a line. */
export function raiseForRuby(stacked: StackedLine, rubies: Rubies): StackedLine {
  let needed = stacked.above;
  for (const { item } of stacked.line.pieces) {
    const ruby = rubies.get(item.run);
    if (ruby !== undefined) needed = Math.max(needed, ruby.top);
  }
  const more = needed - stacked.above;
  return more === 0 ? stacked : { ...stacked, above: needed, height: stacked.height + more };
}

/** Places each reading over its run, and the letters of a spread run in the middle of their space. */
export function placeRuby(
  lines: readonly LaidOutLine[],
  rubies: Rubies,
): { readonly lines: LaidOutLine[]; readonly rubies: LaidOutLine[] } {
  const placed: LaidOutLine[] = [];
  const waiting = new Map(rubies);
  const moved = lines.map((line) => {
    for (const [index, { line: ruby, before, rise }] of waiting) {
      const runs = line.runs.filter(({ run }) => run === index);
      if (runs.length === 0) continue;
      waiting.delete(index);
      const left = Math.min(...runs.map(({ x }) => x));
      const x = left - before - ruby.x;
      const baseline = line.baseline - rise;
      const y = baseline - ruby.baseline;
      const inPlace = ruby.runs.map((run) => ({ ...run, x: run.x + x, textX: run.textX + x }));
      placed.push({ ...ruby, x: ruby.x + x, top: ruby.top + y, baseline, runs: inPlace });
    }
    const runs = line.runs.map((run) => ({
      ...run,
      textX: run.textX + (rubies.get(run.run)?.spread ?? 0) / 2,
    }));
    return { ...line, runs };
  });
  return { lines: moved, rubies: placed };
}
