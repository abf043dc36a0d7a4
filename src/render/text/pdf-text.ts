import type { SKRSContext2D } from '@napi-rs/canvas';

/** What one call of fillText or strokeText put on a PDF page. */
export interface DrawnText {
  /** As typed; empty for a copy of text that another call draws (a stroke). */
  readonly text: string;
  readonly glyphs: readonly number[] | null;
}

const recordings = new WeakMap<SKRSContext2D, DrawnText[]>();

/** Starts recording what is drawn as text on a context, in drawing order; the array fills while drawing goes on. */
export function startRecordingText(context: SKRSContext2D): readonly DrawnText[] {
  const records: DrawnText[] = [];
  recordings.set(context, records);
  return records;
}

/** Notes a piece of text that is about to be drawn, where the context is being recorded. */
export function recordDrawnText(context: SKRSContext2D, drawn: DrawnText): void {
  recordings.get(context)?.push(drawn);
}
