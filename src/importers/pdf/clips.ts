/** What cuts the contents of a page. */
import { intersect, type Bounds } from '../../render/geometry.ts';
import type { TextLine } from './text-line.ts';

/** A clip in the coordinates of the page. */
export type Clip =
  | { readonly kind: 'rect'; readonly bounds: Bounds }
  | { readonly kind: 'path'; readonly bounds: Bounds; readonly d: string; readonly isEvenOdd: boolean }
  /** Letters, which show what is painted behind them. */
  | { readonly kind: 'text'; readonly lines: readonly TextLine[] };

/** The clips of an element that can cut something of it. */
interface NeededClips {
  readonly rect: Bounds | null;
  readonly paths: readonly Extract<Clip, { kind: 'path' }>[];
}

/** Clips may lie this far inside of what they do not cut, in points. */
const tolerance = 0.2;

/** What cuts an element with these bounds; null if nothing of it is seen. */
export function neededClips(clips: readonly Clip[], bounds: Bounds, slack = tolerance): NeededClips | null {
  let rect: Bounds | null = null;
  const paths: Extract<Clip, { kind: 'path' }>[] = [];
  for (const clip of clips) {
    if (clip.kind === 'text') continue;
    if (!overlaps(clip.bounds, bounds)) return null;
    if (clip.kind === 'path') {
      if (paths.at(-1)?.d !== clip.d) paths.push(clip);
    } else if (!contains(clip.bounds, bounds, slack)) {
      rect = rect === null ? clip.bounds : intersect(rect, clip.bounds);
      if (rect === null) return null;
    }
  }
  return { rect, paths };
}

/** The bounds of what clips show. */
export function shownArea(clips: readonly Clip[], page: Bounds): Bounds | null {
  let area: Bounds | null = page;
  for (const clip of clips) if (area !== null && clip.kind !== 'text') area = intersect(area, clip.bounds);
  return area;
}

/** Whether two areas share a point; lines have no height. */
export function overlaps(one: Bounds, other: Bounds): boolean {
  return (
    one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom
  );
}

function contains(outer: Bounds, inner: Bounds, slack: number): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack &&
    inner.bottom <= outer.bottom + slack
  );
}
