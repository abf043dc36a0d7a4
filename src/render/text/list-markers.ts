import type { FontBook } from '../fonts/font-book.ts';
import { breakLines, type BrokenLine } from './break-lines.ts';
import { featureSet } from './font-features.ts';
import { ParagraphMeasure, type RunSize } from './measure.ts';
import { analyseText } from './paragraph.ts';
import type { Paragraph, StyledText } from './analysed-text.ts';
import { MARKER_GAP } from './place-lines.ts';

/** The marks of a list, one for each paragraph; null for empty ones. */
export type Markers = readonly (Paragraph | null)[];

/** Room for marks, as a multiple of the font size. Wider marks get more. */
const MIN_ROOM = 1.5;

/** Letters that no font has are reported for the text itself. */
const ignoreMissing = (): void => undefined;

/** Writes the marks in the styles in which their paragraphs begin. Empty paragraphs have none. */
export function analyseMarkers(
  list: 'disc' | 'decimal',
  paragraphs: readonly Paragraph[],
  styled: StyledText,
  fonts: FontBook,
): Markers {
  let count = 0;
  // As in browsers: digits of one width, so that numbers stand below each other.
  const features = styled.features.map((own) => own ?? featureSet({ tnum: 1 }));
  return paragraphs.map(({ text, items, run, baseLevel }) => {
    if (text === '') return null;
    count += 1;
    const mark = list === 'disc' ? '\u2022' : `${count}.`;
    const first = items[0]?.run ?? run;
    const runEnds = styled.runEnds.map((_, index) => (index < first ? 0 : mark.length));
    const direction = baseLevel === 1 ? 'rtl' : 'ltr';
    const marked = { ...styled, icons: [], text: mark, runEnds, features };
    return analyseText(marked, direction, fonts, ignoreMissing)[0] ?? null;
  });
}

/** Measures marks; `inset` is the room that all of them have, so that texts begin below each other. */
export function measureMarkers(
  markers: Markers,
  sizes: readonly RunSize[],
): { readonly markers: readonly (BrokenLine | undefined)[]; readonly inset: number } {
  let inset = 0;
  const measured = markers.map((paragraph) => {
    if (paragraph === null) return undefined;
    const [line] = breakLines(new ParagraphMeasure(paragraph, sizes), Infinity);
    const fontSize = sizes[paragraph.run]?.fontSize ?? 0;
    inset = Math.max(inset, MIN_ROOM * fontSize, (line?.width ?? 0) + MARKER_GAP * fontSize);
    return line;
  });
  return { markers: measured, inset };
}
