import { ApiError } from '../../api/problem.ts';

export type SaveState =
  | { readonly kind: 'saved' | 'waiting' | 'saving' }
  /** It is tried again. */
  | { readonly kind: 'failed'; readonly error: ApiError };

/** What the service has, with its tag. */
export interface Tagged<Value> {
  readonly etag: string;
  readonly value: Value;
}

export interface AutoSaveOptions<Value> {
  /** What is to be saved, as it is now. The same object as long as nothing has changed. */
  readonly read: () => Value;
  /**
   * Saves it over the state with this tag. Returns the new tag.
   *
   * @throws ApiError 412 if somebody else saved
   */
  readonly save: (value: Value, etag: string) => Promise<string>;
  /**
   * Puts what somebody else has saved into what is here, and returns what the service has: the same object as
   * `read` then returns if nothing is left to save.
   *
   * @param base what both had before
   * @throws ApiError
   */
  readonly merge: (base: Value) => Promise<Tagged<Value>>;
  readonly onState: (state: SaveState) => void;
  /** Called at each change, and with null once nothing is left to save: keeps a copy in the browser. */
  readonly keep?: (unsaved: (Tagged<Value> & { readonly base: Value }) | null) => void;
}

/** How long a change waits for others. With the request it stays below one second. */
const delayMs = 500;
const retryMs = 2_000;

/** Saves something by itself after each change: one request at a time, the newest state last. */
export class AutoSave<Value> {
  readonly #options: AutoSaveOptions<Value>;
  #etag: string;
  /** What the service has. */
  #saved: Value;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;
  /** The last save has no answer: the service may have it. */
  #isUnanswered = false;

  constructor(etag: string, options: AutoSaveOptions<Value>) {
    this.#etag = etag;
    this.#options = options;
    this.#saved = options.read();
  }

  /** The tag of what the service has, as far as is known here. */
  get etag(): string {
    return this.#etag;
  }

  /** What the service has, as far as is known here. */
  get saved(): Value {
    return this.#saved;
  }

  get isSaved(): boolean {
    return this.#running === null && !this.#isUnanswered && this.#saved === this.#options.read();
  }

  /** Notices that something may have changed. */
  notice(): void {
    if (this.#isClosed) return;
    const value = this.#options.read();
    if (value === this.#saved && !this.#isUnanswered) return;
    this.#options.keep?.({ value, etag: this.#etag, base: this.#saved });
    if (this.#timer !== null || this.#running !== null) return;
    this.#options.onState({ kind: 'waiting' });
    this.#schedule(delayMs);
  }

  /**
   * Saves now what is unsaved. Returns the tag.
   *
   * @throws ApiError
   */
  async flush(): Promise<string> {
    for (;;) {
      if (this.#running !== null) {
        await this.#running;
        // Another one that has waited, too, may have begun the next save.
        continue;
      }
      if (this.isSaved) return this.#etag;
      this.#cancelTimer();
      this.#running = this.#save();
      const failure = await this.#running.then(
        () => null,
        (error: unknown) => error as ApiError,
      );
      if (failure !== null) throw failure;
    }
  }

  /** Goes on from what the service has now, such as after a reload: saves what differs from it. */
  resume(etag: string, saved: Value): void {
    this.#isClosed = false;
    // A save of an earlier state would write over what is resumed from.
    this.#cancelTimer();
    [this.#etag, this.#saved, this.#isUnanswered] = [etag, saved, false];
    if (this.isSaved) this.#finish();
    else this.notice();
  }

  /** Saves nothing more. What is unsaved stays in the browser. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#running = this.#save();
      // `#save` has reported it.
      this.#running.catch(() => undefined);
    }, ms);
  }

  #cancelTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #save(): Promise<void> {
    const { read, save, merge, onState } = this.#options;
    const value = read();
    onState({ kind: 'saving' });
    try {
      try {
        [this.#etag, this.#saved] = [await save(value, this.#etag), value];
      } catch (error) {
        if (!isRefusal(error)) this.#isUnanswered = true;
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        const theirs = await merge(this.#saved);
        [this.#etag, this.#saved] = [theirs.etag, theirs.value];
      }
      this.#isUnanswered = false;
    } catch (error) {
      const failure = error instanceof ApiError ? error : new ApiError({ status: 0 }, { cause: error });
      this.#running = null;
      onState({ kind: 'failed', error: failure });
      if (!this.#isClosed) this.#schedule(retryMs);
      throw failure;
    }
    this.#running = null;
    if (this.isSaved) this.#finish();
    else this.notice();
  }

  #finish(): void {
    this.#options.keep?.(null);
    this.#options.onState({ kind: 'saved' });
  }
}

/** Whether a failed save has certainly not arrived. Others may have failed after the service had it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
