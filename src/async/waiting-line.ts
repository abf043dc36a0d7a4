import { abortable } from './abortable.ts';

/** In which line a caller waits, and for whom. */
interface Caller {
  readonly line: string;
  readonly owner: string;
}

interface Line {
  /** Turns to come, by owner, in the order in which the owners get theirs. */
  readonly waiting: Map<string, Set<PromiseWithResolvers<void>>>;
  /** Callers in it, with those whose turn it is. */
  length: number;
  running: number;
}

/**
 * Lines of callers. In each line a limited number of tasks run at a time: round robin between its owners,
 * first come first served for each of them.
 */
export class WaitingLine {
  readonly #atOnce: number;
  readonly #lines = new Map<string, Line>();

  /** @param atOnce tasks of one line that run at the same time */
  constructor({ atOnce = 1 }: { readonly atOnce?: number } = {}) {
    this.#atOnce = atOnce;
  }

  /** The callers in a line. */
  lengthOf(line: string): number {
    return this.#lines.get(line)?.length ?? 0;
  }

  /**
   * Waits for a caller's turn, then runs a task. Its turn is over once that has ended.
   *
   * @param signal leaves the line: throws its reason
   */
  async run<Result>(
    { line: name, owner }: Caller,
    signal: AbortSignal,
    task: () => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const line = this.#lines.get(name) ?? { waiting: new Map(), length: 0, running: 0 };
    this.#lines.set(name, line);
    line.length += 1;
    try {
      if (line.running < this.#atOnce) line.running += 1;
      else await waitForTurn(line, owner, signal);
      return await task().finally(() => {
        giveTurn(line);
      });
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(name);
    }
  }
}

async function waitForTurn(line: Line, owner: string, signal: AbortSignal): Promise<void> {
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
  if (next === undefined) {
    line.running -= 1;
    return;
  }
  const [owner, turns] = next;
  const [turn] = turns;
  // The owner's next turn is after those of the others.
  line.waiting.delete(owner);
  if (turn !== undefined) turns.delete(turn);
  if (turns.size > 0) line.waiting.set(owner, turns);
  turn?.resolve();
}
