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

/** A picture may be on its way for so long; a slower wire gets smaller ones first. */
const patientMs = 80;
/** How much the newest measurement counts. */
const weight = 0.3;
/** Smaller pictures say nothing about the wire. */
const minBytes = 8_000;

/** Measures how fast pictures come through. */
export class WireSpeed {
  /** Null: not known yet. */
  #bytesPerMs: number | null = null;
  #exactBytes = 0;

  /** @param transferMs from the request to the whole picture, without the time of the service */
  measure(bytes: number, transferMs: number, isExact: boolean): void {
    if (isExact) this.#exactBytes = bytes;
    if (bytes < minBytes) return;
    const speed = bytes / Math.max(0.1, transferMs);
    this.#bytesPerMs = this.#bytesPerMs === null ? speed : this.#bytesPerMs * (1 - weight) + speed * weight;
  }

  /** Whether an exact picture, as large as the last one, would take too long. */
  get isSlow(): boolean {
    return this.#bytesPerMs !== null && this.#exactBytes / this.#bytesPerMs > patientMs;
  }
}
