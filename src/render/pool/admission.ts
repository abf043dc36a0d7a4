/**
 * Decides whether one render more may wait. A line that has never been full is over soon, or those in it take turns (each asks again
 * once it is answered), and nobody is refused. One that has been full means that more comes in than can be done, where waiting helps
 * nobody: it is kept short then, until it has been short for a while, and the rest is told so at once.
 */
export class Admission {
  readonly #limit: number;
  readonly #now: () => number;
  /** How long a render takes, by those that ended last; null before any has. */
  #renderMs: number | null = null;
  /** When somebody came last for whom the line would have been too long, since it was full; null where it has been short since. */
  #lastLong: number | null = null;

  /**
   * @param limit renders that may wait at most
   * @param now milliseconds of a clock that only goes forward
   */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** A render took so long, without its wait. */
  note(renderMs: number): void {
    this.#renderMs = this.#renderMs === null ? renderMs : this.#renderMs + (renderMs - this.#renderMs) / 20;
  }

  /**
   * Whether one more may join those that wait, while every process has something to do.
   *
   * @param waiting renders before it
   * @param processes that are up
   */
  admits(waiting: number, processes: number): boolean {
    if (waiting >= this.#limit) {
      this.#lastLong = this.#now();
      return false;
    }
    if (this.#lastLong === null) return true;
    const renderMs = this.#renderMs ?? 0;
    const waitMs = ((waiting + 0.5) * renderMs) / Math.max(1, processes);
    if (waitMs <= Math.max(shortWaitMs, shortWaitRenders * renderMs)) return true;
    const now = this.#now();
    const isOver = now - this.#lastLong >= Math.max(calmMs, calmRenders * renderMs);
    this.#lastLong = isOver ? null : now;
    return isOver;
  }
}

/** A wait that hardly anybody notices, and one that fits what the render itself takes: no more than these once it was too much. */
const shortWaitMs = 50;
const shortWaitRenders = 1.25;

/** The end of it: nobody came for so long to whom the line would have been too long. */
const calmMs = 250;
const calmRenders = 3;
