import { finishSignIn as finish } from '../../src/domain/sessions/second-factor/finish-sign-in.ts';
import type { Handler } from './operation.ts';
import { sessionBody } from './mapping/session.ts';
import { sessionCookie, signInClient } from './mapping/session-cookie.ts';

export const finishSignIn: Handler<'finishSignIn'> = async ({ body, client }, parts) => {
  const { token, session } = await finish(parts.signIn, signInClient(client), body);
  return { status: 200, headers: {}, body: sessionBody(session), cookies: [sessionCookie(token)] };
};
