import { abortable } from './abortable.ts';

/** A call in progress, and how many wait for it. */
interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  waiting: number;
  isOver: boolean;
}

/**
 * Single flight: while a call for a key is in progress, later callers of the key wait for the same result.
 */
export class SingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  /**
   * Joins the call of this key, or starts it. A caller whose signal aborts leaves with the signal's reason.
   * When the last caller has left, the call itself is stopped.
   */
  async join(
    key: string,
    start: (stop: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, start);
    flight.waiting += 1;
    try {
      return await abortable(flight.result, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        this.#forget(key, flight);
        if (!flight.isOver) flight.stop.abort();
      }
    }
  }

  #start(key: string, start: (stop: AbortSignal) => Promise<Result>): Flight<Result> {
    const stop = new AbortController();
    const flight = { result: start(stop.signal), stop, waiting: 0, isOver: false };
    const end = (): void => {
      flight.isOver = true;
      this.#forget(key, flight);
    };
    // A stopped call may fail after everybody has left.
    flight.result.then(end, end);
    this.#flights.set(key, flight);
    return flight;
  }

  #forget(key: string, flight: Flight<Result>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
