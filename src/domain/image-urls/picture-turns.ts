import { sleep } from '../../async/abortable.ts';
import { Places } from '../../async/places.ts';
import { WaitingLine } from '../../async/waiting-line.ts';
import type { Plan } from '../../config/plans.ts';
import { busyRetrySeconds } from '../../renderer/errors.ts';
import type { Database } from '../../store/database.ts';
import { problems } from '../problems/catalogue.ts';
import type { Problem } from '../problems/problem.ts';
import { takePicture } from '../quota/request-rates.ts';
import { imageProblems } from './problems.ts';

/** How long a new picture waits for its turn. */
export const maxWaitMs = 20_000;

/** New pictures in one process. A page has fewer of a key; more than these in all would only hold memory. */
const places = { ofOwner: 100, inAll: 1_000 } as const;

/**
 * Pictures that load their files or are at the renderers, of one workspace and in all. They keep the
 * renderers busy while some wait for the servers of remote images, and bound the memory of loaded files.
 */
const inProgress = { ofWorkspace: 16, inAll: 64 } as const;

/** A new picture that waits for its turn. */
export interface PictureTurn {
  /** Whose rate it waits for. Null: rates are not limited. */
  readonly plan: Plan | null;
  readonly accountId: string;
  /** Workspaces take turns at the renderers. */
  readonly workspaceId: string;
  /** The keys of an account, and of a workspace, take turns. */
  readonly urlKeyId: string;
  /** When it has waited for too long, as `performance.now()`. */
  readonly deadlineMs: number;
  /** Aborts when the last client that waits for the picture leaves. */
  readonly signal: AbortSignal;
  /** Whether it can still be paid for. If not, its turn comes at once, and the reservation refuses it. */
  readonly canBePaid: () => Promise<boolean>;
}

/**
 * The new pictures of one process. Each has a place and waits in two lines: of its account, whose rate is
 * counted in the database for all processes, and for the renderers.
 */
export class PictureTurns {
  readonly #places = new Places(places);
  readonly #ofRates = new WaitingLine();
  readonly #ofWorkspaces = new WaitingLine({ atOnce: inProgress.ofWorkspace });
  readonly #ofProcess = new WaitingLine({ atOnce: inProgress.inAll });
  readonly #waiting = new Set<AbortController>();
  #isClosed = false;

  /**
   * Waits until the rate of the plan and the renderers allow one more picture, then renders it.
   *
   * @throws Problem RATE_LIMIT_EXCEEDED at the deadline, or at once if its key has no place or its turn
   *   cannot come in time; RENDERER_UNAVAILABLE at the deadline, if there is no place in the process, and
   *   after `close`; the signal's reason if everybody leaves, which costs nothing; what `render` throws
   */
  async run<Result>(db: Database, turn: PictureTurn, render: () => Promise<Result>): Promise<Result> {
    if (!(await turn.canBePaid())) return await render();
    if (this.#isClosed) throw busy();
    const waiting = new AbortController();
    const place = this.#places.take({ owner: turn.urlKeyId, group: turn.workspaceId }, () =>
      waiting.abort(busy()),
    );
    if (place === 'owner-full') throw this.#tooMany(turn);
    if (place === 'full') throw busy();
    this.#waiting.add(waiting);
    let isRateDue = true;
    const giveUp = (): void => waiting.abort(isRateDue ? this.#tooMany(turn) : busy());
    const deadline = setTimeout(giveUp, Math.max(0, turn.deadlineMs - performance.now()));
    const endWait = (): void => {
      clearTimeout(deadline);
      this.#waiting.delete(waiting);
      place.keep();
    };
    try {
      const signal = AbortSignal.any([turn.signal, waiting.signal]);
      const canBePaid = await this.#waitForRate(db, turn, signal);
      isRateDue = false;
      if (!canBePaid) return await render();
      return await this.#waitForRenderers(turn, signal, async () => {
        signal.throwIfAborted();
        endWait();
        return await render();
      });
    } finally {
      endWait();
      place.release();
    }
  }

  /** Refuses the pictures that wait, and those to come. Those whose turn it is go on. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting) waiting.abort(busy());
  }

  /**
   * Waits for the rate of the plan, and counts the picture. Only the first of an account's line asks for a
   * token.
   *
   * @returns whether it can be paid for
   */
  async #waitForRate(db: Database, turn: PictureTurn, signal: AbortSignal): Promise<boolean> {
    const { plan, accountId, urlKeyId: owner, deadlineMs, canBePaid } = turn;
    if (plan === null) return true;
    // Without a line nobody is overtaken.
    if (this.#ofRates.lengthOf(accountId) === 0 && (await takePicture(db, plan, accountId)).allowed)
      return true;
    const waitMs = 1_000 * this.#lineSeconds(turn);
    if (performance.now() + waitMs > deadlineMs) throw this.#tooMany(turn);
    return await this.#ofRates.run({ line: accountId, owner }, signal, async () => {
      while (await canBePaid()) {
        signal.throwIfAborted();
        const { allowed, retryAfterMs } = await takePicture(db, plan, accountId);
        if (allowed) return true;
        if (performance.now() + retryAfterMs > deadlineMs) throw this.#tooMany(turn);
        await sleep(retryAfterMs, signal);
      }
      return false;
    });
  }

  async #waitForRenderers<Result>(
    { workspaceId, urlKeyId }: PictureTurn,
    signal: AbortSignal,
    render: () => Promise<Result>,
  ): Promise<Result> {
    const ofProcess = { line: '', owner: workspaceId };
    return await this.#ofWorkspaces.run({ line: workspaceId, owner: urlKeyId }, signal, () =>
      this.#ofProcess.run(ofProcess, signal, render),
    );
  }

  /** How long those take that wait for the rate of this account. */
  #lineSeconds({ plan, accountId }: PictureTurn): number {
    return plan === null ? 0 : this.#ofRates.lengthOf(accountId) / plan.generatePerSecond;
  }

  /** The line of this account is shorter after the seconds that the problem names. */
  #tooMany(turn: PictureTurn): Problem {
    return imageProblems.tooManyNew(Math.max(1, Math.ceil(this.#lineSeconds(turn))));
  }
}

function busy(): Problem {
  return problems.rendererUnavailable(busyRetrySeconds);
}
