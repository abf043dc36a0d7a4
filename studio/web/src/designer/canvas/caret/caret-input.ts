/** Moves of the caret of a text field, by the places of its letters in the picture. */
import type { Point } from '../../model/placement.ts';
import type { CaretPlaces } from './use-text-places.ts';

type Range = readonly [from: number, to: number];

/** Selects with the mouse: one place, or words and paragraphs by several clicks. Returns what ends it. */
export function pressText(
  field: HTMLTextAreaElement,
  { places, line }: CaretPlaces,
  event: {
    readonly clientX: number;
    readonly clientY: number;
    readonly detail: number;
    readonly shiftKey: boolean;
  },
  toBox: (point: { readonly clientX: number; readonly clientY: number }) => Point,
  onSelect: () => void,
): void {
  const placeOf = (at: Parameters<typeof toBox>[0]) => {
    const point = toBox(at);
    if (line !== null) return places.placeAt(line.nearest(point), 0);
    return places.placeAt(point.x, point.y);
  };
  const clicked = rangeAt(field.value, placeOf(event), event.detail);
  const isBackward = field.selectionDirection === 'backward';
  const fixed = isBackward ? field.selectionEnd : field.selectionStart;
  const anchor: Range = event.shiftKey ? [fixed, fixed] : clicked;
  const select = ([from, to]: Range) => {
    if (from < anchor[0]) field.setSelectionRange(from, anchor[1], 'backward');
    else field.setSelectionRange(anchor[0], Math.max(to, anchor[1]), 'forward');
    onSelect();
  };
  field.focus({ preventScroll: true });
  select(clicked);
  const move = (at: MouseEvent) => select(rangeAt(field.value, placeOf(at), event.detail));
  const end = () => {
    window.removeEventListener('mousemove', move);
    window.removeEventListener('mouseup', end);
  };
  window.addEventListener('mousemove', move);
  window.addEventListener('mouseup', end);
}

/** What a click selects: by the second the word, by the third the paragraph. */
function rangeAt(text: string, place: number, clicks: number): Range {
  if (clicks === 2) {
    const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
    const word = words.findLast(({ index }) => index <= place);
    return word === undefined ? [place, place] : [word.index, word.index + word.segment.length];
  }
  if (clicks < 3) return [place, place];
  const end = text.indexOf('\n', place);
  return [text.lastIndexOf('\n', place - 1) + 1, end === -1 ? text.length : end];
}

/** Keys that go by lines. Returns whether the key was one. */
export function pressLineKey(
  field: HTMLTextAreaElement,
  { places, isCurrent }: CaretPlaces,
  event: {
    readonly key: string;
    readonly shiftKey: boolean;
    readonly altKey: boolean;
    readonly ctrlKey: boolean;
    readonly metaKey: boolean;
  },
): boolean {
  if (!isCurrent || event.altKey || event.ctrlKey || event.metaKey) return false;
  const isBackward = field.selectionDirection === 'backward';
  const [start, end] = [field.selectionStart, field.selectionEnd];
  const [fixed, moving] = isBackward ? [end, start] : [start, end];
  const next = nextPlace(places, event.key, moving);
  if (next === null) return false;
  if (!event.shiftKey) field.setSelectionRange(next, next);
  else if (next < fixed) field.setSelectionRange(next, fixed, 'backward');
  else field.setSelectionRange(fixed, next, 'forward');
  return true;
}

function nextPlace(places: CaretPlaces['places'], key: string, at: number): number | null {
  switch (key) {
    case places.isVertical ? 'ArrowRight' : 'ArrowUp':
      return places.placeBeside(at, -1);
    case places.isVertical ? 'ArrowLeft' : 'ArrowDown':
      return places.placeBeside(at, 1);
    case 'Home':
      return places.endOfLine(at, 'from');
    case 'End':
      return places.endOfLine(at, 'to');
    default:
      return null;
  }
}
