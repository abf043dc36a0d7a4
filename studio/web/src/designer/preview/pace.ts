/** Renders at once, and renders a second: below what the service accepts from an account. */
const burst = 20;
const perSecond = 25;

/** A token bucket: says how long a render must wait. */
export class Pace {
  #tokens = burst;
  #at = performance.now();

  /** Takes the place of one render, or returns the milliseconds until there is one. */
  take(): number {
    const now = performance.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1_000) * perSecond);
    this.#at = now;
    if (this.#tokens < 1) return ((1 - this.#tokens) / perSecond) * 1_000;
    this.#tokens -= 1;
    return 0;
  }
}

/** If a picture would take longer, a smaller one is sent first. */
const maxTransferMs = 80;
/** The number of measurements that count. */
const window = 5;
/** Smaller pictures say nothing about the wire. */
const minBytes = 8_000;

/**
 * Measures how fast pictures come through, and how large the exact ones of each lane are. The fastest of the
 * last measurements is the wire's: a busy page or service makes the others slower.
 */
export class WireSpeed {
  /** Bytes per millisecond, the newest last. */
  readonly #speeds: number[] = [];
  readonly #exactBytes = new Map<string, number>();

  /**
   * @param transferMs from the request to the whole picture, without the time of the service
   * @param isExact whether it is not a smaller picture instead of the exact one
   */
  measure(lane: string, bytes: number, transferMs: number, isExact: boolean): void {
    if (isExact) this.#exactBytes.set(lane, bytes);
    if (bytes < minBytes) return;
    this.#speeds.push(bytes / Math.max(0.1, transferMs));
    if (this.#speeds.length > window) this.#speeds.shift();
  }

  /** Whether an exact picture of a lane, as large as the last one, would take too long. */
  isTooSlowFor(lane: string): boolean {
    const bytes = this.#exactBytes.get(lane) ?? Math.max(0, ...this.#exactBytes.values());
    return this.#speeds.length > 0 && bytes / Math.max(...this.#speeds) > maxTransferMs;
  }
}
