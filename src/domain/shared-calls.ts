/** A call that is under way, and how many wait for it. */
interface Call<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  waiting: number;
}

/** Work that several ask for at once and that is done once: whoever comes while it is under way waits for the same result. */
export class SharedCalls<Result> {
  readonly #calls = new Map<string, Call<Result>>();

  /**
   * Joins the call of this key, or begins it. Who leaves (its signal aborts) leaves it to the others; the call itself is
   * stopped when the last has left.
   */
  async join(
    key: string,
    begin: (stop: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const call = this.#calls.get(key) ?? this.#begin(key, begin);
    const left = Promise.withResolvers<never>();
    const leave = (): void => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    call.waiting += 1;
    try {
      return await Promise.race([call.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      call.waiting -= 1;
      if (call.waiting === 0) {
        this.#forget(key, call);
        call.stop.abort();
      }
    }
  }

  #begin(key: string, begin: (stop: AbortSignal) => Promise<Result>): Call<Result> {
    const stop = new AbortController();
    const call = { result: begin(stop.signal), stop, waiting: 0 };
    // Nobody may be left to see how a stopped call ends.
    void call.result.catch(() => undefined).finally(() => this.#forget(key, call));
    this.#calls.set(key, call);
    return call;
  }

  #forget(key: string, call: Call<Result>): void {
    if (this.#calls.get(key) === call) this.#calls.delete(key);
  }
}
