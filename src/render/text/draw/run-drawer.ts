import type { PathContext, TextContext } from '../../drawing/drawing-context.ts';
import type { LaidOutLine } from '../text-layout.ts';
import type { LaidOutRun } from '../text-layout.ts';

/** A run to draw with its origin at `x`, `y` of the current coordinates. */
export interface DrawnRun {
  readonly run: LaidOutRun;
  readonly line: LaidOutLine;
  readonly x: number;
  readonly y: number;
  /** Its outline is stroked. */
  readonly isStroke: boolean;
}

/** A context that draws the glyphs of runs as layout shaped them: that of a PDF page. */
export interface RunContext extends PathContext {
  drawRun(drawn: DrawnRun): void;
}

/** What drawing draws to. */
export type DrawingContext = TextContext | RunContext;

/** Whether a context draws the glyphs of runs itself. */
export function drawsRuns(context: DrawingContext): context is RunContext {
  return 'drawRun' in context;
}
