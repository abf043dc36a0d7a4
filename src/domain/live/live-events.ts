/** Events that make pages of the app read something again. */
import type { StudioCaller } from '../../store/sessions.ts';

/** A change of a job, a delivery, a draft, of those who have a template open, or of rights. */
export interface LiveEvent {
  readonly event: 'job' | 'delivery' | 'draft' | 'viewers' | 'rights';
  /** The ids of what has changed. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Null: the event is for the service, not for its pages. */
  readonly workspaceId: string | null;
  /** Whose it is; null if the account is gone. */
  readonly accountId: string | null;
  readonly audience: Audience;
  /** Changes within the next second may not be announced. */
  readonly follows: boolean;
}

/** Who may see a thing besides its account. */
type Audience = 'ACCOUNT' | 'OWNERS' | 'WORKSPACE';

/** Whether a member of a workspace may see what an event is about. */
export function isSeenBy(
  { workspaceId, accountId, audience }: LiveEvent,
  viewer: Pick<StudioCaller, 'workspaceId' | 'accountId' | 'role'>,
): boolean {
  if (workspaceId !== viewer.workspaceId) return false;
  if (accountId === viewer.accountId || audience === 'WORKSPACE') return true;
  return audience === 'OWNERS' && viewer.role === 'OWNER';
}

/** An event as the database has announced it. Null for anything else. */
export function parseLiveEvent(payload: string): LiveEvent | null {
  try {
    const event = JSON.parse(payload) as Partial<LiveEvent> | null;
    return typeof event?.event === 'string' && event.data !== undefined ? (event as LiveEvent) : null;
  } catch {
    return null;
  }
}
