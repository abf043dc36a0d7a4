import { finishPasskeySignIn as finish } from '../../src/domain/sessions/second-factor/finish-sign-in.ts';
import { signInClient } from './mapping/session-cookie.ts';
import { sessionReply } from './mapping/sign-in.ts';
import type { Handler } from './operation.ts';

export const finishPasskeySignIn: Handler<'finishPasskeySignIn'> = async ({ body, client }, { signIn }) =>
  sessionReply(await finish(signIn, signInClient(client), body));
