interface PreviewLaneOptions {
  /** Previews that may wait, in all and of one account. */
  readonly maxQueued: number;
  readonly maxQueuedPerAccount: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** A preview that a process runs now. */
export interface TakenPreview<Task> {
  readonly lane: 'preview';
  readonly accountId: string;
  readonly task: Task;
  readonly startedAt: number;
}

/** What the pool has for previews at the moment. */
export interface PreviewRoom {
  /** Processes that are ready, idle or not. */
  readonly ready: number;
  /** Processes without the spare one: as many as there are processors. */
  readonly processes: number;
  /** Whether paid renders wait that could take the process. */
  readonly isContended: boolean;
}

/** The previews of one account that wait or run. */
interface AccountPreviews<Task> {
  readonly tasks: Set<Task>;
  running: number;
  /** Time of renderers that its finished previews have taken, or where it started; see `Lanes`. */
  usedMs: number;
}

/** Previews of one account that run at the same time. */
const maxRunningPerAccount = 2;

/**
 * While paid renders wait, each preview is followed by a pause of three times its duration:
 * previews get a quarter of one process.
 */
const pauseFactor = 3;

/**
 * The lane of previews, which nobody pays for.
 *
 * - Duty cycle: while paid renders wait, one preview runs at a time, and the pause after it is three times as
 *   long. After the pause the next one goes before the paid ones, so that previews always make progress.
 *   Otherwise previews take the processes that are left, but leave a processor to the renders to come.
 * - Start-time fair queueing among accounts, as in `Lanes`: a preview waits for one of another account, not
 *   for all that it has queued.
 * - Bounded queues: in all, and for each account.
 */
export class PreviewLane<Task> {
  readonly #options: Required<PreviewLaneOptions>;
  readonly #accounts = new Map<string, AccountPreviews<Task>>();
  #queued = 0;
  #running = 0;
  /** Virtual time: the used time of the account that was served last. */
  #virtualMs = 0;
  /** When the pause after the last preview ends. */
  #pausedUntil = -Infinity;

  constructor({ now = () => performance.now(), ...limits }: PreviewLaneOptions) {
    this.#options = { ...limits, now };
  }

  get queued(): number {
    return this.#queued;
  }

  /** Whether one more preview of an account may wait. */
  hasRoom(accountId: string): boolean {
    const waiting = this.#accounts.get(accountId)?.tasks.size ?? 0;
    return this.#queued < this.#options.maxQueued && waiting < this.#options.maxQueuedPerAccount;
  }

  add(accountId: string, task: Task): void {
    let account = this.#accounts.get(accountId);
    if (account === undefined) {
      account = { tasks: new Set(), running: 0, usedMs: this.#virtualMs };
      this.#accounts.set(accountId, account);
    }
    account.tasks.add(task);
    this.#queued += 1;
  }

  /** Removes a task. Returns whether it was still queued. */
  remove(accountId: string, task: Task): boolean {
    const account = this.#accounts.get(accountId);
    if (account?.tasks.delete(task) !== true) return false;
    this.#queued -= 1;
    this.#forgetIdle(accountId, account);
    return true;
  }

  /** Takes the next preview for an idle process; call `finish` when it is done. Null if none may start. */
  take({ ready, processes, isContended }: PreviewRoom): TakenPreview<Task> | null {
    const startedAt = this.#options.now();
    const maxRunning = isContended ? 1 : Math.max(1, Math.min(ready, processes) - 1);
    if (this.#running >= maxRunning || (isContended && startedAt < this.#pausedUntil)) return null;
    let accountId: string | null = null;
    let leastMs = Infinity;
    for (const [id, { tasks, running, usedMs }] of this.#accounts) {
      if (tasks.size === 0 || running >= maxRunningPerAccount || usedMs >= leastMs) continue;
      [accountId, leastMs] = [id, usedMs];
    }
    const account = accountId === null ? undefined : this.#accounts.get(accountId);
    if (accountId === null || account === undefined) return null;
    const [task] = account.tasks as Iterable<Task> as [Task];
    account.tasks.delete(task);
    account.running += 1;
    this.#queued -= 1;
    this.#running += 1;
    this.#virtualMs = Math.max(this.#virtualMs, leastMs);
    return { lane: 'preview', accountId, task, startedAt };
  }

  finish({ accountId, startedAt }: TakenPreview<Task>): void {
    const now = this.#options.now();
    this.#running -= 1;
    this.#pausedUntil = now + pauseFactor * (now - startedAt);
    const account = this.#accounts.get(accountId);
    if (account === undefined) return;
    account.running -= 1;
    account.usedMs += now - startedAt;
    this.#forgetIdle(accountId, account);
  }

  /** Removes and returns every queued preview. */
  clear(): Task[] {
    const tasks = [...this.#accounts.values()].flatMap((account) => [...account.tasks]);
    for (const [accountId, account] of this.#accounts) {
      account.tasks.clear();
      this.#forgetIdle(accountId, account);
    }
    this.#queued = 0;
    return tasks;
  }

  #forgetIdle(accountId: string, { tasks, running }: AccountPreviews<Task>): void {
    if (tasks.size + running === 0) this.#accounts.delete(accountId);
  }
}
