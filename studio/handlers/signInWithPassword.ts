import { signInWithPassword as signIn } from '../../src/domain/sessions/sign-in.ts';
import type { Handler } from './operation.ts';
import { sessionBody } from './mapping/session.ts';
import { sessionCookie, signInClient } from './mapping/session-cookie.ts';

export const signInWithPassword: Handler<'signInWithPassword'> = async ({ body, client }, parts) => {
  const { token, session } = await signIn(parts.signIn, signInClient(client), body);
  return {
    status: 200,
    headers: {},
    body: sessionBody(session),
    cookies: [sessionCookie(token)],
  };
};
