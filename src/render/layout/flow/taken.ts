import type { SceneElement } from '../../scene/elements.ts';
import { listColumn, type Line } from './lines.ts';

/** A part of a page: the room of the page, or that in a group. */
export interface Room {
  readonly top: number;
  readonly bottom: number;
  /** Nothing stands above on the page: a break before the first line would help nothing. */
  readonly isAtTop: boolean;
  /** How many of the first lines are repeated: before the next one there is no break. */
  readonly repeated: number;
  /** The height that a line may have on a page of its own. */
  readonly whole: number;
}

/** What has room of the lines of a flow. */
export interface Taken {
  readonly placed: readonly (readonly SceneElement[])[];
  /** The lower edge of the last one. */
  readonly bottom: number;
  readonly rest: readonly Line[];
}

/** The lower edge of lines. */
export function getBottom(lines: readonly (readonly SceneElement[])[]): number {
  return lines.flat().reduce((lowest, { y, height }) => Math.max(lowest, y + height), 0);
}

/** What was placed last goes on with the rest. */
export function withRowsBefore({ placed, rest }: Taken, moved: number): Taken {
  const kept = placed.slice(0, -moved);
  const going = placed.slice(-moved).flatMap((line) => listColumn(line, 0));
  return {
    placed: kept,
    bottom: getBottom(kept),
    rest: [...going.map((line) => ({ ...line, space: 0 })), ...rest],
  };
}
