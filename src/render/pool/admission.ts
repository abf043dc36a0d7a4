/**
 * Decides whether one render more may wait. A line that neither has been full nor grows on and on is over soon, or those in it take
 * turns (each asks again once it is answered), and nobody is refused. One that has been full, or requests that steadily come faster
 * than they leave, mean that more comes in than can be done, where waiting helps nobody: the line is kept short then, until it has been
 * short for a while, and the rest is told so at once.
 */
export class Admission {
  readonly #limit: number;
  readonly #now: () => number;
  /** How long a render takes, by those that ended last; null before any has. */
  #renderMs: number | null = null;
  /** When somebody came last for whom the line would have been too long, since it was too much; null where it has been short since. */
  #lastLong: number | null = null;
  /** Requests under way, whatever they wait for. */
  #requests = 0;
  /** Renders that ended since requests were last counted, when that was, and how many those were then. */
  #ended = 0;
  #lookedAt = 0;
  #requestsBefore = 0;
  /** By how many they had become more at each of the last looks, and beside how many renders; the newest last. */
  #growths: Growth[] = [];

  /**
   * @param limit renders that may wait at most
   * @param now milliseconds of a clock that only goes forward
   */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /**
   * So many requests are under way. They show growth better than the line does: of a burst they are all there at once, while those
   * who read their templates first join the line bit by bit.
   */
  noteRequests(underWay: number): void {
    this.#requests = underWay;
  }

  /**
   * A render has ended.
   *
   * @param renderMs how long it took, without its wait
   * @param waiting renders that wait now
   * @param processes that are up
   * @returns how many of those that wait may stay, where growth has just shown that more comes in than can be done
   */
  note(renderMs: number, waiting: number, processes: number): number | null {
    this.#renderMs = this.#renderMs === null ? renderMs : this.#renderMs + (renderMs - this.#renderMs) / 20;
    this.#ended += 1;
    const now = this.#now();
    if (this.#ended < looksRenders * Math.max(1, processes) || now - this.#lookedAt < lookMs) return null;
    const growth = { requests: this.#requests - this.#requestsBefore, renders: this.#ended };
    this.#growths =
      growth.requests >= burstFactor * growth.renders ? [] : [...this.#growths, growth].slice(-looks);
    this.#requestsBefore = this.#requests;
    this.#ended = 0;
    this.#lookedAt = now;
    if (waiting < Math.max(grownLine * this.#limit, this.#shortLine(processes)) || !isSteady(this.#growths))
      return null;
    const isNews = this.#lastLong === null;
    this.#lastLong = now;
    return isNews ? this.#shortLine(processes) : null;
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
    if (this.#lastLong === null || !this.#isLong(waiting, processes)) return true;
    const now = this.#now();
    const isOver = now - this.#lastLong >= Math.max(calmMs, calmRenders * (this.#renderMs ?? 0));
    this.#lastLong = isOver ? null : now;
    return isOver;
  }

  /** Whether one more would wait for too long. */
  #isLong(waiting: number, processes: number): boolean {
    return waiting >= this.#shortLine(processes);
  }

  /** How many may wait, none of them for too long: the last of them comes after those before it and half of a render under way. */
  #shortLine(processes: number): number {
    const renderMs = this.#renderMs ?? 0;
    if (renderMs === 0) return Infinity;
    const waitMs = Math.max(shortWaitMs, shortWaitRenders * renderMs);
    return Math.floor((waitMs * Math.max(1, processes)) / renderMs - 0.5) + 1;
  }
}

interface Growth {
  readonly requests: number;
  readonly renders: number;
}

/** Whether requests become more and more, and as fast as before: of callers that take turns, the last ones are few. */
function isSteady(growths: readonly Growth[]): boolean {
  const grown = growths.filter(
    ({ requests, renders }) => requests >= Math.max(grownBy, grownShare * renders),
  );
  const mean = grown.reduce((sum, { requests }) => sum + requests, 0) / Math.max(1, grown.length);
  return grown.length >= grownLooks && (growths.at(-1)?.requests ?? 0) >= steadyShare * mean;
}

/** A wait that hardly anybody notices, and one that fits what the render itself takes: no more than these once it was too much. */
const shortWaitMs = 20;
const shortWaitRenders = 0.5;

/**
 * Steady growth: at four of five looks, there were two requests more, or more than two, and one for every second render that had ended;
 * at twice of what can be done there is one more for each that ends. Callers that take turns become more at their beginning alone, fewer
 * from look to look, or by far more at once, after which looks are counted anew. A look is after some renders of every process and some
 * time: where renders are short, many end while sixty callers begin. And the line must be long by then:
 * callers who cannot begin together, on a busy machine, look like growth until all of them are there.
 */
const looksRenders = 2;
const lookMs = 100;
const looks = 5;
const grownLooks = 4;
const grownBy = 2;
const grownShare = 0.5;
const steadyShare = 0.75;
const burstFactor = 6;
const grownLine = 0.75;

/** The end of it: nobody came for so long to whom the line would have been too long. */
const calmMs = 1_500;
const calmRenders = 3;
