import { signInWithLink as signIn } from '../../src/domain/sessions/link-sign-in.ts';
import type { Handler } from './operation.ts';
import { sessionBody } from './mapping/session.ts';
import { sessionCookie, signInClient } from './mapping/session-cookie.ts';

export const signInWithLink: Handler<'signInWithLink'> = async ({ body, client }, parts) => {
  const { token, session } = await signIn(parts.signIn, signInClient(client), body);
  return {
    status: 200,
    headers: {},
    body: sessionBody(session),
    cookies: [sessionCookie(token)],
  };
};
