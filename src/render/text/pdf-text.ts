import type { SKRSContext2D } from '@napi-rs/canvas';

import { shapeText } from './shape.ts';
import type { ShapedText } from './shape.ts';
import type { LaidOutLine, LaidOutRun } from './text-layout.ts';

/** What one call of fillText or strokeText put on a PDF page. */
export interface DrawnText {
  /** As typed; empty for a copy of text that another call draws (a stroke). */
  readonly typed: string;
  readonly drawn: string;
  readonly shaped: ShapedText;
  readonly rtl: boolean;
  /** Left edge. */
  readonly x: number;
  readonly line: LaidOutLine;
}

const recordings = new WeakMap<SKRSContext2D, DrawnText[]>();

/**
 * Starts recording what `drawText` draws on a context, in drawing order; the array grows while drawing goes on. It is
 * what `restoreText` needs to make the finished PDF's text extract as typed.
 */
export function startRecordingText(context: SKRSContext2D): readonly DrawnText[] {
  const records: DrawnText[] = [];
  recordings.set(context, records);
  return records;
}

/** Has a layer, which will be painted onto `page` as vectors right after it is drawn, add to the page's recording. */
export function shareRecordingText(layer: SKRSContext2D, page: SKRSContext2D): void {
  const records = recordings.get(page);
  if (records !== undefined) recordings.set(layer, records);
}

/** Whether what is drawn as text on a context is recorded: it becomes a page of a PDF. */
export function isRecordingText(context: SKRSContext2D): boolean {
  return recordings.has(context);
}

/** Notes a run that is about to be drawn, where the context is being recorded. */
export function recordDrawnText(
  context: SKRSContext2D,
  line: LaidOutLine,
  run: LaidOutRun,
  isStroke: boolean,
): void {
  const records = recordings.get(context);
  if (records === undefined) return;
  const { drawn, face, rtl, script, letterSpacing } = run;
  const shaped = shapeText(drawn, { face, rtl, script, ligatures: letterSpacing === 0 });
  records.push({ typed: isStroke ? '' : run.typed, drawn, shaped, rtl, x: run.x, line });
}
