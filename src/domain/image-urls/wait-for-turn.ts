import { sleep } from '../../async/abortable.ts';
import { WaitingLine } from '../../async/waiting-line.ts';
import type { Plan } from '../../config/plans.ts';
import type { Database } from '../../store/database.ts';
import { Problem } from '../problems/problem.ts';
import { takePicture } from '../quota/request-rates.ts';
import { imageProblems } from './problems.ts';

/** How long a new picture waits for its turn. */
export const maxWaitMs = 20_000;

/** New pictures that wait in one process. A page has fewer; more than these in all would only hold memory. */
const waitingPlaces = { ofOwner: 100, inAll: 1_000 } as const;

/** A new picture that waits for the rate of its account's plan. */
interface PictureTurn {
  readonly plan: Plan;
  readonly accountId: string;
  /** The keys of an account take turns. */
  readonly urlKeyId: string;
  /** When it has waited for too long, as `performance.now()`. */
  readonly deadlineMs: number;
  /** Aborts when the last client that waits for the picture leaves. */
  readonly signal: AbortSignal;
  /** Whether it can still be paid for. If not, its turn is over at once, and the reservation refuses it. */
  readonly canBePaid: () => Promise<boolean>;
}

/** A waiting line for each account, whose rate is counted in the database for all processes. */
export class PictureTurns {
  readonly #line = new WaitingLine(waitingPlaces);

  /**
   * Waits until the rate of the plan allows one more picture, and counts it.
   *
   * @throws Problem RATE_LIMIT_EXCEEDED at the deadline, or at once if too many wait; the signal's reason if
   *   everybody leaves, which costs nothing
   */
  async wait(db: Database, turn: PictureTurn): Promise<void> {
    const { plan, accountId, urlKeyId: owner, deadlineMs, signal, canBePaid } = turn;
    if (!(await canBePaid())) return;
    // Without a line nobody is overtaken.
    if (this.#line.lengthOf(accountId) === 0 && (await takePicture(db, plan, accountId)).allowed) return;
    const caller = { line: accountId, owner };
    if (!this.#line.hasPlace(caller) || !this.#isInTime(turn)) throw this.#tooMany(turn);
    const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(deadlineMs - performance.now())));
    const either = AbortSignal.any([signal, deadline]);
    try {
      await this.#line.run(caller, either, async () => {
        while (await canBePaid()) {
          either.throwIfAborted();
          const { allowed, retryAfterMs } = await takePicture(db, plan, accountId);
          if (allowed) return;
          if (performance.now() + retryAfterMs > deadlineMs) throw this.#tooMany(turn);
          await sleep(retryAfterMs, either);
        }
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Problem || !deadline.aborted) throw error;
      throw this.#tooMany(turn);
    }
  }

  /** Whether its turn can come in time, after those before it. */
  #isInTime({ plan, accountId, deadlineMs }: PictureTurn): boolean {
    const waitMs = (this.#line.lengthOf(accountId) * 1_000) / plan.generatePerSecond;
    return performance.now() + waitMs <= deadlineMs;
  }

  /** The line of this account is shorter after the seconds that the problem names. */
  #tooMany({ plan, accountId }: PictureTurn): Problem {
    const waitSeconds = this.#line.lengthOf(accountId) / plan.generatePerSecond;
    return imageProblems.tooManyNew(Math.max(1, Math.ceil(waitSeconds)));
  }
}
