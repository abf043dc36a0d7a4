/** Notices that something has given no sign of life for long (a watchdog timer, without a timer). */
export class Watchdog {
  readonly #limitMs: number;
  readonly #now: () => number;
  #lastSignAt: number;

  constructor(limitMs: number, now: () => number = () => performance.now()) {
    this.#limitMs = limitMs;
    this.#now = now;
    this.#lastSignAt = now();
  }

  /** Records a sign of life. */
  sign(): void {
    this.#lastSignAt = this.#now();
  }

  get isSilent(): boolean {
    return this.#now() - this.#lastSignAt > this.#limitMs;
  }
}
