import type { SKRSContext2D } from '@napi-rs/canvas';

import type { LaidOutLine } from '../text-layout.ts';
import type { JoinedRun } from './join-rtl-words.ts';

/** A run to draw with its origin at `x`, `y` of the current coordinates. */
export interface DrawnRun {
  readonly run: JoinedRun;
  readonly line: LaidOutLine;
  readonly x: number;
  readonly y: number;
  /** Its outline is stroked. */
  readonly isStroke: boolean;
}

/** A context that draws the glyphs of runs itself: that of a PDF page. */
interface RunDrawer {
  drawRun(drawn: DrawnRun): void;
}

/** Whether a context draws the glyphs of runs itself. */
export function drawsRuns(context: SKRSContext2D): context is SKRSContext2D & RunDrawer {
  return 'drawRun' in context;
}
