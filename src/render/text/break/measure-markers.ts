import type { Markers } from '../analyse/list-markers.ts';
import { ParagraphMeasure, type RunSize } from '../shape/measure.ts';
import { breakLines, type BrokenLine } from './break-lines.ts';

/** Space between a mark of a list and its text, as a multiple of the font size. */
export const MARKER_GAP = 0.5;
/** Room for marks, as a multiple of the font size. Wider marks get more. */
const MIN_ROOM = 1.5;

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
