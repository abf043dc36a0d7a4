import { Places, type Place } from '../../async/places.ts';
import { studioProblems } from '../../domain/problems/studio-problems.ts';
import type { StudioCaller } from '../../store/sessions.ts';

/** Streams that tabs of one browser may have open. */
const maxOfSession = 8;

/** Streams in one process. A workspace that has more of them than others has makes room for those. */
const limits = { ofOwner: 24, ofGroup: 500, inAll: 1_000 } as const;

/** The places of one kind of streams in this process: limited by session, account, workspace and in all. */
export class StreamPlaces {
  readonly #places = new Places(limits);
  readonly #ofSessions = new Map<string, number>();

  /** @throws Problem SERVICE_UNAVAILABLE if a stream would get no place now */
  requireRoom(caller: StudioCaller): void {
    const isSessionFull = (this.#ofSessions.get(caller.sessionId) ?? 0) >= maxOfSession;
    if (isSessionFull || this.#places.findRefusal(getHolder(caller)) !== null)
      throw studioProblems.tooManyStreams();
  }

  /**
   * Takes a place until `release`.
   *
   * @param onDrop called when a stream of another workspace gets it: the stream has to end
   * @throws Problem SERVICE_UNAVAILABLE
   */
  take(caller: StudioCaller, onDrop: () => void): Pick<Place, 'release'> {
    this.requireRoom(caller);
    const { sessionId } = caller;
    const place = this.#places.take(getHolder(caller), onDrop);
    if (typeof place === 'string') throw studioProblems.tooManyStreams();
    this.#ofSessions.set(sessionId, (this.#ofSessions.get(sessionId) ?? 0) + 1);
    let isTaken = true;
    return {
      release: () => {
        place.release();
        if (!isTaken) return;
        isTaken = false;
        const left = (this.#ofSessions.get(sessionId) ?? 1) - 1;
        if (left === 0) this.#ofSessions.delete(sessionId);
        else this.#ofSessions.set(sessionId, left);
      },
    };
  }
}

function getHolder({ accountId, workspaceId }: StudioCaller): { owner: string; group: string } {
  return { owner: accountId, group: workspaceId };
}
