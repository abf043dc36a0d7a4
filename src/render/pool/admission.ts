/**
 * Decides whether one render more may wait. A burst may fill the whole line, since it is over soon. But where the line stays long,
 * more comes in than can be done, and waiting longer helps nobody: the line is kept short then, and the rest is told so at once.
 */
export class Admission {
  readonly #now: () => number;
  /** How long a render takes, by those that ended last; null before any has. */
  #renderMs: number | null = null;
  /** When the line was first found too long, without a calm since, and when last. */
  #longSince = -Infinity;
  #lastLong = -Infinity;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
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
    const renderMs = this.#renderMs ?? 0;
    const waitMs = ((waiting + 0.5) * renderMs) / Math.max(1, processes);
    if (waitMs <= Math.max(shortWaitMs, shortWaitRenders * renderMs)) return true;
    const now = this.#now();
    if (now - this.#lastLong >= Math.max(calmMs, calmRenders * renderMs)) this.#longSince = now;
    this.#lastLong = now;
    return now - this.#longSince < burstMs;
  }
}

/** A wait that hardly anybody notices, and one that fits what the render itself takes: never more than these for long. */
const shortWaitMs = 50;
const shortWaitRenders = 1.25;

/** What lasts longer is no burst. */
const burstMs = 1_000;

/** The end of it: nobody came for so long to whom the line would have been too long. */
const calmMs = 250;
const calmRenders = 3;
