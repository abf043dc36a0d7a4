import type { FontBook } from '../../fonts/font-book.ts';
import { featureSet } from './font-features.ts';
import { analyseText } from './paragraph.ts';
import type { Paragraph, StyledText } from './analysed-text.ts';

/** The marks of a list, one for each paragraph; null for empty ones. */
export type Markers = readonly (Paragraph | null)[];

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
  return paragraphs.map(({ text, items, run, startLevel }) => {
    if (text === '') return null;
    count += 1;
    const mark = list === 'disc' ? '\u2022' : `${count}.`;
    const first = items[0]?.run ?? run;
    const runEnds = styled.runEnds.map((_, index) => (index < first ? 0 : mark.length));
    const direction = startLevel === 1 ? 'rtl' : 'ltr';
    const marked = { ...styled, icons: [], text: mark, runEnds, features };
    return analyseText(marked, { direction }, fonts, ignoreMissing)[0] ?? null;
  });
}
