import type { NewSession, SignIn } from '../../../src/domain/sessions/sign-in.ts';
import { sessionBody } from './session.ts';
import { deviceCookie, sessionCookie } from './session-cookie.ts';

/** The reply to a first step: a session with its cookies, or what the second step needs. */
export function signInReply(signedIn: SignIn) {
  if (signedIn.outcome === 'signed-in') return sessionReply(signedIn);
  const { challenge, expiresAt, secondFactors } = signedIn;
  const body = { challenge, expiresAt: expiresAt.toISOString(), secondFactors: [...secondFactors] };
  return { status: 202, headers: {}, body } as const;
}

/** The reply with a session that has just begun. */
export function sessionReply({ token, session, device }: NewSession) {
  const cookies = [sessionCookie(token), deviceCookie(device)];
  return { status: 200, headers: {}, body: sessionBody(session), cookies } as const;
}
