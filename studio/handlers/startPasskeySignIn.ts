import { startPasskeySignIn as start } from '../../src/domain/sessions/second-factor/finish-sign-in.ts';
import { signInClient } from './mapping/session-cookie.ts';
import type { Handler } from './operation.ts';

export const startPasskeySignIn: Handler<'startPasskeySignIn'> = async ({ body, client }, { signIn }) => {
  const options = await start(signIn, signInClient(client), body.challenge);
  return { status: 200, headers: {}, body: { options } };
};
