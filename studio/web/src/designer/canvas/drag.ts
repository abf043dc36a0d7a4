import type { Point } from '../model/placement.ts';

/** Keys that are held while the pointer moves. */
export interface Held {
  readonly shift: boolean;
  readonly alt: boolean;
  /** Control, or the command key: no snapping; a click finds what is in groups. */
  readonly control: boolean;
}

/** A pointer that is down. `move` and `end` get places on the screen. */
export interface Drag {
  readonly move: (point: Point, held: Held) => void;
  readonly end: () => void;
  /** Restores what was before. */
  readonly cancel: () => void;
}
