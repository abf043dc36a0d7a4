import type { SKRSContext2D } from '@napi-rs/canvas';

import { COMMON_SCRIPT, scriptOfText } from '../analyse/scripts.ts';
import { shapeText } from '../shape/shape-text.ts';
import type { ShapedText } from '../shape/shape-text.ts';
import type { LaidOutLine, LaidOutRun } from '../text-layout.ts';

/** The text of one call of fillText or strokeText on a PDF page. */
export interface DrawnText {
  /** The original text; empty for a stroke, because the fill has the same text. */
  readonly typed: string;
  readonly drawn: string;
  readonly shaped: ShapedText;
  readonly rtl: boolean;
  /** Left and right edge, without the space that justification adds. */
  readonly x: number;
  readonly right: number;
  readonly line: LaidOutLine;
  /** Index of the element's run, or whether it is the mark of a list. */
  readonly run: number;
  readonly isMarker: boolean;
}

const recordings = new WeakMap<SKRSContext2D, DrawnText[]>();

/**
 * Starts recording the texts that `drawText` draws on a context, in drawing order; the returned array grows.
 * With it `restoreText` makes the text of the finished PDF extractable as typed.
 */
export function startRecordingText(context: SKRSContext2D): readonly DrawnText[] {
  const records: DrawnText[] = [];
  recordings.set(context, records);
  return records;
}

/**
 * Makes a layer add to the page's recording. The layer must be composited as vectors right after it is drawn.
 */
export function shareRecordingText(layer: SKRSContext2D, page: SKRSContext2D): void {
  const records = recordings.get(page);
  if (records !== undefined) recordings.set(layer, records);
}

/** Whether the texts of a context are recorded, because it becomes a page of a PDF. */
export function isRecordingText(context: SKRSContext2D): boolean {
  return recordings.has(context);
}

/** Records a run before it is drawn, if the context is recorded. */
export function recordDrawnText(
  context: SKRSContext2D,
  line: LaidOutLine,
  run: LaidOutRun,
  isStroke: boolean,
): void {
  const records = recordings.get(context);
  if (records === undefined) return;
  const { drawn, face, rtl, language, letterSpacing, features } = run;
  // The canvas does not know the letters beside a quotation mark that is drawn alone.
  const script = scriptOfText(drawn) === COMMON_SCRIPT ? COMMON_SCRIPT : run.script;
  const style = { face, rtl, script, language, ligatures: letterSpacing === 0, features };
  const shaped = run.shaped ?? shapeText(drawn, style);
  const spacing = letterSpacing * (shaped.clusters.reduce((sum, starts) => sum + starts, 0) - 1);
  const right = run.textX + (shaped.advances[drawn.length] ?? 0) * run.fontSize + spacing;
  const { run: index, isMarker } = run;
  records.push({
    typed: isStroke ? '' : run.typed,
    drawn,
    shaped,
    rtl,
    x: run.x,
    right,
    line,
    run: index,
    isMarker,
  });
}
