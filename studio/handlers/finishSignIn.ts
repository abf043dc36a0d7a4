import { finishSignIn as finish } from '../../src/domain/sessions/second-factor/finish-sign-in.ts';
import type { Handler } from './operation.ts';
import { signInClient } from './mapping/session-cookie.ts';
import { sessionReply } from './mapping/sign-in.ts';

export const finishSignIn: Handler<'finishSignIn'> = async ({ body, client }, parts) =>
  sessionReply(await finish(parts.signIn, signInClient(client), body));
