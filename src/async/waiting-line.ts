import { abortable } from './abortable.ts';

/** In which line a caller waits, and for whom. */
interface Caller {
  readonly line: string;
  readonly owner: string;
}

/** How many callers may be in the lines at the same time, with those whose turn it is. */
interface Places {
  readonly ofOwner: number;
  readonly inAll: number;
}

interface Line {
  /** Turns to come, by owner, in the order in which the owners get theirs. */
  readonly waiting: Map<string, Set<PromiseWithResolvers<void>>>;
  /** Callers in it, with the one whose turn it is. */
  length: number;
  isBusy: boolean;
}

/**
 * Lines of callers with a limited number of places. In each line one task runs at a time: round robin between
 * its owners, first come first served for each of them.
 */
export class WaitingLine {
  readonly #places: Places;
  readonly #lines = new Map<string, Line>();
  readonly #ofOwners = new Map<string, number>();
  #length = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  /** The callers in a line. */
  lengthOf(line: string): number {
    return this.#lines.get(line)?.length ?? 0;
  }

  /** Whether a caller would get a place now. */
  hasPlace({ owner }: Caller): boolean {
    const { ofOwner, inAll } = this.#places;
    return (this.#ofOwners.get(owner) ?? 0) < ofOwner && this.#length < inAll;
  }

  /**
   * Waits for a caller's turn, then runs a task. The next turn begins once it has ended.
   *
   * @param signal leaves the line: throws its reason
   */
  async run<Result>(
    { line: name, owner }: Caller,
    signal: AbortSignal,
    task: () => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const line = this.#lines.get(name) ?? { waiting: new Map(), length: 0, isBusy: false };
    this.#lines.set(name, line);
    this.#count(line, owner, 1);
    try {
      await waitForTurn(line, owner, signal);
      return await task().finally(() => {
        giveTurn(line);
      });
    } finally {
      this.#count(line, owner, -1);
      if (line.length === 0) this.#lines.delete(name);
    }
  }

  #count(line: Line, owner: string, change: 1 | -1): void {
    line.length += change;
    this.#length += change;
    const ofOwner = (this.#ofOwners.get(owner) ?? 0) + change;
    if (ofOwner === 0) this.#ofOwners.delete(owner);
    else this.#ofOwners.set(owner, ofOwner);
  }
}

async function waitForTurn(line: Line, owner: string, signal: AbortSignal): Promise<void> {
  if (!line.isBusy) {
    line.isBusy = true;
    return;
  }
  const turn = Promise.withResolvers<void>();
  const turns = line.waiting.get(owner) ?? new Set();
  line.waiting.set(owner, turns.add(turn));
  try {
    await abortable(turn.promise, signal);
  } catch (error) {
    const wasWaiting = turns.delete(turn);
    if (!wasWaiting) giveTurn(line);
    else if (turns.size === 0) line.waiting.delete(owner);
    throw error;
  }
}

/** Ends a turn and begins the next one. */
function giveTurn(line: Line): void {
  const [next] = line.waiting;
  line.isBusy = next !== undefined;
  if (next === undefined) return;
  const [owner, turns] = next;
  const [turn] = turns;
  // The owner's next turn is after those of the others.
  line.waiting.delete(owner);
  if (turn !== undefined) turns.delete(turn);
  if (turns.size > 0) line.waiting.set(owner, turns);
  turn?.resolve();
}
