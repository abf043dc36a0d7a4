import type { SignIn } from '../../../src/domain/sessions/sign-in.ts';
import { sessionBody } from './session.ts';
import { sessionCookie } from './session-cookie.ts';

/** The reply to a first step: a session with its cookie, or what the second step needs. */
export function signInReply(signedIn: SignIn) {
  if (signedIn.outcome === 'code-needed') {
    const { challenge, expiresAt } = signedIn;
    return { status: 202, headers: {}, body: { challenge, expiresAt: expiresAt.toISOString() } } as const;
  }
  const { token, session } = signedIn;
  return { status: 200, headers: {}, body: sessionBody(session), cookies: [sessionCookie(token)] } as const;
}
