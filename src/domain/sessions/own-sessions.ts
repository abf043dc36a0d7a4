import type { Plans } from '../../config/plans.ts';
import { recordActivity } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { findSignInAccount } from '../../store/sign-in-accounts.ts';
import { readFactorState } from '../../store/second-factors.ts';
import {
  endSession,
  findSession,
  listSessions,
  type Session,
  type SignInMethod,
  type StudioCaller,
} from '../../store/sessions.ts';
import { hashToken } from '../../store/tokens.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { findRelyingParty } from './second-factor/passkeys/relying-party.ts';

/** Within this time after a sign-in with a link, the password may be set without the current one. */
const linkGraceMs = 15 * 60_000;

export interface SessionParts {
  readonly db: Database;
  /** The origin that clients see. */
  readonly publicUrl: () => string;
  readonly plans: Plans;
  /** Limits of every plan. */
  readonly limits: {
    readonly batchMaxRows: number;
    readonly maxFileBytes: number;
    readonly maxBodyBytes: number;
  };
}

/** Codes of an authenticator app, and passkeys that can be used at the address of this service. */
export type SecondFactorKind = 'APP' | 'PASSKEY';

/** Who is signed in, and what the app shows of the plan. */
export interface OwnSession {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly role: StudioCaller['role'];
    readonly hasPassword: boolean;
    readonly hasSecondFactor: boolean;
    readonly secondFactors: readonly SecondFactorKind[];
    readonly recoveryCodesLeft: number;
  };
  readonly workspace: {
    readonly id: string;
    readonly name: string;
    readonly plan: string;
    readonly requiresSecondFactor: boolean;
  };
  readonly session: {
    readonly id: string;
    readonly createdAt: Date;
    readonly expiresAt: Date;
    readonly needsCurrentPassword: boolean;
    readonly needsSecondFactor: boolean;
  };
  readonly limits: {
    readonly rendersPerMonth: number;
    readonly rowsPerBatch: number;
    readonly hasShareLinks: boolean;
    /** How long a link works at most. Null without links. */
    readonly shareLinkSeconds: number | null;
    readonly maxFileBytes: number;
    readonly maxBodyBytes: number;
  };
}

/**
 * Reads the session of a caller.
 *
 * @throws Problem UNAUTHENTICATED if it has ended meanwhile
 */
export async function readOwnSession(parts: SessionParts, caller: StudioCaller): Promise<OwnSession> {
  const { db, plans, limits } = parts;
  const { account, session } = await findOwn(db, caller);
  const { isRequired, ...factor } = await readFactors(parts, caller.accountId);
  const plan = plans[caller.plan];
  return {
    account: {
      id: account.accountId,
      name: account.name,
      email: account.email,
      role: account.role,
      hasPassword: account.passwordHash !== null,
      ...factor,
    },
    workspace: {
      id: caller.workspaceId,
      name: caller.workspaceName,
      plan: caller.plan,
      requiresSecondFactor: isRequired,
    },
    session: {
      id: session.id,
      createdAt: session.createdAt,
      expiresAt: session.expiresAt,
      needsCurrentPassword: needsCurrentPassword(account.passwordHash, session),
      needsSecondFactor: caller.needsSecondFactor,
    },
    limits: {
      rendersPerMonth: plan.rendersPerMonth,
      rowsPerBatch: Math.min(plan.rowsPerBatch, limits.batchMaxRows),
      hasShareLinks: plan.shareLinks,
      shareLinkSeconds:
        plan.shareLinks && plan.shareLinkLifetimeMs !== null
          ? Math.floor(plan.shareLinkLifetimeMs / 1_000)
          : null,
      maxFileBytes: limits.maxFileBytes,
      maxBodyBytes: limits.maxBodyBytes,
    },
  };
}

/** The second factors of an account. */
export async function readFactors({ db, publicUrl }: SessionParts, accountId: string) {
  const { hasApp, passkeyDomains, ...state } = await readFactorState(db, accountId);
  const rpId = findRelyingParty(publicUrl())?.rpId;
  const secondFactors: SecondFactorKind[] = [];
  if (hasApp) secondFactors.push('APP');
  if (rpId !== undefined && passkeyDomains.includes(rpId)) secondFactors.push('PASSKEY');
  return { ...state, secondFactors };
}

/**
 * Reads a session that has just begun.
 *
 * @throws Problem UNAUTHENTICATED if it has ended meanwhile
 */
export async function readNewSession(parts: SessionParts, token: string): Promise<OwnSession> {
  const caller = await findSession(parts.db, hashToken(token));
  if (caller === null) throw studioProblems.unauthenticated();
  return await readOwnSession(parts, caller);
}

/** The account and the session of a caller. */
export async function findOwn(db: Database, { accountId, sessionId }: StudioCaller) {
  const account = await findSignInAccount(db, accountId);
  const session = (await listSessions(db, accountId)).find(({ id }) => id === sessionId);
  if (account === null || session === undefined) throw studioProblems.unauthenticated();
  return { account, session };
}

/** Whether setting a password needs the current one: someone else may sit at an unlocked computer. */
export function needsCurrentPassword(
  passwordHash: string | null,
  { method, createdAt }: { readonly method: SignInMethod; readonly createdAt: Date },
): boolean {
  const isFreshLink = method === 'LINK' && Date.now() - createdAt.getTime() < linkGraceMs;
  return passwordHash !== null && !isFreshLink;
}

/** The sessions of a caller, last used first. */
export async function readSessions(
  db: Database,
  { accountId, sessionId }: StudioCaller,
): Promise<(Session & { readonly isCurrent: boolean })[]> {
  const sessions = await listSessions(db, accountId);
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/**
 * Ends a session of the caller.
 *
 * @throws Problem NOT_FOUND
 */
export async function endOwnSession(
  db: Database,
  { accountId, accountName, workspaceId }: StudioCaller,
  sessionId: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    if (!(await endSession(transaction, { sessionId, accountId })))
      throw studioProblems.sessionNotFound(sessionId);
    await recordActivity(transaction, {
      workspaceId,
      actor: { id: accountId, name: accountName },
      action: 'SESSIONS_ENDED',
      accountId,
      subject: accountName,
      detail: 'One session',
    });
  });
}

/** Ends the session of the caller. */
export async function signOut(db: Database, { accountId, sessionId }: StudioCaller): Promise<void> {
  await endSession(db, { sessionId, accountId });
}
